/** The intervals at which an operation that is under way is requested. */

/** Most take a second or two; long ones are requested less often. */
const STEPS: readonly (readonly [afterMs: number, everyMs: number])[] = [
  [10 * 60_000, 10_000],
  [60_000, 5_000],
  [15_000, 2_000],
];
const FIRST_MS = 1_000;

/**
 * Returns the time until the next request, in milliseconds.
 * @param watchedMs how long the operation has been requested
 */
export function waitAfter(watchedMs: number): number {
  return STEPS.find(([after]) => watchedMs >= after)?.[1] ?? FIRST_MS;
}
