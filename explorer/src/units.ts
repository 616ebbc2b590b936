/** Numbers, units and dates as people write them, in the current locale. Always UTC. */
import { locale, numberFormat } from "./locale.ts";

/** Writes a number of things, with separators of thousands: `2,400`. */
export const countText = numberFormat({});

/** Writes a number of things, and what they are: `1 row`, `2,400 rows`. */
export function quantity(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** From here on, numbers are shown as powers of ten. */
const LARGE = 1e6;
const SMALL = 1e-4;
/** The most digits after the point of a power of ten. */
const MOST_DECIMALS = 3;
const grouped = numberFormat({ maximumSignificantDigits: 15 });

/** A number as it is shown: `15,102`, or a power of ten with its exponent. */
export interface NumberText {
  readonly digits: string;
  readonly exponent: string | undefined;
}

/** Writes a number. Powers of ten have at most four digits. */
export function numberText(value: number): NumberText {
  const size = Math.abs(value);
  if (size < LARGE && (size >= SMALL || size === 0)) return { digits: grouped(value), exponent: undefined };
  const [digits = "", exponent = ""] = value.toExponential(MOST_DECIMALS).split("e");
  return { digits: grouped(Number(digits)), exponent: minus(String(Number(exponent))) };
}

const DIGITS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** Returns whether a number is shown with fewer digits than it has. */
export function isRounded(value: number): boolean {
  return numberText(value).exponent !== undefined && Number(value.toExponential(MOST_DECIMALS)) !== value;
}

/** Writes a number in one line, where nothing can be raised: `15,102`, `1.222 × 10⁶`. */
export function plainNumber(value: number): string {
  const { digits, exponent } = numberText(value);
  if (exponent === undefined) return digits;
  return `${digits} × 10${raised(exponent)}`;
}

/** Raises a whole number: `−2` → `⁻²`. */
function raised(number: string): string {
  return number.replace(/[−-]/, "⁻").replace(/\d/g, (digit) => DIGITS[Number(digit)]!);
}

/** Writes a minus sign instead of a hyphen. */
export function minus(text: string): string {
  return text.replace("-", "−");
}

/** UCUM units of the API that are printed as words: of one. */
const WORDS: Readonly<Record<string, string>> = { a: "year", d: "day" };
/** Others as they are printed. That of a ratio is not. */
const PRINTED: Readonly<Record<string, string>> = { deg: "°", Cel: "°C", 1: "" };
/** The exponent of a part of a unit: `m/s2`, `cm-2.s-1`. */
const EXPONENT = /(?<=[A-Za-z])-?\d+(?=$|[./])/g;

/** Writes a unit as it is printed: `kg/m3` → `kg/m³`; `d` → `day` after a one, otherwise `days`. */
export function unitText(unit: string, value?: unknown): string {
  const word = WORDS[unit];
  if (word !== undefined) return value === 1 ? word : `${word}s`;
  return PRINTED[unit] ?? unit.replace(EXPONENT, raised).replaceAll(".", " ");
}

/** The units of durations: their names, symbols and seconds. */
const SPANS = [
  ["day", "d", 86_400],
  ["hour", "h", 3_600],
  ["minute", "min", 60],
  ["second", "s", 1],
] as const;

/**
 * Writes a duration: `8 days, 3 hours, 1 minute`; short, as columns have it: `8 d 3 h 1 min`.
 * @param number writes its numbers
 */
export function durationText(seconds: number, length: "long" | "short" = "long", number = countText): string {
  const parts = SPANS.flatMap(([name, symbol, size], index) => {
    const count = Math.floor((index === 0 ? seconds : seconds % SPANS[index - 1]![2]) / size);
    if (count === 0 && (seconds > 0 || size > 1)) return [];
    return length === "short" ? `${number(count)}\u00a0${symbol}` : `${number(count)} ${name}${count === 1 ? "" : "s"}`;
  });
  return parts.join(length === "short" ? " " : ", ");
}

/** Returns the largest unit that a duration reaches: as a word, and its seconds. */
export function spanOf(seconds: number): { readonly unit: string; readonly size: number } {
  const [name, , size] = SPANS.find((span) => seconds >= span[2]) ?? SPANS[SPANS.length - 1]!;
  return { unit: `${name}s`, size };
}

/** The part of a date that is known, or of a period that is shown. */
export type Precision = "day" | "month" | "quarter" | "half" | "year" | "decade" | (string & {});

/** The months by their English names. */
export const MONTHS = [
  ...["January", "February", "March", "April", "May", "June"],
  ...["July", "August", "September", "October", "November", "December"],
] as const;

/** Writes a date as a sentence has it, as precise as it is known: `16 July 1969`, `July 1969`, `2027`, `1960s`. */
export function dateText(value: string, precision: Precision = "day"): string {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return value;
  return roughText(date, precision) ?? inOrder(date, MONTHS[date.getUTCMonth()]!);
}

/** Writes a day of a year: `20 July`. Without a year, there is no form of ISO 8601. */
export function dayText(date: Date, month: string = MONTHS[date.getUTCMonth()]!, space = " "): string {
  const day = String(date.getUTCDate());
  const padded = space === " " ? day : day.padStart(2, "\u2007");
  return locale.get().dates === "month first" ? `${month}${space}${padded}` : `${padded}${space}${month}`;
}

/** Writes a month shortly: `Jul`. */
export function shortMonth(date: Date): string {
  return MONTHS[date.getUTCMonth()]!.slice(0, 3);
}

function inOrder(date: Date, month: string, space?: string): string {
  const { dates } = locale.get();
  if (dates === "year first") return date.toISOString().slice(0, -"T00:00:00.000Z".length);
  return `${dayText(date, month, space)}${dates === "month first" ? "," : ""}${space ?? " "}${yearText(date)}`;
}

/** Writes a date as columns have it: `16 Jul 1969`, with a figure space for a missing digit. */
export function shortDateText(value: string, precision: Precision = "day"): string {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return value;
  return roughText(date, precision) ?? inOrder(date, shortMonth(date), "\u00a0");
}

function roughText(date: Date, precision: Precision): string | undefined {
  const year = yearText(date);
  const month = date.getUTCMonth();
  if (precision === "decade") return `${year}s`;
  if (precision === "year") return year;
  if (precision === "half") return `${month < 6 ? "1st" : "2nd"} half of ${year}`;
  if (precision === "quarter") return `Q${Math.floor(month / 3) + 1} ${year}`;
  return precision === "month" ? monthText(date) : undefined;
}

function monthText(date: Date): string {
  if (locale.get().dates === "year first") return date.toISOString().slice(0, -"-01T00:00:00.000Z".length);
  return `${MONTHS[date.getUTCMonth()]} ${yearText(date)}`;
}

/** Writes a year with four digits, as in RFC 3339. */
function yearText(date: Date): string {
  return String(date.getUTCFullYear()).padStart(4, "0");
}

/** Writes the time of day in UTC: `14:02`. */
export function clockText(value: string | number): string {
  return new Date(value).toISOString().slice(11, 16);
}

/** For so many seconds, something was just now. */
const JUST_NOW = 5;
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** Says how long ago something was: `just now`, `3 hours ago`. */
export function agoText(value: string, now = Date.now()): string {
  const seconds = (Date.parse(value) - now) / 1_000;
  if (Math.abs(seconds) < JUST_NOW) return "just now";
  const [unit, length] = STEPS.find(([, step]) => Math.abs(seconds) >= step) ?? (["second", 1] as const);
  return relative.format(Math.round(seconds / length), unit);
}

/** Writes a number with one digit after the separator: `1.2`. */
export const tenthsText = numberFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Writes a number of bytes: `612 B`, `26 KB`. */
export function bytesText(bytes: number | undefined): string {
  if (bytes === undefined) return "";
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 999_500 ? `${Math.round(bytes / 1_000)} KB` : `${tenthsText(bytes / 1e6)} MB`;
}
