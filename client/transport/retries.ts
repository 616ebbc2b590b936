/** Which failures are retried, and how long the client waits before. */
import { NetworkError } from "../errors/network-error.ts";
import { KeyInUse, TooMany, Unavailable } from "../errors/problem.ts";

/** The first wait is at most this long in milliseconds; each further one at most twice as long as the one before. */
const BASE_MS = 250;
/** The longest wait that the client chooses. */
export const MAX_WAIT_MS = 30_000;
/** If the service asks for a longer wait, the caller decides. */
const MAX_RETRY_AFTER_S = 120;

/**
 * How long to wait before a request is sent again; undefined if its failure is final. `Retry-After` decides; without it the
 * wait is random, from zero to a limit that doubles (full jitter), so that clients do not all return at the same moment.
 * @param tries how many times it was sent
 * @param random returns a number in [0, 1)
 */
export function retryDelay(failure: unknown, tries: number, random: () => number): number | undefined {
  if (!isTransient(failure)) return undefined;
  const { retryAfter } = failure as { retryAfter?: number };
  if (retryAfter !== undefined) return retryAfter <= MAX_RETRY_AFTER_S ? retryAfter * 1_000 : undefined;
  return random() * Math.min(MAX_WAIT_MS, BASE_MS * 2 ** (tries - 1));
}

/** Whether the same request may succeed later. A failure of the service itself (500) is final. */
export function isTransient(failure: unknown): boolean {
  return [NetworkError, TooMany, Unavailable, KeyInUse].some((transient) => failure instanceof transient);
}

/** Seconds in a `Retry-After` header, which has a number or an HTTP-date (RFC 9110 §10.2.3). */
export function retryAfterOf(headers: Headers, now: number): number | undefined {
  const text = headers.get("retry-after");
  if (text === null) return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1_000);
}
