/** The JSON Schemas of records and request bodies, in standard keywords only. */

import type { CurrentEnum } from "../../declare/field-spec.ts";
import { type FieldSpec, nullable, type Schema, storedSchema } from "../../declare/field-spec.ts";
import { ID } from "../../declare/values.ts";
import type { Property, Resource, View } from "../../resource/resource.ts";
import { bodySchema, type WriteAction } from "../../resource/schemas.ts";
import { templateVariables } from "../../resource/templates.ts";

/** An identifier. */
export const ID_SCHEMA: Schema = { type: "string", pattern: ID.source };
/** A path within the service, as links hold it. */
export const PATH_SCHEMA: Schema = { type: "string", pattern: "^/" };
/** A date-time as the service writes it. */
const TIMESTAMP: Schema = { type: "string", format: "date-time" };
/** Excludes U+0000. Lone surrogates are excluded in words, since few validators can match them. */
const CLEAN_TEXT = "^[^\\x00]*$";

/** Replaces the keywords of our own validator by standard ones, or by sentences in the description. */
export function toStandardSchema(schema: Schema): Schema {
  const { cleanText, cleanJson, uniqueBy, sumAtMost, currentEnum, format, items, properties, ...rest } = schema;
  const sum = sumAtMost as { key: string; total: number } | undefined;
  const sentences = [
    ...(cleanJson ? [`At most ${cleanJson} bytes as JSON in UTF-8.`] : []),
    ...(uniqueBy ? [`No two elements have the same \`${uniqueBy}\`.`] : []),
    ...(sum ? [`The sum of \`${sum.key}\` over all elements is at most ${sum.total}.`] : []),
  ];
  const isNumber = [rest.type].flat().includes("number");
  return {
    ...rest,
    ...(currentEnum ? { enum: (currentEnum as CurrentEnum).values } : {}),
    ...(cleanText ? { pattern: CLEAN_TEXT } : {}),
    ...(format === "id" ? { pattern: ID.source } : format ? { format } : {}),
    ...(isNumber ? { format: "double" } : {}),
    ...(items ? { items: toStandardSchema(items as Schema) } : {}),
    ...(properties ? { properties: mapValues(properties as Record<string, Schema>, toStandardSchema) } : {}),
    ...(sentences.length > 0 ? { description: sentences.join(" ") } : {}),
  };
}

function mapValues<V, W>(
  values: Readonly<Record<string, V>>,
  change: (value: V, name: string) => W,
): Record<string, W> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]));
}

/** Prepends sentences to the description of a schema. */
function withDescription(schema: Schema, ...sentences: (string | undefined | false)[]): Schema {
  const text = [...sentences, schema.description].filter(Boolean).join(" ");
  return text === "" ? schema : { ...schema, description: text };
}

