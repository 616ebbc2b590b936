/** The kind of a field, read off its schema. */
import type { Field, Kind } from "./model.ts";
import type { Schema } from "./schema.ts";

/** The longest text that is one line. */
const LINE = 500;
/** The kinds that formats of texts tell. */
const FORMATS: Readonly<Record<string, Kind>> = {
  date: "date",
  "date-time": "instant",
  duration: "duration",
  uri: "uri",
};

/** Returns the type of a schema without `null`. */
function typeOf({ type, anyOf }: Schema): string | undefined {
  return [type ?? anyOf?.map((each) => each.type)].flat(2).find((each): each is string => each !== "null");
}

/** Returns whether a value may be null. */
export function isNullable({ type, anyOf, enum: values }: Schema): boolean {
  return [type].flat().includes("null") || values?.includes(null) === true || anyOf?.some(isNullable) === true;
}

/** Returns whether the values of a field are amounts: numbers or durations. */
export function isNumeric({ kind }: Field): boolean {
  return kind === "integer" || kind === "decimal" || kind === "duration";
}

/** Returns whether the values of a field are points in time. */
export function isTemporal({ kind }: Field): boolean {
  return kind === "date" || kind === "instant";
}

/** Returns the kind of a field. */
export function kindOf(name: string, schema: Schema): Kind {
  if (name === "id") return "id";
  if (schema["x-transitions"]) return "lifecycle";
  if (schema.enum) return "enum";
  const type = typeOf(schema);
  if (type === "string") return FORMATS[schema.format ?? ""] ?? ((schema.maxLength ?? 0) > LINE ? "multiline" : "text");
  if (type === "number") return "decimal";
  if (type === "integer" || type === "boolean") return type;
  if (type === "array") return arrayKindOf(schema);
  return schema.properties ? "object" : "json";
}

function arrayKindOf({ items }: Schema): Kind {
  if (!items) return "json";
  if (items.properties) return "objects";
  return typeOf(items) === "string" ? "texts" : "json";
}
