/**
 * What the last credential of each connection turned out to be. Whoever keeps a connection sends the same one with each
 * request, and to digest a secret anew takes longer than all else about it. Nothing is kept that the connection's last
 * request does not hold anyway, and nothing beyond the connection.
 */
import type { Caller } from "./caller.ts";
import { sameSecret } from "./secrets.ts";

/** Finds the caller anew for each request: a key that was known may be revoked by now. */
export type Recognized = () => Caller | Promise<Caller>;

interface Last {
  readonly authorization: string;
  readonly recognized: Recognized;
}

export class LastCredentials {
  private readonly last = new WeakMap<object, Last>();

  /** What was noted of the same credential. */
  recall(connection: object, authorization: string): Recognized | undefined {
    const last = this.last.get(connection);
    return last && sameSecret(authorization, last.authorization) ? last.recognized : undefined;
  }

  /** Notes what a credential is, and returns that. */
  note(connection: object, authorization: string, recognized: Recognized): Recognized {
    this.last.set(connection, { authorization, recognized });
    return recognized;
  }
}
