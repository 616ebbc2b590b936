/** Reads the texts of CSV cells as values of their fields. */
import { parseJson } from "../../engine/runtime/json.ts";
import type { Kind, WritableField } from "../description/model.ts";
import { type Reading, readDuration } from "../values/duration.ts";
import { quote } from "../values/quote.ts";

/** Reads a cell. A text that does not fit may stay a text: the constraints explain it. */
type ReadCell = (text: string, field: WritableField) => Reading<unknown>;

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
/** `2024-01-31`, or with a time behind a space or a T: `2024-01-31 12:00:00`. */
const SPREADSHEET_TIME = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(:\d\d(?:\.\d+)?)?)?$/;
const TRUE = ["true", "yes", "1"];
const FALSE = ["false", "no", "0"];

const trimmed: ReadCell = (text) => ({ value: text.trim() });
const word: ReadCell = (text, { values }) => ({ value: wordIn(values, text.trim()) });
const json: ReadCell = (text) => readJson(text.trim());

/** How the cells of each kind of fields are read. */
const CELLS: Readonly<Record<Kind, ReadCell>> = {
  id: trimmed,
  text: (text) => ({ value: text }),
  multiline: (text) => ({ value: text }),
  uri: trimmed,
  integer: (text) => readNumber(text.trim(), "a whole number, such as 12"),
  decimal: (text) => readNumber(text.trim(), "a number, such as 12.5 or 1.2e3"),
  boolean: (text) => readBoolean(text.trim()),
  date: trimmed,
  instant: (text) => ({ value: instantOf(text.trim()) }),
  duration: readDuration,
  enum: word,
  lifecycle: word,
  reference: trimmed,
  texts: (text) =>
    text.trim().startsWith("[") ? readJson(text.trim()) : { value: text.split(";").map((each) => each.trim()) },
  objects: json,
  object: json,
  json,
};

/** Reads a cell; undefined if it is empty. White space is a value only in texts. */
export function readCell(text: string, field: WritableField): Reading<unknown> | undefined {
  const isEmpty = text === "" || (text.trim() === "" && field.kind !== "text" && field.kind !== "multiline");
  return isEmpty ? undefined : CELLS[field.kind](text, field);
}

/** Reads the nearest number that can be stored: measured values often have more digits. */
function readNumber(text: string, expected: string): Reading<unknown> {
  const plain = text.replace("−", "-");
  const value = Number(plain);
  if (/^[+-]?\d+,\d+$/.test(plain))
    return { reason: `${quote(text)} has a comma: use a decimal point, as in 12.5, and no thousands separators.` };
  if (!NUMBER.test(plain)) return { reason: `${quote(text)} is not ${expected}.` };
  if (!Number.isFinite(value)) return { reason: `${quote(text)} is too large; at most about 1.8e308 is allowed.` };
  if (value === 0 && /[1-9]/.test(plain.replace(/e.*$/i, "")))
    return { reason: `${quote(text)} is too close to zero; the least number that can be stored is about 5e-324.` };
  return { value };
}

function readBoolean(text: string): Reading<unknown> {
  const lower = text.toLowerCase();
  if (TRUE.includes(lower)) return { value: true };
  if (FALSE.includes(lower)) return { value: false };
  return { reason: `${quote(text)} is neither true nor false (nor yes, no, 1, 0).` };
}

/** Returns a point in time. What spreadsheets write without a zone is UTC. */
function instantOf(text: string): string {
  const [, date, time, seconds = ":00"] = SPREADSHEET_TIME.exec(text) ?? [];
  return date === undefined ? text : `${date}T${time ?? "00:00"}${seconds}Z`;
}

/** Returns the allowed word that differs only by case, spaces, hyphens and underscores; otherwise the text itself. */
function wordIn(words: readonly string[], text: string): string {
  const plain = (each: string) => each.toLowerCase().replaceAll(/[\s_-]+/g, "_");
  return words.find((each) => each === text) ?? words.find((each) => plain(each) === plain(text)) ?? text;
}

function readJson(text: string): Reading<unknown> {
  try {
    return { value: parseJson(text) };
  } catch (error) {
    return { reason: `${quote(text)} is not JSON: ${(error as Error).message}.` };
  }
}
