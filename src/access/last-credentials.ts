/**
 * What the last credential of each connection turned out to be. Whoever keeps a connection sends the same one with each
 * request, and to digest a secret anew takes longer than all else about it. Nothing is kept that the connection's last
 * request does not hold anyway, and nothing beyond the connection.
 */
import { timingSafeEqual } from "node:crypto";
import type { Caller } from "./caller.ts";

/** Finds the caller anew for each request: a key that was known may be revoked by now. */
export type Recognized = () => Caller | Promise<Caller>;

interface Last {
  readonly authorization: Uint8Array;
  readonly recognized: Recognized;
}

export class LastCredentials {
  private readonly last = new WeakMap<object, Last>();

  /** What was noted of the same credential; compared in a time that does not depend on where another one differs. */
  recall(connection: object, authorization: string): Recognized | undefined {
    const last = this.last.get(connection);
    if (last?.authorization.length !== authorization.length) return undefined;
    return timingSafeEqual(Buffer.from(authorization, "latin1"), last.authorization) ? last.recognized : undefined;
  }

  /** Notes what a credential is, and returns that. */
  note(connection: object, authorization: string, recognized: Recognized): Recognized {
    // Copied out of the pool that short buffers share: it would be held as long as the connection.
    this.last.set(connection, { authorization: new Uint8Array(Buffer.from(authorization, "latin1")), recognized });
    return recognized;
  }
}
