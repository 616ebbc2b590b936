/** Ranges: what lies between two values of a field, both included, as people type them and read them. */
import { isTemporal } from "../../../../kit/description/kinds.ts";
import type { Field } from "../../../../kit/description/model.ts";
import type { Reading } from "../../../../kit/values/duration.ts";
import { DAY_MS, lastDay } from "../dates/period.ts";
import { dateNotation, readDate, type Takes, typedText } from "../dates/typed-date.ts";
import { specOf } from "../kinds/kinds.ts";
import type { Notation } from "../notation.ts";
import { type BoundValues, boundsOfSpan, instantOf, isDay, isJustBefore, spanOfBounds, timeOf } from "./time-bounds.ts";

/** The first and the last value of a range: numbers, durations, days or instants; an open end is undefined. */
export interface Range {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** The notations of the two ends of a range. */
export interface EndNotations {
  readonly from: Notation;
  readonly to: Notation;
}

/** Between the ends of a range that is typed in one line: `1980..1999`. */
const DOTS = "..";
const PERIODS = ["decade", "year", "half", "quarter", "month"];
const EXAMPLES = "1980, July 1969 or 20 July 1969";

/** Returns the notations in which the ends of a range are typed. */
export function endNotations(field: Field): EndNotations {
  if (!isTemporal(field)) {
    const { notation = NUMBER } = specOf(field);
    return { from: notation, to: notation };
  }
  const takes: Takes = { time: field.kind === "date" ? "none" : "optional", precisions: PERIODS };
  return { from: endNotation(takes, (day) => day), to: endNotation(takes, lastDay) };
}

const NUMBER: Notation = {
  read: (text) =>
    Number.isFinite(Number(text)) ? { value: text.trim() } : { reason: "A number is required, such as 1500 or 1.5e3." },
  write: (text) => text,
  step: (value, count) => String(Number(value ?? 0) + count),
  suchAs: "such as 1500",
  hint: `2${DOTS}5 in the first box fills both.`,
};

/** Returns the notation of days, or instants, in which a period stands for one of its days. */
function endNotation(takes: Takes, dayOf: (first: string, precision: string) => string): Notation {
  const read = (text: string): Reading => {
    const { value, precision, ...rest } = { precision: undefined, ...readDate(text, takes) };
    if (value === undefined) return { reason: `A date or a year is required, such as ${EXAMPLES}.`, ...rest };
    return { value: precision === undefined ? value : dayOf(value, precision) };
  };
  return {
    ...dateNotation(takes),
    read,
    write: (text) => {
      const { value } = read(text);
      return value === undefined ? text : typedText(value, takes);
    },
    suchAs: `such as ${EXAMPLES}`,
    hint: `For example ${EXAMPLES}; 1980${DOTS}1999 fills both.`,
  };
}

/** Returns the ends of a range that is written in one line; undefined if it is a single value. */
export function endsIn(typed: string): readonly [from: string, to: string] | undefined {
  const at = typed.indexOf(DOTS);
  return at < 0 ? undefined : [typed.slice(0, at).trim(), typed.slice(at + DOTS.length).trim()];
}

/** Writes the ends of a range in one line, as `endsIn` reads them. */
export function joinEnds({ from, to }: Range): string {
  return `${from ?? ""}${DOTS}${to ?? ""}`;
}

/** Reads the ends of a range; a sentence why there is none. Ends that are empty are open. */
export function readRange(field: Field, [from, to]: readonly string[]): Reading<Range> {
  const notations = endNotations(field);
  const [first, last] = [readEnd(from, notations.from), readEnd(to, notations.to)];
  const reason = first.reason ?? last.reason;
  if (reason !== undefined) return { reason };
  const range = { from: first.value, to: last.value };
  return isReversed(field, range)
    ? { reason: "The first value must not be greater than the last one." }
    : { value: range };
}

function readEnd(typed: string | undefined, { read }: Notation) {
  const text = typed?.trim() ?? "";
  return { reason: undefined, ...(text === "" ? { value: undefined } : read(text)) };
}

function isReversed(field: Field, range: Range): boolean {
  if (range.from === undefined || range.to === undefined) return false;
  const [first, last] = isTemporal(field)
    ? [timeOf(range.from), endOf(range.to)]
    : [range.from, range.to].map((value) => sizeOf(field, value));
  return Number(first) > Number(last);
}

/** Returns the last time of a day, or an instant itself. */
function endOf(value: string): number {
  return timeOf(value)! + (isDay(value) ? DAY_MS - 1 : 0);
}

function sizeOf(field: Field, value: string): number {
  return value.trim() === "" ? Number.NaN : (specOf(field).size?.(value) ?? Number.NaN);
}

/** Returns the bounds that select a range. */
export function boundsOfRange(field: Field, { from, to }: Range): BoundValues {
  if (!isTemporal(field)) return { lower: from, upper: to };
  const isInstant = to !== undefined && !isDay(to);
  const end = to === undefined ? undefined : timeOf(to)! + (isInstant ? 0 : DAY_MS);
  const { lower, upper } = boundsOfSpan(field, { from: timeOf(from), to: end });
  // An instant is in the range that it ends.
  return { lower, upper: isInstant ? instantOf(end!)?.replace("Z", `${"0".repeat(5)}1Z`) : upper };
}

/** A range with both ends. */
export interface ClosedRange extends Range {
  readonly from: string;
  readonly to: string;
}

/** Returns the range that two bounds select; undefined if it is empty, or if a value that it would name is not in it. */
export function rangeOfBounds(field: Field, { lower, upper }: BoundValues): ClosedRange | undefined {
  const range = isTemporal(field) ? rangeOfTimes(field, { lower, upper }) : { from: lower, to: upper };
  const { from, to } = { from: undefined, to: undefined, ...range };
  if (from === undefined || to === undefined || isReversed(field, { from, to })) return undefined;
  const isRead = isTemporal(field) || [from, to].every((value) => Number.isFinite(sizeOf(field, value)));
  return isRead ? { from, to } : undefined;
}

function rangeOfTimes(field: Field, bounds: BoundValues): Range | undefined {
  const { from, to } = spanOfBounds(field, bounds);
  if (from === undefined || to === undefined) return undefined;
  const written = (time: number) => instantOf(time)?.replace(/T00:00:00.000Z$/, "");
  if (to % DAY_MS === 0 && (field.kind === "date" || isJustBefore(bounds.lower)))
    return { from: written(from), to: written(to - DAY_MS) };
  const endsWithInstant = /\d{3}000001Z$/.test(bounds.upper ?? "");
  return isJustBefore(bounds.lower) && endsWithInstant ? { from: written(from), to: instantOf(to) } : undefined;
}
