/** When a failed delivery is retried. `deliveries.ts` records attempts, `dispatcher.ts` makes them. */

const FIRST_DELAY_MS = 5_000;
const MAX_DELAY_MS = 3_600_000;
/** Retries end this long after the first attempt. */
const RETRY_PERIOD_MS = 24 * 3_600_000;
/** The largest share by which a delay is lengthened, so that deliveries that failed together are not retried together. */
const JITTER = 0.25;

/**
 * The moment of the next attempt, or undefined when the retry period is over. All times in milliseconds.
 * @param failures how many attempts have failed, at least one
 * @param first when the first attempt was made
 * @param random a number from 0 to 1
 */
export function nextAttempt(failures: number, first: number, now: number, random: number): number | undefined {
  const doubled = FIRST_DELAY_MS * 2 ** (failures - 1);
  const next = now + Math.round(Math.min(doubled * (1 + JITTER * random), MAX_DELAY_MS));
  return next - first > RETRY_PERIOD_MS ? undefined : next;
}
