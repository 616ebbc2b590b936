/** What is said of faults (what is wrong, then what is allowed) and of records that do not exist. */
import type { ErrorObject } from "ajv";
import { closest, distance } from "fastest-levenshtein";
import type { CurrentEnum } from "../declare/field-spec.ts";
import type { Schema } from "../declare/schema.ts";
import { isId } from "../declare/values.ts";
import { type Fault, notFound, type Problem } from "../problem.ts";
import type { Resource } from "./resource.ts";
import { nameInText } from "./text.ts";

/** A fault without its location. */
type Finding = Omit<Fault, "pointer">;

const shape = (code: string, message: string): Finding => ({ in: "shape", code, message });
const value = (code: string, message: string): Finding => ({ in: "value", code, message });

/**
 * Converts an error of Ajv.
 * @param pointer JSON Pointer of the value that was validated
 */
export function toFault(error: ErrorObject, pointer: string): Fault {
  const { keyword, params, instancePath } = error;
  const member: string | undefined = params.missingProperty ?? params.additionalProperty;
  const below = member === undefined ? "" : `/${member.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  return { ...(FINDINGS[keyword] ?? uncleanText)(error), pointer: `${pointer}${instancePath}${below}` };
}

/** The finding for each JSON Schema keyword, including the keywords of `validation.ts`. */
const FINDINGS: Readonly<Record<string, (error: ErrorObject) => Finding>> = {
  type: wrongType,
  required: ({ params }) => shape("required", `${params.missingProperty} is required.`),
  additionalProperties: unknownField,
  enum: ({ params, data }) => {
    const allowed = params.allowedValues.filter((word: unknown) => word !== null);
    const hint = () => (typeof data === "string" ? didYouMean(data, allowed) : "");
    return { ...value("not_allowed", `The value is not allowed. Allowed: ${allowed.join(", ")}.`), hint };
  },
  currentEnum: ({ schema, data }) => {
    const { values, message } = schema as CurrentEnum;
    const hint = () => `${didYouMean(data as string, values)} ${message}`;
    return { ...value("not_allowed", "The value is not allowed."), hint };
  },
  minimum: outOfRange,
  maximum: outOfRange,
  exclusiveMinimum: outOfRange,
  exclusiveMaximum: outOfRange,
  minLength: () => value("too_short", "The text is empty. At least 1 character is required."),
  maxLength: ({ params }) =>
    value("too_long", `The text is too long. At most ${params.limit} characters (Unicode code points) are allowed.`),
  maxItems: ({ params }) =>
    value("too_many_items", `The array is too long. At most ${params.limit} elements are allowed.`),
  format: ({ params, data }) =>
    params.format === "id"
      ? value("invalid_id", invalidId(data as string))
      : value("invalid_format", FORMATS[params.format]!),
  uniqueBy: ({ schema }) => value("not_unique", `Two elements have the same ${schema}; each must have its own.`),
  sumAtMost: ({ schema }) => {
    const { key, total } = schema as { key: string; total: number };
    return value("out_of_range", `The sum of ${key} is too large. It must be at most ${total}.`);
  },
  cleanJson: ({ schema }) =>
    value(
      "invalid_value",
      `The JSON is longer than ${schema} bytes, or contains U+0000, a lone surrogate or a number outside the range of a double.`,
    ),
};

function uncleanText(): Finding {
  return value("invalid_text", "The text contains U+0000 or a lone surrogate; neither is allowed.");
}

/**
 * The problem of a record that does not exist, or that the caller may not see.
 * @param hint a sentence that names another one, with a leading space
 */
export function recordNotFound(resource: Pick<Resource, "one">, hint = ""): Problem {
  return notFound(`There is no such ${nameInText(resource)}.${hint}`);
}

/**
 * The problem of a list, or of a new record, whose parent does not exist.
 * @param hint a sentence that names another one, with a leading space
 */
export function parentNotFound(parent: Pick<Resource, "one">, id: string | undefined, hint: string): Problem {
  return notFound(`There is no ${nameInText(parent)} with the id ${JSON.stringify(id)}.${hint}`);
}

/** Says what is wrong with an id, and suggests its lower-case form if that is valid. */
export function invalidId(text: string): string {
  const lowerCase = text.toLowerCase();
  return isId(lowerCase)
    ? `Ids are lower case. Use ${lowerCase}.`
    : "The id is invalid. It must have 1 to 64 characters from a-z 0-9 . _ ~ - and start with a letter or a digit.";
}

const FORMATS: Readonly<Record<string, string>> = {
  uri: "The text is not an absolute URL in visible ASCII characters.",
  date: "The text is not a calendar date, YYYY-MM-DD.",
  duration:
    "The text is not a duration in weeks, days, hours, minutes and whole seconds (ISO 8601), such as P8DT3H18M35S; months and years have no fixed length.",
  "date-time":
    "The text is not an RFC 3339 date-time such as 2026-01-31T12:00:00Z, with at most nine fractional digits.",
};

function wrongType({ data, params }: ErrorObject): Finding {
  const types: string[] = [params.type].flat();
  const isNumeric = types.includes("number") || types.includes("integer");
  if (isNumeric && typeof data === "number" && !Number.isFinite(data))
    return value("out_of_range", "The number is outside the range of a double (IEEE 754 binary64).");
  const expected = types.map((type) => TYPES[type] ?? type);
  return shape("wrong_type", `Expected ${expected.join(" or ")}, not ${jsonType(data)}.`);
}

const TYPES: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  integer: "an integer",
  boolean: "true or false",
  object: "an object",
  array: "an array",
  null: "null",
};

/** What a value is in JSON, with its article. */
export function jsonType(data: unknown): string {
  if (data === undefined) return "nothing";
  if (data === null) return "null";
  if (Array.isArray(data)) return "an array";
  if (typeof data === "number") return data % 1 === 0 || !Number.isFinite(data) ? "a number" : "a fraction";
  return typeof data === "object" ? "an object" : `a ${typeof data}`;
}

function unknownField({ params, parentSchema = {} }: ErrorObject): Finding {
  const name: string = params.additionalProperty;
  const known = Object.keys((parentSchema.properties ?? {}) as object);
  return { ...shape("unknown_field", `Unknown field ${JSON.stringify(name)}.`), hint: () => didYouMean(name, known) };
}

const BOUNDS = { exclusiveMinimum: "above", minimum: "at least", exclusiveMaximum: "below", maximum: "at most" };

/** The message omits the bounds of safe integers, unless the number violates them. */
function outOfRange({ keyword, parentSchema = {} }: ErrorObject): Finding {
  const schema: Schema = parentSchema;
  const bounds = Object.entries(BOUNDS)
    .filter(([bound]) => schema[bound] !== undefined)
    .filter(([bound]) => bound === keyword || Math.abs(schema[bound] as number) !== Number.MAX_SAFE_INTEGER)
    .map(([bound, words]) => `${words} ${schema[bound]}`);
  return value("out_of_range", `The number is out of range. It must be ${bounds.join(" and ")}.`);
}

/** What to append to the message that a name is unknown: the one that may have been meant, and all that are allowed. */
export function allowedNames(name: string, known: readonly string[]): string {
  return `${didYouMean(name, known)} Allowed: ${known.join(", ")}.`;
}

/**
 * A sentence to append to a message; empty if no known name is similar.
 * @param most the maximum number of characters that differ
 */
export function didYouMean(name: string, known: readonly string[], most = Number.POSITIVE_INFINITY): string {
  const similar = findSimilar(name, known, most);
  return similar === undefined ? "" : ` Did you mean ${similar}?`;
}

/**
 * The known name that may have been meant; undefined if none is similar.
 * @param most the maximum number of characters that differ
 */
export function findSimilar(
  name: string,
  known: readonly string[],
  most = Number.POSITIVE_INFINITY,
): string | undefined {
  if (known.length === 0 || name.length > 64) return undefined;
  const given = name.toLowerCase();
  const nearest = closest(given, known);
  const maxDistance = Math.min(most, Math.max(1, Math.floor(name.length / 3)));
  const isSimilar = distance(given, nearest) <= maxDistance || sortLetters(given) === sortLetters(nearest);
  return isSimilar ? nearest : undefined;
}

/** Two names with the same letters differ only by transpositions. */
function sortLetters(name: string): string {
  return Array.from(name).sort().join("");
}
