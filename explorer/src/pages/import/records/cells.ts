/** Reads the texts of CSV cells as values, by the kind of their field. */
import type { Field } from "../../../../../kit/description/model.ts";
import { durations } from "../../../fields/kinds/duration.ts";
import { readNumber } from "../../../forms/values/number-text.ts";
import { isUnreadable, unreadable } from "../../../forms/values/unreadable.ts";

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
/** `2024-01-31`, or with a time behind a space or a T: `2024-01-31 12:00:00`. */
const SPREADSHEET_TIME = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(:\d\d(?:\.\d+)?)?)?$/;
const TRUE = ["true", "yes", "1"];
const FALSE = ["false", "no", "0"];

/** Returns the value of a cell; undefined for an empty one, and `Unreadable` for a text that is none. */
export function valueOfCell(text: string, field: Field): unknown {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  switch (field.kind) {
    case "integer":
      return readNumber(trimmed, true);
    case "decimal":
      return decimalOf(trimmed);
    case "boolean":
      return booleanOf(trimmed);
    case "enum":
    case "lifecycle":
      return wordOf(trimmed, field.values);
    case "instant":
      return instantOf(trimmed);
    case "duration": {
      const read = durations.read(trimmed);
      return read.value ?? unreadable(text, read.reason);
    }
    case "texts":
      return trimmed.startsWith("[") ? jsonOf(trimmed) : trimmed.split(";").map((each) => each.trim());
    case "objects":
    case "object":
    case "json":
      return jsonOf(trimmed);
    case "text":
    case "paragraphs":
      return text;
    default:
      return trimmed;
  }
}

/** Returns the nearest number that can be stored: measured values often have more digits. */
function decimalOf(text: string): unknown {
  const value = readNumber(text, false);
  if (!isUnreadable(value)) return value;
  if (/^[+-]?\d+,\d+$/.test(text)) return unreadable(text, "Use a decimal point instead of the comma, as in 12.5.");
  const nearest = NUMBER.test(text) ? Number(text) : 0;
  return Number.isFinite(nearest) && nearest !== 0 ? nearest : value;
}

/** Reads a point in time. What spreadsheets write without a zone is UTC. */
function instantOf(text: string): string {
  const [, date, time, seconds = ":00"] = SPREADSHEET_TIME.exec(text) ?? [];
  if (date === undefined) return text;
  return `${date}T${time ?? "00:00"}${seconds}Z`;
}

function booleanOf(text: string): unknown {
  const word = text.toLowerCase();
  if (TRUE.includes(word)) return true;
  return FALSE.includes(word) ? false : unreadable(text, "It must be true or false (or yes, no, 1, 0).");
}

/** Returns the allowed word that differs only by case, spaces and hyphens; otherwise the text itself. */
function wordOf(text: string, words: readonly string[]): string {
  const plain = (word: string) => word.toLowerCase().replaceAll(/[\s_-]+/g, "_");
  return words.find((word) => word === text) ?? words.find((word) => plain(word) === plain(text)) ?? text;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return unreadable(text, `This is not JSON: ${(error as Error).message}`);
  }
}
