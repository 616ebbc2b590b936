/**
 * Dates and instants as people type them, and as fields show them to be typed. No locale or time zone changes either.
 */
import { instantOf, isDate } from "../../../../kit/values/time.ts";
import { alternativesText } from "../../locale.ts";
import { dateText, MONTHS, type Precision } from "../../units.ts";
import type { Notation } from "../notation.ts";
import { firstDay, MONTHS_IN, movedBy } from "./period.ts";

/** The dates that a field takes. */
export interface Takes {
  /** Whether a time of day belongs to it. */
  readonly time: "none" | "required" | "optional";
  /** The precisions that a date may have; empty where a day is needed. */
  readonly precisions: readonly Precision[];
}

/** A day: `1969-07-20`. */
export const DAY: Takes = { time: "none", precisions: [] };
/** An instant in UTC: `1969-07-20T20:17:40.000Z`. */
export const INSTANT: Takes = { time: "required", precisions: [] };

/** The value as the API stores it, with the precision of a period; or a sentence why there is none. */
export type DateRead =
  | { readonly value: string; readonly precision?: Precision }
  | { readonly reason: string; readonly value?: undefined; readonly precision?: undefined };

/**
 * Returns the notation of dates. A day that is known only roughly is written as its period.
 * @param precision the precision of the value that is typed
 */
export function dateNotation(takes: Takes, precision?: Precision): Notation<DateRead> {
  return {
    read: (text) => readDate(text, takes),
    write: (text) => {
      const read = readDate(text, takes);
      if (read.value === undefined) return text;
      return typedText(firstDay(read.value, precision ?? "day"), takes, read.precision ?? precision);
    },
    step: (value, count) => {
      const now = new Date().toISOString();
      if (value === undefined) return takes.time === "none" ? now.slice(0, 10) : now;
      return movedBy(value, count, precision);
    },
    suchAs: `such as ${examplesOf(takes)}`,
    hint: hintOf(takes, precision),
  };
}

/** Reads a date or an instant; without a zone, times are in UTC. */
export function readDate(typed: string, takes: Takes): DateRead {
  const text = typed.trim().replace(/\s+/g, " ");
  const [, date = "", time] = /^(.*?)(?:(?:[T,]| ) ?(?:at )?(\d{1,2}:.*))?$/i.exec(text) ?? [];
  if (time !== undefined && takes.time === "none")
    return { reason: `A date without a time is required, such as ${examplesOf(DAY)}.` };
  const day = readDay(date.trim()) ??
    readPeriod(date.trim(), takes) ?? { reason: `A date is required, such as ${examplesOf(takes)}.` };
  if (day.value === undefined || (time === undefined && takes.time !== "required")) return day;
  if (time === undefined) return { reason: `Add a time, as in ${examplesOf(takes)}.` };
  return readTime(day.value, time);
}

/** Writes a value as its field shows it, exactly; what the field does not take is shown as it is. */
export function typedText(value: string, takes: Takes, precision?: Precision): string {
  const { value: read } = readDate(value, takes);
  if (read === undefined) return value;
  const [, clock, rest = ""] = /T(\d\d:\d\d)(.*)Z$/.exec(read) ?? [];
  if (clock === undefined) return dateText(read, precision);
  const seconds = rest.replace(/\.?0+$/, "");
  return `${dateText(read.slice(0, 10))}, ${clock}${seconds === ":00" ? "" : seconds} UTC`;
}

/** Returns the help at the field: the forms that may be typed. */
export function hintOf(takes: Takes, precision: Precision = "day"): string {
  const known = takes.precisions.length > 0 ? precision : "day";
  return `For example ${examplesOf(takes)}; ↑ and ↓ change it by a ${known === "half" ? "half year" : known}.`;
}

const EXAMPLE = "1969-07-20";

function examplesOf({ time, precisions }: Takes): string {
  const day = dateText(EXAMPLE);
  if (time !== "none")
    return alternativesText([`${day}, 20:17 UTC`, time === "required" ? `${EXAMPLE}T20:17Z` : EXAMPLE]);
  return alternativesText(
    new Set([day, EXAMPLE, ...(precisions.includes("month") ? [dateText(EXAMPLE, "month")] : [])]),
  );
}

