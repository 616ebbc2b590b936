/** The marks of a time axis. */
import { utcTicks } from "d3-time";
import { clockText, dayText, shortMonth } from "../../units.ts";
import { DAY_MS, dateOf, type Span } from "./days.ts";

/** A mark of the axis. */
export interface Tick {
  readonly day: number;
  readonly text: string;
  /** Begins a larger unit: a decade among years, a year among months. */
  readonly isStrong: boolean;
}

/** Maps time to the x axis. */
export interface TimeScale {
  (day: number): number;
  readonly invert: (x: number) => number;
  readonly span: Span;
  /** The left and the right edge. */
  readonly range: readonly [number, number];
}

/** Returns the scale that shows a span between two edges. */
export function timeScale(span: Span, left: number, right: number): TimeScale {
  const perDay = (right - left) / (span.to - span.from);
  return Object.assign((day: number) => left + (day - span.from) * perDay, {
    invert: (x: number) => span.from + (x - left) / perDay,
    span,
    range: [left, right] as const,
  });
}

/** About how far apart the words of an axis are. */
export const AXIS_SPACING = 56;
/** The factor by which the names of months and days need more room than years. */
export const MONTHS_ROOM = 1.7;

/** Marks that leave each about so many pixels; more if they are months or days. */
export function ticksOf({ span, range: [left, right] }: TimeScale, spacing = 64): Tick[] {
  const [from, to] = [dateOf(span.from), dateOf(span.to)];
  const within = (room: number) => utcTicks(from, to, Math.max(2, Math.floor((right - left) / room)));
  const years = within(spacing);
  const dates = stepOf(years) > 360 ? years : within(spacing * MONTHS_ROOM);
  const step = stepOf(dates);
  return dates.map((date, index) => ({ day: date.getTime() / DAY_MS, ...said(date, step, index === 0) }));
}

/** Returns the days between two marks. */
function stepOf([first, second]: readonly Date[]): number {
  return first && second ? (second.getTime() - first.getTime()) / DAY_MS : 366;
}

function said(date: Date, step: number, isFirst: boolean): { text: string; isStrong: boolean } {
  const year = date.getUTCFullYear();
  const isNewYear = date.getUTCMonth() === 0 && date.getUTCDate() === 1;
  if (step > 360) return { text: String(year), isStrong: year % (step > 5 * 366 ? 100 : step > 366 ? 10 : 5) === 0 };
  if (step > 27)
    return { text: isNewYear || isFirst ? `${shortMonth(date)} ${year}` : shortMonth(date), isStrong: isNewYear };
  if (step >= 1) return { text: dayText(date, shortMonth(date)), isStrong: date.getUTCDate() === 1 };
  const isMidnight = date.getUTCHours() + date.getUTCMinutes() === 0;
  return { text: isMidnight ? dayText(date, shortMonth(date)) : clockText(date.getTime()), isStrong: isMidnight };
}
