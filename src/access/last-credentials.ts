/**
 * What the last credential of each connection turned out to be. Whoever keeps a connection sends the same one with each
 * request, and to digest a secret anew takes longer than all else about it. Nothing is kept that the connection's last
 * request does not hold anyway, and nothing beyond the connection.
 */
import type { Caller } from "./caller.ts";

/** Finds the caller anew for each request: a key that was known may be revoked by now. */
export type Recognized = () => Caller | Promise<Caller>;

interface Last {
  /** The header's code units. */
  readonly authorization: Uint16Array;
  readonly recognized: Recognized;
}

export class LastCredentials {
  private readonly last = new WeakMap<object, Last>();

  /** What was noted of the same credential. */
  recall(connection: object, authorization: string): Recognized | undefined {
    const last = this.last.get(connection);
    return last && isSame(authorization, last.authorization) ? last.recognized : undefined;
  }

  /** Notes what a credential is, and returns that. */
  note(connection: object, authorization: string, recognized: Recognized): Recognized {
    this.last.set(connection, {
      authorization: Uint16Array.from(authorization, (unit) => unit.charCodeAt(0)),
      recognized,
    });
    return recognized;
  }
}

/** Looks at every character, wherever the first one differs: the time that it takes tells nothing of what was sent before. */
function isSame(given: string, known: Uint16Array): boolean {
  if (given.length !== known.length) return false;
  let difference = 0;
  for (let at = 0; at < known.length; at += 1) difference |= given.charCodeAt(at) ^ known[at]!;
  return difference === 0;
}
