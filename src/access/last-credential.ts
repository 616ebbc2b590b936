/**
 * What the last credential of a connection turned out to be. Whoever keeps a connection sends the same one with each request,
 * and to digest a secret anew takes longer than all else about it. Nothing is kept that the connection's last request does not
 * hold anyway, and nothing beyond the connection.
 */
import type { Caller } from "./caller.ts";

/** Finds the caller anew for each request: a key that was known may be revoked by now. */
export type Recognized = () => Caller | Promise<Caller>;

export class LastCredential {
  private authorization: string | undefined;
  private recognized: Recognized | undefined;

  /** What was noted of the same credential. */
  recall(authorization: string): Recognized | undefined {
    return this.authorization !== undefined && same(authorization, this.authorization) ? this.recognized : undefined;
  }

  /** Notes what a credential is, and returns that. */
  note(authorization: string, recognized: Recognized): Recognized {
    this.authorization = authorization;
    this.recognized = recognized;
    return recognized;
  }
}

/**
 * Compares to the end, wherever they differ: behind a proxy the connection may be another caller's. Not by `timingSafeEqual`,
 * whose two buffers for each request would be more work than all the rest of recognizing it.
 */
function same(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let at = 0; at < one.length; at += 1) difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
}
