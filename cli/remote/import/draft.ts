/** The JSON Schema of the records that an import writes. */
import type { Schema } from "../../../engine/declare/schema.ts";
import type { View } from "../../../kit/description/model.ts";

/** A schema of objects. */
export interface RecordSchema extends Schema {
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
}

/** The schema of a new record, without what the service sets. */
export function draftOf({ writable: { create } }: View): RecordSchema {
  return {
    type: "object",
    additionalProperties: false,
    properties: Object.fromEntries(create.map(({ name, schema }) => [name, explainable(schema)])),
    required: create.filter(({ required }) => required).map(({ name }) => name),
  };
}

/** The members of a record that only the service sets. */
export function derivedOf({ fields, writable: { create } }: View): ReadonlySet<string> {
  const members = ["id", ...fields.map(({ name }) => name), "_links", "_embedded", "_embedded_truncated"];
  return new Set(members.filter((member) => !create.some(({ name }) => name === member)));
}

/** The field whose value ends the path of a record; undefined for a one-to-one. */
export function keyOf({ kind, key }: View): string | undefined {
  return kind === "single" ? undefined : key;
}

/** A schema for which the validation gives the clearest messages: ids have a format instead of a pattern, numbers need none. */
function explainable(schema: Schema): Schema {
  const { pattern, format, properties, items, ...rest } = schema;
  const isIdPattern =
    typeof pattern === "string" && new RegExp(pattern).test("a-1") && !new RegExp(pattern).test("A b");
  return {
    ...rest,
    ...(isIdPattern ? { format: "id" } : format === undefined || format === "double" ? {} : { format }),
    ...(pattern !== undefined && !isIdPattern ? { cleanText: true } : {}),
    ...(items ? { items: explainable(items as Schema) } : {}),
    ...(properties ? { properties: mapValues(properties as Record<string, Schema>, explainable) } : {}),
  };
}

function mapValues<T, U>(members: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, map(value)]));
}
