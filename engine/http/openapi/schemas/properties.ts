/** The JSON Schemas of properties, in standard keywords only. */

import { deprecationNote } from "../../../declare/deprecation.ts";
import type { CurrentEnum, FieldSpec } from "../../../declare/field-spec.ts";
import { nullable, type Schema, storedSchema } from "../../../declare/schema.ts";
import { ID } from "../../../declare/values.ts";
import { DURATION } from "../../../kinds/duration.ts";
import type { Property, Resource } from "../../../resource/resource.ts";
import type { Ref } from "../components.ts";

/** An identifier. */
/** An identifier: the component `Id`. */
export const ID_PATTERN: Schema = { type: "string", pattern: ID.source };
/** A reference to it. */
export const ID_SCHEMA: Ref = { $ref: "#/components/schemas/Id" };
/** A path within the service, as links hold it. */
export const PATH_SCHEMA: Schema = { type: "string", pattern: "^/" };
/** A date-time as the service writes it. */
const TIMESTAMP: Schema = { type: "string", format: "date-time" };
/** Excludes U+0000. Lone surrogates are excluded in words, since few validators can match them. */
const CLEAN_TEXT = "^[^\\x00]*$";

/** Replaces the keywords of our own validator by standard ones, or by sentences in the description. */
export function toStandardSchema(schema: Schema): Schema {
  const {
    cleanText,
    cleanJson,
    uniqueBy,
    sumAtMost,
    currentEnum,
    format,
    items,
    properties,
    oneOf,
    required,
    ...rest
  } = schema;
  const sum = sumAtMost as { key: string; total: number } | undefined;
  const current = currentEnum as CurrentEnum | undefined;
  const sentences = [
    ...(rest.description ? [rest.description] : []),
    ...(cleanJson ? [`At most ${cleanJson} bytes as JSON in UTF-8.`] : []),
    ...(uniqueBy ? [`No two elements have the same \`${uniqueBy}\`.`] : []),
    ...(sum ? [`The sum of \`${sum.key}\` over all elements is at most ${sum.total}.`] : []),
  ];
  const isNumber = [rest.type].flat().includes("number");
  return {
    ...rest,
    ...(current && !current.isImplied ? { enum: current.values } : {}),
    ...(cleanText ? { pattern: CLEAN_TEXT } : {}),
    ...(format === "id" ? { pattern: ID.source } : format ? { format } : {}),
    ...(format === "duration" ? { pattern: DURATION.source } : {}),
    ...(isNumber ? { format: "double" } : {}),
    ...(items ? { items: toStandardSchema(items as Schema) } : {}),
    ...(properties ? { properties: mapValues(properties as Record<string, Schema>, toStandardSchema) } : {}),
    ...((required as string[] | undefined)?.length ? { required } : {}),
    ...(oneOf ? { oneOf: (oneOf as Schema[]).map(toStandardSchema) } : {}),
    ...(sentences.length > 0 ? { description: sentences.join(" ") } : {}),
  };
}

/** An object with the same names and changed values. */
export function mapValues<V, W>(
  values: Readonly<Record<string, V>>,
  change: (value: V, name: string) => W,
): Record<string, W> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]));
}

/** Prepends sentences to the description of a schema. */
export function withDescription(schema: Schema, ...sentences: (string | undefined | false)[]): Schema {
  const text = [...sentences, schema.description].filter(Boolean).join(" ");
  return text === "" ? schema : { ...schema, description: text };
}

/** Sentences about a field. */
export function aboutField({
  deprecated,
  about,
  reference,
  derivedWith,
  writtenThrough,
  count,
  overflowCode,
}: FieldSpec): string[] {
  return [
    ...(about ? [about] : []),
    ...(deprecated ? [deprecationNote(deprecated)] : []),
    ...(reference ? [`The id of a record in ${reference.to.join(" or ")}.`] : []),
    ...(reference?.sibling ? ["The record must have the same parent."] : []),
    ...(derivedWith ? [`Set by the service while \`${derivedWith}\` has a value.`] : []),
    ...(writtenThrough ? [`Writing it changes the ${writtenThrough}.`] : []),
    ...(count && overflowCode ? ["If declared, it is a maximum; otherwise, it is counted by the service."] : []),
  ];
}

/** Whether a property is never null. */
export function isNeverNull({ name, spec }: Property, { copies }: Resource): boolean {
  const copy = spec.presence === "derived" && copies.find((each) => each.shown && each.field === name);
  const { kind, presence, fallback, count } = copy ? copy.spec : spec;
  if (kind === "id" || kind === "array" || count || name === "created_at" || name === "updated_at") return true;
  return presence === "required" || presence === "defaulted" || (presence === "derived" && fallback !== null);
}

/** The schema of a value in responses, without what only a client needs to know who writes one. */
function shownSchema({ cleanText: _, ...schema }: Schema): Schema {
  const { items, properties } = schema as { items?: Schema; properties?: Record<string, Schema> };
  return {
    ...schema,
    ...(items ? { items: shownSchema(items) } : {}),
    ...(properties ? { properties: mapValues(properties, shownSchema) } : {}),
  };
}

/** The schema of a property in responses. */
export function propertySchema(property: Property, resource: Resource): Schema {
  const schema = plainSchema(property, resource);
  return property.spec.deprecated ? { ...schema, deprecated: true } : schema;
}

function plainSchema(property: Property, resource: Resource): Schema {
  const { name, spec } = property;
  if (spec.kind === "id" || spec.kind === "reference") {
    return isNeverNull(property, resource) ? ID_SCHEMA : nullable(ID_PATTERN);
  }
  if (name === "created_at" || name === "updated_at") return TIMESTAMP;
  const schema = toStandardSchema(shownSchema(storedSchema(spec.schema)));
  return isNeverNull(property, resource) ? schema : nullable(schema);
}
