/** Values of fields: their validity, and the form in which they are stored and compared. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A record: values by field name. */
export type Values = Record<string, Json>;

/** The pattern of an id: lower case, so that every address has one spelling. It never needs escaping in a path. */
export const ID = /^[a-z0-9][a-z0-9._~-]{0,63}$/;

/** Whether a value is an id. */
export function isId(text: unknown): text is string {
  return typeof text === "string" && ID.test(text);
}

/** The ids of records that are numbered: 16 digits, so that they sort as text. */
export const SERIAL_ID = /^\d{16}$/;

/** The greatest integer key. */
export const MAX_KEY = 2_147_483_647;

/** The id of the record with an integer key. */
export function serialId(key: number): string {
  return String(key).padStart(16, "0");
}

/** The integer key in an id; undefined if no record can have this id. */
export function keyOfSerialId(id: string): number | undefined {
  return SERIAL_ID.test(id) && Number(id) <= MAX_KEY ? Number(id) : undefined;
}

/** Whether a text is an absolute URL in visible ASCII characters (RFC 3986). */
export function isUrl(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text) && URL.canParse(text);
}

/** Whether a text is a full-date of RFC 3339, years 0000 to 9999; `2023-02-30` is not. */
export function isDate(text: string): boolean {
  return text.length === 10 && beginsWithDate(text);
}

/** Reads character by character, because arrays of records have many dates. */
function beginsWithDate(text: string): boolean {
  const year = 100 * twoDigits(text, 0) + twoDigits(text, 2);
  const [month, day] = [twoDigits(text, 5), twoDigits(text, 8)];
  return text[4] === "-" && text[7] === "-" && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

/** The number that two digits represent; NaN if they are none. */
function twoDigits(text: string, at: number): number {
  const [tens, ones] = [text.charCodeAt(at) - ZERO, text.charCodeAt(at + 1) - ZERO];
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? 10 * tens + ones : Number.NaN;
}

const ZERO = 0x30;
const SHORT_MONTHS = [4, 6, 9, 11];

/** NaN if the year is. */
function daysIn(year: number, month: number): number {
  if (Number.isNaN(year)) return year;
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return SHORT_MONTHS.includes(month) ? 30 : 31;
}

const INSTANT =
  /^(\d{4}-\d\d-\d\d)[Tt]([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(\.\d{1,9})?([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** The stored form of a date-time, whose date may still be invalid. */
const NORMALIZED_INSTANT = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}(?:\d{0,5}[1-9])?Z$/;

/**
 * The stored form of an RFC 3339 date-time: in UTC with `Z`, from milliseconds to nanoseconds, without trailing zeros
 * beyond milliseconds. Returns undefined for any other text, and outside the years 0000 to 9999 in UTC.
 */
export function normalizeInstant(text: string): string | undefined {
  if (NORMALIZED_INSTANT.test(text)) return beginsWithDate(text) ? text : undefined;
  const parts = INSTANT.exec(text);
  if (!parts || !isDate(parts[1]!)) return undefined;
  const [, date, hour, minute, second, fraction = ".", zone] = parts as unknown as string[];
  const utc = new Date(`${date}T${hour}:${minute}:${second}Z`).getTime() - offsetMs(zone!);
  const iso = Number.isNaN(utc) ? "" : new Date(utc).toISOString();
  if (!/^\d{4}-/.test(iso)) return undefined;
  const digits = fraction.slice(1).replace(/0+$/, "").padEnd(3, "0");
  return `${iso.slice(0, 19)}.${digits}Z`;
}

/** How far a zone such as `+05:30` is ahead of UTC. */
function offsetMs(zone: string): number {
  if (zone === "Z" || zone === "z") return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4, 6));
  return (zone[0] === "-" ? -minutes : minutes) * 60_000;
}

/** The day after a date; undefined after 9999-12-31. */
export function nextDay(date: string): string | undefined {
  const next = new Date(`${date}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  const iso = next.toISOString();
  return /^\d{4}-/.test(iso) ? iso.slice(0, 10) : undefined;
}

/** Whole years between two dates; negative if `to` is earlier. */
export function wholeYears(from: string, to: string): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  return to.slice(5) < from.slice(5) ? years - 1 : years;
}

/** Whole days between two dates; negative if `to` is earlier. */
export function wholeDays(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}

/** The version of `fold`. When it changes, migrations fold all stored texts again. */
export const FOLDING = "lower upper lower";

/**
 * The form in which text is compared and sorted: lower-cased, upper-cased and lower-cased again, code point by code
 * point, so that `ς` equals `σ`, and both `ß` and `ẞ` equal `ss`. The first step is for `ẞ` alone, which is upper case.
 */
export function fold(text: string): string {
  const upper = text.toLowerCase().toUpperCase();
  // Lower-casing a whole text depends on the context: a final Σ becomes ς.
  return upper.includes("Σ") ? Array.from(upper, (point) => point.toLowerCase()).join("") : upper.toLowerCase();
}

/** Whether a text contains neither U+0000 nor a lone surrogate, which JSON can encode but databases cannot store. */
export function isCleanText(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

/** Whether every text in a JSON value, keys included, is clean, and every number finite. */
export function isCleanJson(value: unknown): boolean {
  if (typeof value === "string") return isCleanText(value);
  if (typeof value === "number") return Number.isFinite(value);
  if (value === null || typeof value !== "object") return true;
  return Object.entries(value).every(([key, part]) => isCleanText(key) && isCleanJson(part));
}

/** Whether two JSON values are equal (RFC 8259); the order of an object's members does not matter. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && sameJson((a as Values)[key], (b as Values)[key]));
}
