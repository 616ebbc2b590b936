/**
 * The bounds of dates and instants. Those of the API are exclusive (§4.5); a span of time begins with its beginning and ends
 * before its end, whatever the field.
 */
import { isTemporal } from "../../../../kit/description/kinds.ts";
import type { Field } from "../../../../kit/description/model.ts";
import { DAY_MS } from "../dates/period.ts";

/** A span of time in milliseconds since 1970, without its end; an open end is undefined. */
export interface TimeSpan {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** The bounds of a field as its filters have them; undefined where there is none. */
export interface BoundValues {
  readonly lower: string | undefined;
  readonly upper: string | undefined;
}

const DATE_LENGTH = "2000-01-01".length;
/** The last nanosecond, or millisecond, before a whole one. */
const JUST_BEFORE = /\.999(?:999999)?Z$/;

/** Returns the bounds that select a span; one outside of the years of the API is left out. */
export function boundsOfSpan({ kind }: Pick<Field, "kind">, { from, to }: TimeSpan): BoundValues {
  const day = (time: number) => instantOf(time)?.slice(0, DATE_LENGTH);
  const lower = (time: number) => (kind === "date" ? day(time - DAY_MS) : instantOf(time - 1)?.replace("Z", "999999Z"));
  const upper = (time: number) => (kind === "date" || time % DAY_MS === 0 ? day(time) : instantOf(time));
  return { lower: from === undefined ? from : lower(from), upper: to === undefined ? to : upper(to) };
}

/** Returns the span that bounds select, as near as milliseconds; ends that are neither dates nor instants are open. */
export function spanOfBounds(field: Field, { lower, upper }: BoundValues): TimeSpan {
  const [after, before] = isTemporal(field) ? [timeOf(lower), timeOf(upper)] : [];
  const step = field.kind === "date" ? DAY_MS : isJustBefore(lower) ? 1 : 0;
  return { from: after === undefined ? after : after + step, to: before };
}

/** Returns whether a lower bound is next to the moment at which the span begins, so that this one is in it. */
export function isJustBefore(lower: string | undefined): boolean {
  return lower !== undefined && JUST_BEFORE.test(lower);
}

/** Returns the time of a date or an instant; undefined if it is neither. */
export function timeOf(value: string | undefined): number | undefined {
  const time = value !== undefined && /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** Writes a time as the API has it; undefined outside of the years 0000 to 9999. */
export function instantOf(time: number): string | undefined {
  const date = new Date(time);
  const text = Number.isNaN(date.getTime()) ? "" : date.toISOString();
  return /^\d{4}-/.test(text) ? text : undefined;
}

/** Returns whether a value is a day without a time. */
export function isDay(value: string): boolean {
  return value.length === DATE_LENGTH;
}
