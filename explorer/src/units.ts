/** Numbers, units and dates as people write them. Always UTC. */
import { countText, quantity } from "../../kit/values/quantity.ts";

export { countText, quantity };

/** From here on, numbers are shown as powers of ten. */
const LARGE = 1e6;
const SMALL = 1e-4;
/** The most digits after the point of a power of ten. */
const MOST_DECIMALS = 3;
const grouped = new Intl.NumberFormat("en-GB", { maximumSignificantDigits: 15 });

/** A number as it is shown: `15,102`, or a power of ten with its exponent. */
export interface NumberText {
  readonly digits: string;
  readonly exponent: string | undefined;
}

/** Writes a number. Powers of ten have at most four digits. */
export function numberText(value: number): NumberText {
  const size = Math.abs(value);
  if (size < LARGE && (size >= SMALL || size === 0))
    return { digits: minus(grouped.format(value)), exponent: undefined };
  const [digits = "", exponent = ""] = value.toExponential(MOST_DECIMALS).split("e");
  return { digits: minus(String(Number(digits))), exponent: minus(String(Number(exponent))) };
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

/** Writes a duration: `8 days, 3 hours, 1 minute`; short, as columns have it: `8 d 3 h 1 min`. */
export function durationText(seconds: number, length: "long" | "short" = "long"): string {
  const parts = SPANS.flatMap(([name, symbol, size], index) => {
    const count = Math.floor((index === 0 ? seconds : seconds % SPANS[index - 1]![2]) / size);
    if (count === 0 && (seconds > 0 || size > 1)) return [];
    return length === "short" ? `${countText(count)}\u00a0${symbol}` : quantity(count, name);
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
  return roughText(date, precision) ?? `${date.getUTCDate()} ${monthText(date)}`;
}

/** Writes a date as columns have it: `16 Jul 1969`, with a figure space for a missing digit. */
export function shortDateText(value: string, precision: Precision = "day"): string {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return value;
  const rough = roughText(date, precision);
  if (rough !== undefined) return rough;
  const day = String(date.getUTCDate()).padStart(2, "\u2007");
  return `${day}\u00a0${MONTHS[date.getUTCMonth()]!.slice(0, 3)}\u00a0${yearText(date)}`;
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

/** Writes a number of bytes: `612 B`, `26 KB`. */
export function bytesText(bytes: number | undefined): string {
  if (bytes === undefined) return "";
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 999_500 ? `${Math.round(bytes / 1_000)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
