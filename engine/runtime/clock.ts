/** The source of the current time; tests supply their own. Durations are measured with `performance.now()`. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. It jumps when the clock is set. */
  now(): number;
  /** Milliseconds since some moment of this process. It never jumps, whatever the clock is set to. */
  elapsed(): number;
}

/** The clock of the operating system. */
export const systemClock: Clock = { now: () => Date.now(), elapsed: () => performance.now() };

/** RFC 3339, UTC, milliseconds: `2026-01-31T12:00:00.000Z`. */
export function timestamp(clock: Pick<Clock, "now">): string {
  return new Date(clock.now()).toISOString();
}

/** The current day in UTC: `2026-01-31`. */
export function today(clock: Pick<Clock, "now">): string {
  return timestamp(clock).slice(0, 10);
}
