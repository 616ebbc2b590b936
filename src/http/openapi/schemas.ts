/** The JSON Schemas of the document: what our declarations say, in keywords that everybody knows, and complete. */

import type { AllowedWords } from "../../declare/field-spec.ts";
import { type FieldSpec, nullable, type Schema, storedSchema } from "../../declare/field-spec.ts";
import { ID } from "../../declare/values.ts";
import type { Property, Resource, View } from "../../resource/resource.ts";
import { bodySchema, type WriteAction } from "../../resource/schemas.ts";
import { templateVariables } from "../../resource/templates.ts";
import { formatList } from "../../resource/validation.ts";

/** An identifier. */
export const ID_SCHEMA: Schema = { type: "string", pattern: ID.source };
/** A path within the service, as links hold it. */
export const PATH_SCHEMA: Schema = { type: "string", pattern: "^/" };
/** A moment as the service writes it. */
const MOMENT: Schema = { type: "string", format: "date-time" };
/** U+0000 is never taken; that lone surrogates are not either is said in words, since few can match them. */
const CLEAN_TEXT = "^[^\\x00]*$";

/** A schema without the keywords that only our own validator knows: each becomes a standard one or a sentence. */
export function standard(schema: Schema): Schema {
  const { cleanText, cleanJson, uniqueBy, sumAtMost, among, format, items, properties, ...rest } = schema;
  const sum = sumAtMost as { key: string; total: number } | undefined;
  const sentences = [
    ...(cleanJson ? [`At most ${cleanJson} bytes as JSON in UTF-8.`] : []),
    ...(uniqueBy ? [`No two elements have the same \`${uniqueBy}\`.`] : []),
    ...(sum ? [`The elements' \`${sum.key}\` together are at most ${sum.total}.`] : []),
  ];
  const isNumber = [rest.type].flat().includes("number");
  return {
    ...rest,
    ...(among ? { enum: (among as AllowedWords).words } : {}),
    ...(cleanText ? { pattern: CLEAN_TEXT } : {}),
    ...(format === "id" ? { pattern: ID.source } : format ? { format } : {}),
    ...(isNumber ? { format: "double" } : {}),
    ...(items ? { items: standard(items as Schema) } : {}),
    ...(properties ? { properties: mapped(properties as Record<string, Schema>, standard) } : {}),
    ...(sentences.length > 0 ? { description: sentences.join(" ") } : {}),
  };
}

function mapped<V, W>(values: Readonly<Record<string, V>>, change: (value: V, name: string) => W): Record<string, W> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]));
}

/** A schema with what there is to say about it. */
function described(schema: Schema, ...sentences: (string | undefined | false)[]): Schema {
  const text = [...sentences, schema.description].filter(Boolean).join(" ");
  return text === "" ? schema : { ...schema, description: text };
}

function aboutField({ about, reference, derivedWith, writtenThrough, count, overflowCode }: FieldSpec): string[] {
  return [
    ...(about ? [about] : []),
    ...(reference ? [`The id of a record of ${formatList(reference.to).replace(/ and (?=[^ ]+$)/, " or ")}.`] : []),
    ...(reference?.sibling ? ["It belongs to the same parent."] : []),
    ...(derivedWith ? [`Set by the service while \`${derivedWith}\` has a value.`] : []),
    ...(writtenThrough ? ["Written here, kept elsewhere."] : []),
    ...(count && overflowCode ? ["When declared, it is a cap; otherwise it is counted."] : []),
  ];
}

/** Whether a property of a record is never null. */
export function isCertain({ name, spec }: Property, { copies }: Resource): boolean {
  const copy = spec.presence === "derived" && copies.find((each) => each.shown && each.field === name);
  const { kind, presence, fallback, count } = copy ? copy.spec : spec;
  if (kind === "id" || kind === "array" || count || name === "created_at" || name === "updated_at") return true;
  return presence === "required" || presence === "defaulted" || (presence === "derived" && fallback !== null);
}

