/** Finds what is wrong with one value by the keywords of its schema: what is wrong, then what is allowed. */
import type { Fault } from "../../client/index.ts";
import type { Schema } from "../description/schema.ts";
import { FORMATS, ID_PATTERN, isId } from "./formats.ts";
import { isCleanJson, isCleanText, isObject, type Values } from "./json.ts";
import { shorten } from "./quote.ts";

/** A fault without its place. */
export type Finding = Pick<Fault, "code" | "message">;

/** The code of the fault of too large an object: forms show it at once, because more typing does not fix it. */
export const TOO_LARGE = "too_large";

/** The types of values: what is required, alone and in a list, and whether a value is one. */
const TYPES: Readonly<Record<string, readonly [one: string, many: string, has: (value: unknown) => boolean]>> = {
  string: ["A text", "texts", (value) => typeof value === "string"],
  number: ["A number", "numbers", (value) => typeof value === "number"],
  integer: ["A whole number", "whole numbers", (value) => Number.isInteger(value) || isInfinite(value)],
  boolean: ["True or false", "true or false", (value) => typeof value === "boolean"],
  object: ["An object", "objects", isObject],
  array: ["A list", "lists", Array.isArray],
};

/** Returns what is wrong with a value, which is not null, apart from what it contains; undefined if nothing is. */
export function findingOf(schema: Schema, value: unknown): Finding | undefined {
  const [type, words] = [typeOf(schema), schema.enum];
  if (type !== undefined && !TYPES[type]![2](value)) {
    const element = type === "array" ? typeOf(schema.items ?? {}) : undefined;
    const expected = element === undefined ? TYPES[type]![0] : `A list of ${TYPES[element]![1]}`;
    return finding("wrong_type", `${expected} is required, not ${shown(value)}.`);
  }
  if (words && !words.includes(value as string)) {
    const allowed = words.filter((word) => word !== null).join(", ");
    return finding("not_allowed", `${shown(value)} is not allowed. Allowed: ${allowed}.`);
  }
  if (typeof value === "string") return textFinding(schema, value);
  if (typeof value === "number") return numberFinding(schema, value);
  if (Array.isArray(value)) return listFinding(schema, value);
  return isObject(value) && !schema.properties ? jsonFinding(schema, value) : undefined;
}

function finding(code: string, message: string): Finding {
  return { code, message };
}

function typeOf({ type }: Schema): string | undefined {
  return [type].flat().find((each) => each !== "null");
}

/** Returns the number of characters as the service counts them: code points. */
export function lengthOf(text: string): number {
  return [...text].length;
}

function textFinding({ format = "", pattern, minLength, maxLength }: Schema, text: string): Finding | undefined {
  if (text === "" && minLength) return finding("too_short", "The text is empty. At least 1 character is required.");
  if (maxLength !== undefined && text.length > maxLength && lengthOf(text) > maxLength)
    return finding("too_long", atMost(maxLength, "characters", lengthOf(text)));
  if (pattern === ID_PATTERN && !isId(text)) return finding("invalid_id", invalidId(text));
  const known = FORMATS[format];
  if (known && !known.accepts(text)) return finding("invalid_format", `${shown(text)} is not ${known.noun}.`);
  if (!isCleanText(text))
    return finding("invalid_text", "The text has U+0000 or a lone surrogate; neither is allowed.");
  if (typeof pattern !== "string" || new RegExp(pattern, "u").test(text)) return undefined;
  return finding("invalid_format", `${shown(text)} does not match the pattern ${pattern}.`);
}

function atMost(most: number, noun: string, count: number): string {
  return `At most ${numberText(most)} ${noun} are allowed; this has ${numberText(count)}.`;
}

/** Says what is wrong with an id. */
export function invalidId(text: string): string {
  if (isId(text.toLowerCase())) return `Ids are lower case. Use ${text.toLowerCase()}.`;
  return `${shown(text)} is not an id. An id has 1 to 64 characters from a-z 0-9 . _ ~ - and begins with a letter or a digit.`;
}

function outOfRange(message: string): Finding {
  return finding("out_of_range", message);
}

function numberFinding(schema: Schema, value: number): Finding | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema as Record<string, number | undefined>;
  if (isInfinite(value)) return outOfRange("This number is too large.");
  if (minimum !== undefined && value < minimum) return outOfRange(`At least ${numberText(minimum)} is required.`);
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
    return outOfRange(`It must be more than ${numberText(exclusiveMinimum)}.`);
  if (maximum !== undefined && value > maximum) return outOfRange(`At most ${numberText(maximum)} is allowed.`);
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum)
    return outOfRange(`It must be less than ${numberText(exclusiveMaximum)}.`);
  return undefined;
}

/** Returns whether a number is larger than a double can hold, as 1e400 in JSON is. */
function isInfinite(value: unknown): boolean {
  return value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY;
}

/** The limited sum of a list of objects: so far, and at most. */
export interface Sum {
  readonly key: string;
  readonly total: number;
  readonly sum: number;
}

/** Returns the running sum of a list, if its schema limits one. */
export function sumOf(schema: Schema, elements: readonly unknown[]): Sum | undefined {
  const limit = schema["x-sum-at-most"] as Pick<Sum, "key" | "total"> | undefined;
  if (!limit) return undefined;
  const values = elements.map((each) => (each as Values | null)?.[limit.key]);
  return { ...limit, sum: values.filter((each) => typeof each === "number").reduce((sum, each) => sum + each, 0) };
}

/** The error that adding decimals may have; whether such a sum is too large, the service decides. */
const ROUNDING = 1e-9;

function listFinding(schema: Schema, elements: readonly unknown[]): Finding | undefined {
  const most = (schema.maxItems as number | undefined) ?? elements.length;
  if (elements.length > most) return finding("too_many_items", atMost(most, "elements", elements.length));
  const { key, total, sum } = sumOf(schema, elements) ?? { key: "", total: 0, sum: 0 };
  if (sum <= total + ROUNDING) return undefined;
  const exact = numberText(Number(sum.toPrecision(12)));
  return outOfRange(`The sum of ${key} is ${exact}; at most ${numberText(total)} is allowed.`);
}

/** Returns the most bytes that any object may have; undefined without a limit. */
export function mostBytesOf(schema: Schema): number | undefined {
  return schema["x-max-bytes"] as number | undefined;
}

/** Returns the number of bytes of a text in UTF-8. */
export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

function jsonFinding(schema: Schema, value: Values): Finding | undefined {
  const bytes = bytesOf(JSON.stringify(value));
  const most = mostBytesOf(schema) ?? bytes;
  if (bytes > most) return finding(TOO_LARGE, atMost(most, "bytes", bytes));
  if (isCleanJson(value)) return undefined;
  return finding("invalid_value", "It has U+0000, a lone surrogate or too large a number; none is allowed.");
}

const grouped = new Intl.NumberFormat("en-GB", { maximumSignificantDigits: 21 });

/** Writes a number exactly, and so that people can read it: `1,738.1`, `−90`, `1.898e+27`. */
function numberText(value: number): string {
  const isGrouped = value === 0 || (Math.abs(value) >= 1e-6 && Math.abs(value) < 1e16);
  return (isGrouped ? grouped.format(value) : String(value)).replace("-", "−");
}

function shown(value: unknown): string {
  if (typeof value === "number") return numberText(value);
  return shorten(JSON.stringify(value));
}
