/** Bodies against their schemas: all faults at once, each saying what is allowed. */

import type { ErrorObject } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { closest, distance } from "fastest-levenshtein";
import type { AllowedWords, Schema } from "../declare/field-spec.ts";
import { isCleanJson, isCleanText, isDate, isId, isUrl, normalizeInstant } from "../declare/values.ts";
import { type Fault, MAX_FAULTS } from "../problem.ts";
import { memoize } from "../runtime/memoize.ts";
import type { Resource } from "./resource.ts";
import { bodySchema, type WriteAction } from "./schemas.ts";

const ajv = new Ajv2020({
  allErrors: true,
  verbose: true,
  strict: false,
  // JSON.parse reads 1e400 as Infinity, which is no number.
  strictNumbers: true,
  messages: false,
  inlineRefs: false,
});
ajv.addFormat("id", isId);
ajv.addFormat("date", isDate);
ajv.addFormat("uri", isUrl);
ajv.addFormat("date-time", (text: string) => normalizeInstant(text) !== undefined);
ajv.addKeyword({
  keyword: "cleanText",
  type: "string",
  errors: false,
  validate: (_: true, text: string) => isCleanText(text),
});
ajv.addKeyword({
  keyword: "cleanJson",
  type: "object",
  errors: false,
  validate: (bytes: number, value: object) => isCleanJson(value) && Buffer.byteLength(JSON.stringify(value)) <= bytes,
});
ajv.addKeyword({
  keyword: "uniqueBy",
  type: "array",
  errors: false,
  validate: (key: string, items: Record<string, unknown>[]) =>
    new Set(items.map((item) => item?.[key])).size === items.length,
});
ajv.addKeyword({
  keyword: "sumAtMost",
  type: "array",
  errors: false,
  validate: ({ key, total }: { key: string; total: number }, items: Record<string, unknown>[]) =>
    // Decimal fractions add up to a little more than their decimal sum.
    items.reduce((sum, item) => sum + (Number(item?.[key]) || 0), 0) <= total + 1e-9,
});

ajv.addKeyword({
  keyword: "among",
  type: "string",
  errors: false,
  validate: ({ words }: AllowedWords, text: string) => words.includes(text),
});

const validators = memoize((resource: Resource) => ({
  create: ajv.compile(bodySchema(resource, "create")),
  replace: ajv.compile(bodySchema(resource, "replace")),
  patch: ajv.compile(bodySchema(resource, "patch")),
}));

/**
 * The faults that a body shows by itself, at most `MOST_FAULTS` of them.
 * @param at JSON Pointer of the record within the body: empty, or `/17` in an array
 */
export function faultsInBody(resource: Resource, intent: WriteAction, body: unknown, at = ""): Fault[] {
  const validate = validators(resource)[intent];
  return validate(body) ? [] : toFaults(validate.errors ?? [], at);
}

const valueValidators = memoize((schema: Schema) => ajv.compile(schema));

/** The faults in one field's value. */
export function faultsInValue(schema: Schema, value: unknown, at: string): Fault[] {
  const validate = valueValidators(schema);
  return validate(value) ? [] : toFaults(validate.errors ?? [], at);
}

function toFaults(errors: readonly ErrorObject[], at: string): Fault[] {
  // A value of the wrong type breaks its other keywords as well; one fault says enough.
  const wrongType = new Set(errors.filter((error) => error.keyword === "type").map((error) => error.instancePath));
  return errors
    .filter((error) => error.keyword === "type" || !wrongType.has(error.instancePath))
    .slice(0, MAX_FAULTS)
    .map((error) => faultOf(error, at));
}

