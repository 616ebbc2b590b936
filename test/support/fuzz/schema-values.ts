/** Random values that a JSON Schema of the OpenAPI document allows. */
import fc from "fast-check";
import type { Part } from "../documents/openapi-conformance.ts";
import { mergedSchema } from "../documents/openapi-schemas.ts";
import { awkwardText } from "./hostile-text.ts";

/** There are few ids, so that requests find records of earlier requests. The ids of children start with their parent's. */
export const PARENTS = ["a", "b", "c", "d"];
const CHILDREN = ["1", "2"];

/** The id of the first event, which the server generates. */
const EVENT = "0000000000000001";

/** An id of a record without a parent. */
export const someId = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...PARENTS) },
  { weight: 1, arbitrary: fc.constant(EVENT) },
);

/** An id of a record of this parent. */
export function idBelow(parent: string): fc.Arbitrary<string> {
  return fc.constantFrom(...CHILDREN.map((child) => `${parent}-${child}`));
}

/** The maximum length of an id, which identifies references. */
const ID_LENGTH = 64;

const DAYS = ["1961-04-12", "1969-07-01", "1969-07-20", "2000-02-29", "2024-01-01", "2026-01-01"];
/** Public addresses, to which nothing is sent. */
export const URLS = ["https://93.184.216.34/hook", "https://[2606:2800:220:1::1]/hook"];
const MOMENTS = ["1969-07-20T20:17:40Z", "2026-01-15T12:00:00.000Z", "2024-06-30T23:59:59.5+05:30"];

/** Text with a letter or a digit of any script, as `RegExp` without a flag does not read it. */
const LETTER_OR_DIGIT = "[\\p{L}\\p{N}]";

/** A value of a schema; optional properties are rare. */
export function valuesOf(document: Part, schemaOrRef: Part): fc.Arbitrary<unknown> {
  const schema = mergedSchema(document, schemaOrRef);
  const { anyOf, oneOf = anyOf, ...rest } = schema;
  // An alternative may extend the keywords beside it.
  if (oneOf) return fc.oneof(...oneOf.map((each: Part) => valuesOf(document, each.$ref ? each : { ...rest, ...each })));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const types = [schema.type].flat() as string[];
  return fc.oneof(...types.map((type) => ofType(document, schema, type)));
}

function ofType(document: Part, schema: Part, type: string): fc.Arbitrary<unknown> {
  switch (type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
    case "number":
      return numberOf(schema, type === "integer");
    case "string":
      return textOf(schema);
    case "array": {
      const { minItems: minLength = 0, maxItems = 3, uniqueItems } = schema;
      const size = { minLength, maxLength: Math.min(maxItems, minLength + 3) };
      const items = valuesOf(document, schema.items);
      const lists = uniqueItems ? fc.uniqueArray(items, size) : fc.array(items, size);
      // The element that is allowed only alone.
      const alone = schema.if?.contains.const;
      return lists.map((list) => (alone !== undefined && list.includes(alone) ? [alone] : list));
    }
    default:
      return objectOf(document, schema);
  }
}

function numberOf(schema: Part, isInteger: boolean): fc.Arbitrary<number> {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const [min, max] = [minimum ?? exclusiveMinimum, maximum ?? exclusiveMaximum];
  const within = (value: number) =>
    !(value < min || value > max || value <= exclusiveMinimum || value >= exclusiveMaximum);
  const bounds = { min: min ?? -1e9, max: max ?? Math.max(1e9, min ?? 0) };
  const small = fc.integer({ min: Math.ceil(bounds.min), max: Math.floor(Math.min(bounds.max, bounds.min + 20)) });
  if (isInteger) return fc.oneof(small, fc.integer(bounds), fc.constantFrom(0, 1, 3).filter(within)).filter(within);
  const double = fc.double({ noNaN: true, noDefaultInfinity: true, ...(min < 0 ? {} : { min }), max: max ?? 1e308 });
  const edges = [0, 1, 0.1, 0.5, 5e-324, 1.898e27, Number.MAX_VALUE].filter(within);
  return fc.oneof(fc.constantFrom(...edges), double.filter(within));
}

function textOf({ format, pattern, minLength = 0, maxLength }: Part): fc.Arbitrary<string> {
  if (format === "date") return fc.constantFrom(...DAYS);
  if (format === "date-time") return fc.constantFrom(...MOMENTS);
  if (format === "uri") return fc.constantFrom(...URLS);
  if (maxLength === ID_LENGTH) return someId;
  if (pattern === LETTER_OR_DIGIT) return awkwardText.map((text) => `${text} o`);
  const isClean = pattern === undefined || pattern === "^[^\\x00]*$";
  if (!isClean) return pattern.startsWith("^[a-z0-9]") ? anyId : fc.stringMatching(new RegExp(pattern));
  const limitLength = (text: string) => {
    const points = Array.from(text).slice(0, maxLength);
    return points.length < minLength ? "x" : points.join("");
  };
  return awkwardText.map(limitLength);
}

const anyId = fc.oneof(
  { weight: 5, arbitrary: someId },
  { weight: 3, arbitrary: someId.chain(idBelow) },
  { weight: 1, arbitrary: fc.stringMatching(/^[a-z0-9][a-z0-9._~-]{8,63}$/) },
);

function objectOf(document: Part, { properties, required = [] }: Part): fc.Arbitrary<unknown> {
  if (!properties) return fc.dictionary(awkwardText, fc.oneof(awkwardText, fc.integer(), fc.boolean()), { maxKeys: 3 });
  const members = Object.entries<Part>(properties)
    .filter(([, schema]) => !schema.readOnly)
    .map(([name, schema]) => {
      const value = valuesOf(document, schema);
      const absent = fc.constant(undefined);
      return [
        name,
        required.includes(name)
          ? value
          : fc.oneof({ weight: 5, arbitrary: absent }, { weight: name === "id" ? 1 : 2, arbitrary: value }),
      ] as const;
    });
  return fc.record(Object.fromEntries(members)).map(withoutUndefined);
}

/** Removes undefined members, and restores the prototype of a parsed object. */
function withoutUndefined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined));
}
