/** When a failed delivery is retried. `deliveries.ts` records attempts, `dispatcher.ts` makes them. */

const FIRST_DELAY_MS = 5_000;
const MAX_DELAY_MS = 3_600_000;
/** Retries end this long after the first attempt. */
const RETRY_PERIOD_MS = 24 * 3_600_000;
/** The maximum part by which a delay is extended at random, so that deliveries that fail together are not retried together. */
const JITTER = 0.25;

/**
 * Returns the time of the next attempt, or undefined if the retry period is over. Times are in milliseconds since 1970.
 * @param failures the number of failed attempts, at least one
 * @param first the time of the first attempt
 * @param random a number from 0 to 1
 */
export function nextAttempt(failures: number, first: number, now: number, random: number): number | undefined {
  const doubled = FIRST_DELAY_MS * 2 ** (failures - 1);
  const next = now + Math.round(Math.min(doubled * (1 + JITTER * random), MAX_DELAY_MS));
  return next - first > RETRY_PERIOD_MS ? undefined : next;
}