/** The schema of one property as it is read. */
export function propertySchema(property: Property, resource: Resource): Schema {
  const { name, spec } = property;
  if (spec.kind === "id" || spec.kind === "reference") {
    return isCertain(property, resource) ? ID_SCHEMA : nullable(ID_SCHEMA);
  }
  if (name === "created_at" || name === "updated_at") return MOMENT;
  const schema = standard(storedSchema(spec.schema));
  return isCertain(property, resource) ? schema : nullable(schema);
}

/** The properties that an answer shows of a view's records. */
function shownOf(view: View): Property[] {
  return [...view.properties.values()].filter((property) => property.shown);
}

/** The links of a record; one is required when every value in its template is certain. */
function linksOf(view: View, links: Readonly<Record<string, string>>, alone = false): Schema {
  const certain = ([name, template]: [string, string]) =>
    alone
      ? name === "self"
      : templateVariables(template).every((slot) => isCertain(view.properties.get(slot)!, view.resource));
  return {
    type: "object",
    description: "Link name → path.",
    properties: mapped(links, () => PATH_SCHEMA),
    required: Object.entries(links)
      .filter(certain)
      .map(([name]) => name),
    additionalProperties: false,
  };
}

/** One record by itself. */
export function wholeSchema(view: View): Schema {
  const shown = shownOf(view);
  const properties = shown.map((property) => {
    const { presence, kind } = property.spec;
    const set = presence === "derived" && kind !== "id" && "Set by the service.";
    return [property.name, described(propertySchema(property, view.resource), ...aboutField(property.spec), set)];
  });
  return {
    type: "object",
    description: view.resource.about,
    properties: { ...Object.fromEntries(properties), _links: linksOf(view, view.links) },
    required: [...shown.map(({ name }) => name), "_links"],
    additionalProperties: false,
  };
}

/** Whether records come with secrets that are told once. */
export function hasSecrets({ fields }: Resource): boolean {
  return [...fields.values()].some((spec) => spec.secret);
}

/** A new record with its secrets. */
export function issuedSchema(view: View): Schema {
  const { properties, ...rest } = wholeSchema(view);
  const secrets = [...view.resource.fields].filter(([, spec]) => spec.secret);
  const told = secrets.map(([name]) => [name, { type: "string", description: "Told this once, and not in a replay." }]);
  return { ...rest, properties: { ...(properties as object), ...Object.fromEntries(told) } };
}

/** One record in a list. */
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

/** One record of which `fields` chose what is shown. */
export function selectionSchema(view: View): Schema {
  const properties = shownOf(view).map((property) => [property.name, propertySchema(property, view.resource)]);
  return {
    type: "object",
    description: "What the parameter `fields` chose; always with `id` and `_links`.",
    properties: {
      ...Object.fromEntries(properties),
      _links: linksOf(view, { ...view.summaryLinks, ...view.links }, true),
    },
    required: ["id", "_links"],
    additionalProperties: false,
  };
}

/** What a client sends. */
export function requestSchema(resource: Resource, intent: WriteAction): Schema {
  const { properties, required, ...rest } = bodySchema(resource, intent);
  const view = resource.views[0]!;
  const partOf = (schema: Schema, name: string): Schema => {
    const spec = resource.fields.get(name);
    if (name === "_links") return serverSet({ type: "object", additionalProperties: PATH_SCHEMA });
    if (Object.keys(schema).length === 0) return serverSet(propertySchema(view.properties.get(name)!, resource));
    if (name === resource.key && !spec) return described(standard(schema), "It must equal the id in the path.");
    if (name === "id") return described(standard(schema), "Chosen here, or made by the service; it equals the path's.");
    const fallback = spec?.presence === "defaulted" && intent !== "patch" ? { default: spec.fallback } : {};
    return described({ ...standard(schema), ...fallback }, ...(spec ? aboutField(spec) : []));
  };
  const needed = (required as string[]).length > 0 ? { required } : {};
  return { ...rest, properties: mapped(properties as Record<string, Schema>, partOf), ...needed };
}

function serverSet(schema: Schema): Schema {
  return described({ ...schema, readOnly: true }, "Set by the service; may be sent back as it was read.");
}
