/** Days since 1970 in UTC, the unit of time of all pictures. Instants are fractions of them. */
import { MONTHS_IN } from "../../fields/dates/period.ts";
import type { Precision } from "../../units.ts";

/** A day in milliseconds. */
export const DAY_MS = 86_400_000;

/** An interval of time, from the beginning of one instant to that of another. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Returns the beginning of a date, or the instant itself; undefined if it is neither. */
export function dayOf(value: unknown): number | undefined {
  const time = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time / DAY_MS;
}

/** Returns the end of a date: the beginning of the next one. An instant ends when it begins. */
export function endOf(value: unknown): number | undefined {
  const day = dayOf(value);
  if (day === undefined) return undefined;
  return isDate(value) ? day + 1 : day;
}

/** Returns the end of the period that a date begins: of `1969-07-01`, known to the month, the beginning of August. */
export function endOfPeriod(value: unknown, precision: Precision = "day"): number | undefined {
  const day = dayOf(value);
  const months = MONTHS_IN[precision];
  if (day === undefined || months === undefined) return endOf(value);
  const date = new Date(day * DAY_MS);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1) / DAY_MS;
}

/** Returns whether a value is a date without a time. */
function isDate(value: unknown): boolean {
  return typeof value === "string" && value.length <= "2000-01-01".length;
}

/** Writes a day as a date: `1969-07-20`. */
export function isoOf(day: number): string {
  return dateOf(day).toISOString().slice(0, 10);
}

/** Returns a day as a `Date`. */
export function dateOf(day: number): Date {
  return new Date(Math.round(day * DAY_MS));
}

/** Writes the years from one day to another: `1969 to 1972`, or the one that both are in. */
export function yearsText(first: number, last: number): string {
  const [from, to] = [dateOf(first).getUTCFullYear(), dateOf(last).getUTCFullYear()];
  return from === to ? String(from) : `${from} to ${to}`;
}

/** Returns today. */
export function today(): number {
  return Math.floor(Date.now() / DAY_MS);
}

/** Returns the same day some months later; the last one of the month if that is shorter. */
export function addMonths(day: number, months: number): number {
  const date = dateOf(day);
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1);
  const length = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0)).getUTCDate();
  return first / DAY_MS + Math.min(date.getUTCDate(), length) - 1;
}

/** Limits a number. */
export function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
