/** Moves the day of a picture that plays: what the clock says decides, not how many frames were drawn. */
import { addMonths } from "../time/days.ts";

/** A play: where it began, where it ends, and how fast it goes. */
export interface Play {
  readonly from: number;
  /** The last day: it goes no further. */
  readonly last: number;
  readonly monthsPerSecond: number;
  /** Whether it goes in steps of a year, for those who prefer less motion. */
  readonly isStepped: boolean;
}

const YEAR = 12;

/** Returns the day that a play has reached after so many milliseconds. */
export function dayAfter(elapsed: number, { from, last, monthsPerSecond, isStepped }: Play): number {
  const gone = (Math.max(0, elapsed) / 1_000) * monthsPerSecond;
  const months = isStepped ? Math.floor(gone / YEAR) * YEAR : gone;
  const whole = Math.floor(months);
  const [begin, end] = [addMonths(from, whole), addMonths(from, whole + 1)];
  return Math.min(last, Math.floor(begin + (end - begin) * (months - whole)));
}

/** Returns the day from which a play goes on: from the first one again if it has reached the last. */
export function startOf(day: number, { first, last }: { readonly first: number; readonly last: number }): number {
  return day >= last ? first : day;
}
