/** JSON Schemas (2020-12) of what a client may send and of what it receives, read off a resource. */
import { type Facts, nullable, type Schema } from "./facts.ts";
import type { Resource, View } from "./resource.ts";
import { ALLOWED_TRANSITIONS } from "./views.ts";

/** How a body is meant: a new record, a complete one in place of what is there, or a JSON Merge Patch. */
export type Intent = "create" | "replace" | "patch";

/** Anything may stand in a server-set field; whether it is what the server would say is looked at later. */
const ANYTHING: Schema = {};
const ID: Schema = { type: "string", format: "id" };

/** The schema of a request's body. Required fields refuse null when a record is created or replaced. */
export function bodySchema(resource: Resource, intent: Intent): Schema {
  const properties: Record<string, Schema> = { id: ID, created_at: ANYTHING, updated_at: ANYTHING, _links: ANYTHING };
  const required: string[] = [];
  if (resource.parentKey) properties[resource.parentKey] = ANYTHING;
  if (resource.member) {
    properties[resource.key] = ID;
    if (intent === "create") required.push(resource.key);
  }
  for (const copy of resource.copies) if (copy.shown) properties[copy.field] = ANYTHING;
  if (resource.lifecycle) properties[ALLOWED_TRANSITIONS] = ANYTHING;
  for (const [name, facts] of resource.fields) {
    properties[name] = inBody(facts, intent);
    if (facts.presence === "required" && intent !== "patch") required.push(name);
  }
  return { type: "object", properties, required, additionalProperties: false };
}

function inBody(facts: Facts, intent: Intent): Schema {
  if (facts.presence === "derived") return ANYTHING;
  if (intent === "patch") return nullable(partial(facts.schema));
  return facts.presence === "required" ? facts.schema : nullable(facts.schema);
}

/** An object's schema for a merge patch: what is left out of it, or null in it, is no fault. */
function partial(schema: Schema): Schema {
  if (schema.type !== "object" || !schema.properties) return schema;
  const parts = Object.entries(schema.properties as Record<string, Schema>);
  const { required: _, ...rest } = schema;
  return { ...rest, properties: Object.fromEntries(parts.map(([name, part]) => [name, nullable(partial(part))])) };
}

/** The schema of one record as a view shows it; whatever is not chosen is left out. */
export function representationSchema(view: View): Schema {
  const properties: Record<string, Schema> = {};
  for (const property of view.properties.values()) {
    if (property.shown) properties[property.name] = shown(property.facts);
  }
  return { type: "object", properties: { ...properties, _links: linksSchema(view.links) } };
}

function shown(facts: Facts): Schema {
  const { kind, schema, presence, fallback } = facts;
  if (kind === "array") return schema;
  const certain =
    kind === "id" ||
    presence === "required" ||
    presence === "defaulted" ||
    (presence === "derived" && fallback !== null);
  return certain ? schema : nullable(schema);
}

/** The links by name: a compiled serializer is faster with names than with a pattern. */
export function linksSchema(links: Readonly<Record<string, string>>): Schema {
  return {
    type: "object",
    properties: Object.fromEntries(Object.keys(links).map((name) => [name, { type: "string" }])),
  };
}