function aboutField({ about, reference, derivedWith, writtenThrough, count, overflowCode }: FieldSpec): string[] {
  return [
    ...(about ? [about] : []),
    ...(reference ? [`The id of a record in ${reference.to.join(" or ")}.`] : []),
    ...(reference?.sibling ? ["The record must have the same parent."] : []),
    ...(derivedWith ? [`Set by the service while \`${derivedWith}\` has a value.`] : []),
    ...(writtenThrough ? ["Writing it changes another resource."] : []),
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

/** The schema of a property in responses. */
export function propertySchema(property: Property, resource: Resource): Schema {
  const { name, spec } = property;
  if (spec.kind === "id" || spec.kind === "reference") {
    return isNeverNull(property, resource) ? ID_SCHEMA : nullable(ID_SCHEMA);
  }
  if (name === "created_at" || name === "updated_at") return TIMESTAMP;
  const schema = toStandardSchema(storedSchema(spec.schema));
  return isNeverNull(property, resource) ? schema : nullable(schema);
}

/** The properties that a view shows. */
function shownOf(view: View): Property[] {
  return [...view.properties.values()].filter((property) => property.shown);
}

/** The links of a record. A link is required if no value in its template can be null. */
function linksOf(view: View, links: Readonly<Record<string, string>>, onlySelfRequired = false): Schema {
  const isRequired = ([name, template]: [string, string]) =>
    onlySelfRequired
      ? name === "self"
      : templateVariables(template).every((variable) => isNeverNull(view.properties.get(variable)!, view.resource));
  return {
    type: "object",
    description: "Paths by link name.",
    properties: mapValues(links, () => PATH_SCHEMA),
    required: Object.entries(links)
      .filter(isRequired)
      .map(([name]) => name),
    additionalProperties: false,
  };
}

/** A complete record. */
export function recordSchema(view: View): Schema {
  const shown = shownOf(view);
  const properties = shown.map((property) => {
    const { presence, kind } = property.spec;
    const setByService = presence === "derived" && kind !== "id" && "Set by the service.";
    return [
      property.name,
      withDescription(propertySchema(property, view.resource), ...aboutField(property.spec), setByService),
    ];
  });
  return {
    type: "object",
    description: view.resource.about,
    properties: { ...Object.fromEntries(properties), _links: linksOf(view, view.links) },
    required: [...shown.map(({ name }) => name), "_links"],
    additionalProperties: false,
  };
}

/** Whether records have secrets, which only the response to their creation shows. */
export function hasSecrets({ fields }: Resource): boolean {
  return [...fields.values()].some((spec) => spec.secret);
}

/** A new record with its secrets. */
export function createdSchema(view: View): Schema {
  const { properties, ...rest } = recordSchema(view);
  const secrets = [...view.resource.fields].filter(([, spec]) => spec.secret);
  const shown = secrets.map(([name]) => [
    name,
    { type: "string", description: "Shown only in this response, and not in a replay of it." },
  ]);
  return { ...rest, properties: { ...(properties as object), ...Object.fromEntries(shown) } };
}

/** A record in a list. */
export function summarySchema(view: View): Schema {
  const listed = shownOf(view).filter((property) => property.listed);
  return {
    type: "object",
    properties: {
      ...Object.fromEntries(listed.map((property) => [property.name, propertySchema(property, view.resource)])),
      _links: linksOf(view, view.summaryLinks),
    },
    required: [...listed.map(({ name }) => name), "_links"],
    additionalProperties: false,
  };
}

/** A record with the fields that `fields` selects. */
export function selectionSchema(view: View): Schema {
  const properties = shownOf(view).map((property) => [property.name, propertySchema(property, view.resource)]);
  return {
    type: "object",
    description: "The fields that `fields` selects, always with `id` and `_links`.",
    properties: {
      ...Object.fromEntries(properties),
      _links: linksOf(view, { ...view.summaryLinks, ...view.links }, true),
    },
    required: ["id", "_links"],
    additionalProperties: false,
  };
}

/** A request body. */
export function requestSchema(resource: Resource, intent: WriteAction): Schema {
  const { properties, required, ...rest } = bodySchema(resource, intent);
  const view = resource.views[0]!;
  const propertyOf = (schema: Schema, name: string): Schema => {
    const spec = resource.fields.get(name);
    if (name === "_links") return readOnly({ type: "object", additionalProperties: PATH_SCHEMA });
    if (Object.keys(schema).length === 0) return readOnly(propertySchema(view.properties.get(name)!, resource));
    if (name === resource.key && !spec)
      return withDescription(toStandardSchema(schema), "It must equal the id in the path.");
    if (name === "id")
      return withDescription(
        toStandardSchema(schema),
        "Chosen by the client, or generated by the service. It must equal the id in the path.",
      );
    const fallback = spec?.presence === "defaulted" && intent !== "patch" ? { default: spec.fallback } : {};
    return withDescription({ ...toStandardSchema(schema), ...fallback }, ...(spec ? aboutField(spec) : []));
  };
  const requiredPart = (required as string[]).length > 0 ? { required } : {};
  return { ...rest, properties: mapValues(properties as Record<string, Schema>, propertyOf), ...requiredPart };
}

function readOnly(schema: Schema): Schema {
  return withDescription({ ...schema, readOnly: true }, "Set by the service. It may be sent back unchanged.");
}
