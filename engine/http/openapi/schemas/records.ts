/** The JSON Schemas of records and request bodies. */
import { isDeepStrictEqual } from "node:util";
import { type Schema, withoutNull } from "../../../declare/schema.ts";
import type { Property, Resource, View } from "../../../resource/resource.ts";
import { bodySchema, type WriteAction } from "../../../resource/schemas.ts";
import { templateVariables } from "../../../resource/templates.ts";
import type { Ref } from "../components.ts";
import { toWords } from "../naming.ts";
import type { Lookup } from "./examples.ts";
import { idExtension, propertyExtensions, withElementReference, withUnits } from "./extensions.ts";
import {
  aboutField,
  ID_SCHEMA,
  isNeverNull,
  mapValues,
  PATH_SCHEMA,
  propertySchema,
  toStandardSchema,
  withDescription,
} from "./properties.ts";

/** The properties that a view shows. */
function shownOf(view: View): Property[] {
  return [...view.properties.values()].filter((property) => property.shown);
}

/** The names of a record's links, which are paths. A link is required if no value in its template can be null. */
function linksOf({ properties, resource }: View, links: Readonly<Record<string, string>>): Schema {
  const required = Object.keys(links).filter((name) =>
    templateVariables(links[name]!).every((variable) => isNeverNull(properties.get(variable)!, resource)),
  );
  const named = mapValues(links, () => ({ type: "string" }));
  return { type: "object", properties: named, required, additionalProperties: false };
}

const TIMES = ["created_at", "updated_at"];

/** The properties that a view shows, in full: with descriptions and extension keywords. */
function describedProperties(view: View, lookup: Lookup): Record<string, Schema> {
  const properties = shownOf(view).map((property): [string, Schema] => {
    const { presence, kind } = property.spec;
    // The introduction says it of the times of every record.
    const setByService =
      presence === "derived" && kind !== "id" && !TIMES.includes(property.name) && "Set by the service.";
    const schema = withElementReference(withUnits(propertySchema(property, view.resource)), property.spec, lookup);
    const described = withDescription(schema, ...aboutField(property.spec), setByService);
    return [property.name, { ...described, ...propertyExtensions(property, view.resource, lookup) }];
  });
  return Object.fromEntries(properties);
}

/** What a complete record has, besides the properties themselves. */
function completeness(view: View): { description: string; required: string[]; properties: { _links: Schema } } {
  return {
    description: view.resource.about,
    properties: { _links: linksOf(view, view.links) },
    required: [...shownOf(view).map(({ name }) => name), "_links"],
  };
}

/** The schema that takes the place of another one in responses to requests with `fields`. */
const WITH_FIELDS = "x-with-fields";

/** A complete record. @param selection the schema of a record with some of its fields */
export function recordSchema(view: View, selection: Ref): Schema {
  return { type: "object", allOf: [selection], ...completeness(view), [WITH_FIELDS]: selection };
}

/** Whether records have secrets, which only the response to their creation shows. */
export function hasSecrets({ fields }: Resource): boolean {
  return [...fields.values()].some((spec) => spec.secret);
}

/** A new record with its secrets. @param links the schema of any links */
export function createdSchema(view: View, lookup: Lookup, links: Ref): Schema {
  const { properties, ...rest } = completeness(view);
  const secrets = [...view.resource.fields].filter(([, spec]) => spec.secret);
  const shown = secrets.map(([name]) => [
    name,
    { type: "string", description: "Shown only in this response, and not in a replay of it." },
  ]);
  const all = {
    ...describedProperties(view, lookup),
    _links: { allOf: [links], ...properties._links },
    ...Object.fromEntries(shown),
  };
  return { type: "object", ...rest, properties: all, additionalProperties: false };
}

/**
 * A record in a list. It always has properties of its own: without any, generators ignore `required`.
 * @param selection the schema of a record with some of its fields
 * @param links the schema of any links
 */
export function summarySchema(view: View, selection: Ref, links: Ref): Schema {
  const listed = shownOf(view).filter((property) => property.listed);
  const { self: _, ...others } = view.summaryLinks;
  return {
    type: "object",
    description: "As lists show it.",
    allOf: [selection],
    properties: { _links: Object.keys(others).length > 0 ? linksOf(view, view.summaryLinks) : links },
    required: [...listed.map(({ name }) => name), "_links"],
    [WITH_FIELDS]: selection,
  };
}

/** A record with the fields that `fields` selects. */
export function selectionSchema(view: View, lookup: Lookup, links: Ref): Schema {
  return {
    type: "object",
    description: "With `fields`: these, `id` and `_links`.",
    properties: { ...describedProperties(view, lookup), _links: links },
    required: ["id", "_links"],
    additionalProperties: false,
  };
}

/** The links of any record. Those of a selection are `self` and those of its fields. */
export const LINKS: Schema = {
  type: "object",
  description: "Paths by link name.",
  properties: { self: PATH_SCHEMA },
  required: ["self"],
  additionalProperties: PATH_SCHEMA,
};

/** A request body. */
interface RequestSchema extends Schema {
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** A new record, or what replaces one. @param patch refers to the schema of its merge patch, if it can be patched */
export function draftSchema(resource: Resource, intent: "create" | "replace", patch: Ref | undefined): Schema {
  const draft = requestSchema(resource, intent);
  if (!patch) return draft;
  const { properties: optional } = requestSchema(resource, "patch");
  const { required } = draft;
  // Generators ignore `required` of a schema without properties of its own.
  const own = Object.entries(draft.properties).filter(
    ([name, schema]) => required?.includes(name) || !isDeepStrictEqual(schema, optional[name]),
  );
  return {
    type: "object",
    allOf: [patch],
    ...(own.length > 0 ? { properties: Object.fromEntries(own) } : {}),
    ...(required ? { required } : {}),
  };
}

/** A request body. */
export function requestSchema(resource: Resource, intent: WriteAction): RequestSchema {
  const { properties, required, ...rest } = bodySchema(resource, intent);
  const view = resource.views[0]!;
  const propertyOf = (schema: Schema, name: string): Schema => {
    const spec = resource.fields.get(name);
    if (name === "_links") return readOnly({ type: "object", additionalProperties: PATH_SCHEMA });
    if (Object.keys(schema).length === 0) return readOnly(propertySchema(view.properties.get(name)!, resource));
    if (name === resource.key && resource.member)
      return {
        ...withDescription(ID_SCHEMA, "Equal to the id in the path, if there is one."),
        ...idExtension(resource.member),
      };
    if (name === "id") return withDescription(ID_SCHEMA, aboutId(resource));
    // A null for a required field is refused, as a value that is not allowed.
    const isRequired = intent === "patch" && spec?.presence === "required";
    const fallback = spec?.presence === "defaulted" && intent !== "patch" ? { default: spec.fallback } : {};
    const deprecated = spec?.deprecated ? { deprecated: true } : {};
    return withDescription(
      { ...toStandardSchema(isRequired ? withoutNull(schema) : schema), ...fallback, ...deprecated },
      ...(spec ? aboutField(spec) : []),
    );
  };
  const requiredPart = (required as string[]).length > 0 ? { required: required as string[] } : {};
  return { ...rest, properties: mapValues(properties as Record<string, Schema>, propertyOf), ...requiredPart };
}

/** What an `id` in a body is. */
function aboutId({ member, kind }: Resource): string {
  if (member) return `The id of the ${toWords(member.one)}.`;
  const path = "Equal to the id in the path.";
  return kind === "single" ? path : `${path} The client may choose the id of a new record; otherwise it is generated.`;
}

function readOnly(schema: Schema): Schema {
  return { ...schema, readOnly: true };
}
