/** When a delivery that failed is tried again. */

const FIRST_MS = 5_000;
/** Attempts are at most this far apart. */
const FARTHEST_MS = 3_600_000;
/** For so long after the first attempt it is tried again. */
const LONGEST_MS = 24 * 3_600_000;
/** By which part a wait is longer, at most, so that what failed together does not come back together. */
const JITTER = 0.25;

/**
 * The moment of the next attempt, or undefined when it has been tried for long enough. All in milliseconds.
 * @param failures how many attempts have failed, at least one
 * @param first when the first was made
 * @param random a number from 0 to 1
 */
export function nextAttempt(failures: number, first: number, now: number, random: number): number | undefined {
  const doubled = FIRST_MS * 2 ** (failures - 1);
  const next = now + Math.round(Math.min(doubled * (1 + JITTER * random), FARTHEST_MS));
  return next - first > LONGEST_MS ? undefined : next;
}
