/** The words of a strip. */
import { DAY_MS, firstDay, lastDay } from "../../fields/dates/period.ts";
import { endsText } from "../../fields/ranges/range-text.ts";
import { instantOf, isDay, type TimeSpan, timeOf } from "../../fields/ranges/time-bounds.ts";
import { clockText, dateText, type Precision } from "../../units.ts";
import type { StripData } from "./drawing.ts";

/** The period around a bar that is offered as a link. */
const AROUND: Readonly<Record<string, Precision>> = {
  ...{ decade: "decade", year: "decade", quarter: "year", month: "year" },
  ...{ day: "month", hour: "month", minute: "month" },
};

/** Writes the time at which a span begins. */
export function beginText(from: number): string {
  return momentText(momentOf(from));
}

/** Writes the last day of a span, or the instant at which it ends. */
export function endText(to: number): string {
  return momentText(lastOf(to));
}

/** Writes a period; short, `1980 to 1999`. Undefined if it is open on both sides. */
export function periodText({ from, to }: TimeSpan, isShort: boolean): string | undefined {
  const [first, last] = [from === undefined ? from : momentOf(from), to === undefined ? to : lastOf(to)];
  if (first === undefined) return last === undefined ? undefined : `up to ${shortly(last, lastDay, isShort)}`;
  if (last === undefined) return `from ${shortly(first, firstDay, isShort)}`;
  return isShort && isDay(first) && isDay(last) ? endsText(first, last) : `${momentText(first)} to ${momentText(last)}`;
}

/** Writes an end of a period; short, as the year or month that begins or ends with it. */
function shortly(value: string, end: typeof firstDay, isShort: boolean): string {
  const whole = isShort && isDay(value) ? ["year", "month"].find((each) => end(value, each) === value) : undefined;
  return whole === undefined ? momentText(value) : dateText(value, whole);
}

/** A longer period than that of a bar. */
export interface Around {
  /** `1980s`. */
  readonly text: string;
  readonly span: TimeSpan;
}

/** Returns the period around the beginning of the chosen one, or else around the highest bar; not the chosen one itself. */
export function periodAround({ bars: { period, edges }, rest }: StripData, { from, to }: TimeSpan): Around | undefined {
  const begin = from ?? edges[rest.indexOf(Math.max(...rest))];
  const precision = AROUND[period];
  const day = begin === undefined ? undefined : instantOf(begin)?.slice(0, 10);
  if (day === undefined || precision === undefined) return undefined;
  const first = firstDay(day, precision);
  const span = { from: timeOf(first)!, to: timeOf(lastDay(day, precision))! + DAY_MS };
  return span.from === from && span.to === to ? undefined : { text: dateText(first, precision), span };
}

/** Returns an example of a period to type, of years in which there are bars. */
export function exampleOf({ bars: { edges } }: StripData): string {
  const years = edges.map((edge) => new Date(edge).getUTCFullYear());
  const [first, last] = [0.3, 0.7].map((part) => years[Math.floor(years.length * part)]!) as [number, number];
  const [from, to] = last - first < 20 ? [first, last] : [first - (first % 10), last - (last % 10) - 1];
  return [...new Set([from, to])].map((year) => String(year).padStart(4, "0")).join("..");
}

/** Returns a day, or an instant where no day begins. */
function momentOf(time: number): string {
  return (instantOf(time) ?? "").replace("T00:00:00.000Z", "");
}

function lastOf(to: number): string {
  return to % DAY_MS === 0 ? momentOf(to - DAY_MS) : momentOf(to);
}

function momentText(value: string): string {
  return isDay(value) ? dateText(value) : `${dateText(value)}, ${clockText(value)}`;
}