/** The month as a word, or the year first. */
const DAY_FORMS = [
  /^(?<day>\d{1,2})(?:st|nd|rd|th|\.)?[ -]?(?:of )?(?<month>\p{L}{3,})\.?[ ,-]{0,2}(?<year>\d+)$/iu,
  /^(?<month>\p{L}{3,})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?(?:, ?| )(?<year>\d+)$/iu,
  /^(?<year>\d{4})([./-])(?<month>\d{1,2})\2(?<day>\d{1,2})$/,
];
const NUMBERS = /^(?<first>\d{1,2})([./-]) ?(?<second>\d{1,2})\2 ?(?<year>\d+)$/;

/** Reads a day; undefined if a text does not look like one. */
function readDay(text: string): DateRead | undefined {
  const numbers = NUMBERS.exec(text)?.groups;
  if (numbers) {
    const [first, second] = [Number(numbers.first), Number(numbers.second)];
    const [day, month] = second > 12 ? [second, first] : [first, second];
    if (first !== second && MONTHS[first - 1] && MONTHS[second - 1])
      return {
        reason: `This could be ${first} ${MONTHS[second - 1]} or ${second} ${MONTHS[first - 1]}: write the month as a word.`,
      };
    return calendarDay(numbers.year!, month, day);
  }
  const { year, month, day } = DAY_FORMS.map((form) => form.exec(text)?.groups).find((groups) => groups) ?? {};
  return year === undefined ? undefined : calendarDay(year, monthOf(month!), Number(day), month);
}

/** Returns the number of a month from its name, its first letters or its digits; 0 if it is none. */
function monthOf(text: string): number {
  if (/^\d/.test(text)) return Number(text);
  return MONTHS.findIndex((name) => name.toLowerCase().startsWith(text.toLowerCase())) + 1;
}

function calendarDay(year: string, month: number, day: number, named = String(month)): DateRead {
  if (year.length !== 4) return { reason: "The year needs four digits, such as 1969." };
  const name = MONTHS[month - 1];
  if (name === undefined) return { reason: `“${named}” is not a month, such as July or 07.` };
  const value = [year, String(month).padStart(2, "0"), String(day).padStart(2, "0")].join("-");
  return isDate(value) ? { value } : { reason: `${name} ${year} has no day ${day}.` };
}

/** Each period as `dateText` writes it, and shorter. */
const PERIOD_FORMS: readonly (readonly [Precision, RegExp])[] = [
  ["decade", /^(?<year>\d{3}0)s$/],
  ["year", /^(?<year>\d{4})$/],
  ["half", /^(?<part>[12])(?:st|nd) half of (?<year>\d{4})$/i],
  ["quarter", /^q(?<part>[1-4]) (?<year>\d{4})$/i],
  ["month", /^(?<month>\p{L}{3,})\.? (?<year>\d{4})$/iu],
  ["month", /^(?<year>\d{4})-(?<month>\d\d)$/],
];

/** Reads a period; undefined if a text does not look like one. */
function readPeriod(text: string, { precisions }: Takes): DateRead | undefined {
  for (const [precision, form] of PERIOD_FORMS) {
    const { year, month = "1", part = "1" } = form.exec(text)?.groups ?? {};
    if (year === undefined) continue;
    if (!precisions.includes(precision)) return { reason: `Add a day, as in ${examplesOf(DAY)}.` };
    const before = (Number(part) - 1) * (MONTHS_IN[precision] ?? 0);
    const read = calendarDay(year, before + monthOf(month), 1, month);
    return read.value === undefined ? read : { ...read, precision };
  }
  return undefined;
}

const TIME = /^(\d{1,2}):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,9}))?)? ?(?:(z|utc|gmt)|([+−-])(\d\d):?([0-5]\d))?$/i;

/** Returns the instant at a time of a day, as the API stores it: with at least milliseconds, at most nanoseconds. */
function readTime(day: string, text: string): DateRead {
  const [, hour = "", minute, second = "00", fraction = "0", , sign, ahead = "00", more = "00"] = TIME.exec(text) ?? [];
  if (hour === "" || Number(hour) > 23 || Number(ahead) > 23)
    return { reason: "Write the time as 20:17 or 20:17:40, in UTC or with an offset such as +02:00." };
  const zone = `${sign === "+" ? "+" : "-"}${ahead}:${more}`;
  const value = instantOf(`${day}T${hour.padStart(2, "0")}:${minute}:${second}.${fraction}${zone}`);
  return value === undefined ? { reason: "In UTC, the year is not between 0000 and 9999." } : { value };
}
