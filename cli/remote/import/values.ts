/** Converts the texts of CSV cells to values, by the JSON Schema of their field. */
import type { Schema } from "../../../engine/declare/schema.ts";
import { isDate, type Json } from "../../../engine/declare/values.ts";
import { parseJson } from "../../../engine/runtime/json.ts";

/** A converted cell. A text that does not fit stays a text, and the validation explains it. */
export type Converted = { readonly value: Json } | { readonly fault: string };

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const TRUE = ["true", "yes", "1"];
const FALSE = ["false", "no", "0"];

/** An empty cell is null. */
export function convertCell(text: string, schema: Schema): Converted {
  if (text === "") return { value: null };
  const types = [schema.type].flat() as string[];
  const trimmed = text.trim();
  if (types.includes("number") || types.includes("integer")) return convertNumber(trimmed, types.includes("integer"));
  if (types.includes("boolean")) return convertBoolean(trimmed);
  if (types.includes("array") || types.includes("object")) return convertJson(trimmed, schema, types);
  if (Array.isArray(schema.enum)) return { value: matchingWord(trimmed, schema.enum as Json[]) };
  if (schema.format === "date-time" && isDate(trimmed)) return { value: `${trimmed}T00:00:00.000Z` };
  return { value: schema.format === undefined ? text : trimmed };
}

function convertNumber(text: string, isInteger: boolean): Converted {
  const value = Number(text);
  if (!NUMBER.test(text) || !Number.isFinite(value))
    return { fault: `${quote(text)} is not a number, such as 12.5 or 1.2e3.` };
  if (isInteger && !Number.isInteger(value)) return { fault: `${quote(text)} is not an integer.` };
  return { value };
}

function convertBoolean(text: string): Converted {
  const word = text.toLowerCase();
  if (TRUE.includes(word)) return { value: true };
  if (FALSE.includes(word)) return { value: false };
  return { fault: `${quote(text)} is neither true nor false (nor yes, no, 1, 0).` };
}

/** Lists and objects are JSON; a list of texts may be separated by semicolons. */
function convertJson(text: string, { items }: Schema, types: readonly string[]): Converted {
  if (/^[[{]/.test(text)) {
    try {
      return { value: parseJson(text) as Json };
    } catch (error) {
      return { fault: `This is not JSON: ${(error as Error).message}` };
    }
  }
  const itemType = (items as Schema | undefined)?.type;
  if (types.includes("array") && [itemType].flat().includes("string"))
    return { value: text.split(";").map((each) => each.trim()) };
  return { fault: `${quote(text)} is not JSON; write ${types.includes("array") ? "[…]" : "{…}"}.` };
}

/** The allowed word that differs only by case, spaces and hyphens; otherwise the text itself. */
function matchingWord(text: string, words: readonly Json[]): Json {
  const plain = (word: Json): string =>
    String(word)
      .toLowerCase()
      .replaceAll(/[\s_-]+/g, "_");
  return (
    words.find((word) => word === text) ?? words.find((word) => word !== null && plain(word) === plain(text)) ?? text
  );
}

function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
