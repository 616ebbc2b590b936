/** The intervals at which everything on screen is requested again. */
import { store } from "../store.ts";

/** Milliseconds between two requests; unchanged, the answer is a 304 without a body. */
export const POLL_MS = 15_000;
/**
 * The same while the stream is open: then it finds only changes without an event, such as the new name of a record
 * elsewhere.
 */
const POLL_FOLLOWING_MS = 60_000;

/** The time since which this tab follows every change, in milliseconds since 1970; undefined while it does not. */
export const followingSince = store<number | undefined>(undefined);

/** Returns the wait before something is requested again. What was read before changes were followed may have missed one. */
export function pollAfter(readAt: number): number {
  const since = followingSince.get();
  return since !== undefined && readAt >= since ? POLL_FOLLOWING_MS : POLL_MS;
}
