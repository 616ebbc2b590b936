/** JSON Schemas (2020-12) of what a client may send, read off a resource. */
import { type FieldSpec, nullable, type Schema } from "../declare/field-spec.ts";
import type { Resource } from "./resource.ts";
import { ALLOWED_TRANSITIONS } from "./views.ts";

/** How a body is meant: a new record, a complete one in place of what is there, or a JSON Merge Patch. */
export type WriteAction = "create" | "replace" | "patch";

/** Anything may stand in a server-set field; whether it is what the server would say is looked at later. */
const ANYTHING: Schema = {};
const ID: Schema = { type: "string", format: "id" };

/** Whether there is nothing that a client could say of a new record. */
export function acceptsEmptyBody({ fields, member }: Resource): boolean {
  return !member && [...fields.values()].every(({ presence }) => presence === "derived");
}

/** The schema of a request's body. Required fields refuse null when a record is created or replaced. */
export function bodySchema(resource: Resource, intent: WriteAction): Schema {
  const properties: Record<string, Schema> = { id: ID, created_at: ANYTHING, updated_at: ANYTHING, _links: ANYTHING };
  const required: string[] = [];
  if (resource.parentKey) properties[resource.parentKey] = ANYTHING;
  if (resource.member) {
    properties[resource.key] = ID;
    if (intent === "create") required.push(resource.key);
  }
  for (const copy of resource.copies) if (copy.shown) properties[copy.field] = ANYTHING;
  if (resource.lifecycle) properties[ALLOWED_TRANSITIONS] = ANYTHING;
  for (const [name, spec] of resource.fields) {
    if (spec.secret || spec.hidden) continue;
    properties[name] = inBody(spec, intent);
    if (spec.presence === "required" && intent !== "patch") required.push(name);
  }
  return { type: "object", properties, required, additionalProperties: false };
}

function inBody(spec: FieldSpec, intent: WriteAction): Schema {
  if (spec.presence === "derived") return ANYTHING;
  if (intent === "patch") return nullable(partial(spec.schema));
  return spec.presence === "required" ? spec.schema : nullable(spec.schema);
}

/** An object's schema for a merge patch: what is left out of it, or null in it, is no fault. */
function partial(schema: Schema): Schema {
  if (schema.type !== "object" || !schema.properties) return schema;
  const parts = Object.entries(schema.properties as Record<string, Schema>);
  const { required: _, ...rest } = schema;
  return { ...rest, properties: Object.fromEntries(parts.map(([name, part]) => [name, nullable(partial(part))])) };
}