function faultOf(error: ErrorObject, at: string): Fault {
  const { keyword, params, data, parentSchema = {} } = error;
  const below = params.missingProperty ?? params.additionalProperty;
  const pointer = `${at}${error.instancePath}${below === undefined ? "" : `/${escaped(below)}`}`;
  const shape = (code: string, message: string): Fault => ({ in: "shape", pointer, code, message });
  const value = (code: string, message: string): Fault => ({ in: "value", pointer, code, message });
  switch (keyword) {
    case "type":
      if (typeof data === "number" && !Number.isFinite(data)) {
        return value("out_of_range", "The number is outside the range of a double (IEEE 754 binary64).");
      }
      return shape("wrong_type", `Expected ${typeName(params.type)}, not ${jsonType(data)}.`);
    case "required":
      return shape("required", `${below} is required.`);
    case "additionalProperties": {
      const known = Object.keys((parentSchema.properties ?? {}) as object);
      return shape("unknown_field", `There is no field ${JSON.stringify(below)} here.${didYouMean(below, known)}`);
    }
    case "enum":
      return value(
        "not_allowed",
        `Allowed are ${formatList(params.allowedValues.filter((word: unknown) => word !== null))}.`,
      );
    case "among": {
      const { words, form } = error.schema as AllowedWords;
      return value("not_allowed", `${form}${didYouMean(data as string, words)}`);
    }
    case "minimum":
    case "maximum":
    case "exclusiveMinimum":
    case "exclusiveMaximum":
      return value("out_of_range", `Must be ${rangeOf(parentSchema, keyword)}.`);
    case "minLength":
      return value("too_short", "Must not be empty.");
    case "maxLength":
      return value("too_long", `Must be at most ${params.limit} characters (Unicode code points).`);
    case "maxItems":
      return value("too_many_items", `Must have at most ${params.limit} elements.`);
    case "format":
      return params.format === "id"
        ? value("invalid_id", ID_MESSAGE)
        : value("invalid_format", FORMATS[params.format as string]!);
    case "uniqueBy":
      return value("not_unique", `No two elements may have the same ${error.schema}.`);
    case "sumAtMost":
      return value(
        "out_of_range",
        `The elements' ${(error.schema as { key: string }).key} together are at most ${(error.schema as { total: number }).total}.`,
      );
    case "cleanJson":
      return value(
        "invalid_value",
        `Must be at most ${error.schema} bytes as JSON, without U+0000, lone surrogates and numbers beyond a double.`,
      );
    default:
      return value("invalid_text", "Must be free of U+0000 and lone surrogates.");
  }
}

/** What an identifier may look like, for a caller. */
export const ID_MESSAGE = "An id is 1 to 64 characters of A-Z a-z 0-9 . _ ~ - and starts with a letter or digit.";

const FORMATS: Record<string, string> = {
  uri: "Must be an absolute URL, in visible ASCII characters.",
  date: "Must be a calendar date, YYYY-MM-DD.",
  "date-time": "Must be an RFC 3339 date-time such as 2026-01-31T12:00:00Z, with at most nine digits of a second.",
};

function escaped(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

function jsonType(data: unknown): string {
  if (data === undefined) return "nothing";
  if (data === null) return "null";
  if (Array.isArray(data)) return "an array";
  if (typeof data === "number") return Number.isInteger(data) ? "a number" : "a fraction";
  return typeof data === "object" ? "an object" : `a ${typeof data}`;
}

const TYPES: Record<string, string> = {
  string: "a string",
  number: "a number",
  integer: "an integer",
  boolean: "true or false",
  object: "an object",
  array: "an array",
  null: "null",
};

function typeName(type: string | string[]): string {
  return [type]
    .flat()
    .map((one) => TYPES[one] ?? one)
    .join(" or ");
}

/** Words as a sentence lists them. */
export function formatList(words: readonly unknown[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** The bounds of a number; those of every integer are named only if the value exceeds them. */
function rangeOf(schema: Schema, broken: string): string {
  const bounds: [string, string][] = [
    ["exclusiveMinimum", "above"],
    ["minimum", "at least"],
    ["exclusiveMaximum", "below"],
    ["maximum", "at most"],
  ];
  return bounds
    .filter(([keyword]) => schema[keyword] !== undefined)
    .filter(([keyword]) => keyword === broken || Math.abs(schema[keyword] as number) !== Number.MAX_SAFE_INTEGER)
    .map(([keyword, words]) => `${words} ${schema[keyword]}`)
    .join(" and ");
}

/** A sentence to append to a message, or nothing when no known name is near. */
export function didYouMean(name: string, known: readonly string[]): string {
  if (known.length === 0 || name.length > 64) return "";
  const nearest = closest(name.toLowerCase(), known);
  const near = Math.max(1, Math.floor(name.length / 3));
  const meant = distance(name.toLowerCase(), nearest) <= near || letters(name.toLowerCase()) === letters(nearest);
  return meant ? ` Did you mean ${nearest}?` : "";
}

/** Two names of the same letters differ by letters that changed places. */
function letters(name: string): string {
  return Array.from(name).sort().join("");
}
