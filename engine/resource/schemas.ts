/** JSON Schemas (2020-12) of request bodies, derived from a resource. */
import type { FieldSpec } from "../declare/field-spec.ts";
import { nullable, type Schema } from "../declare/schema.ts";
import type { Resource } from "./resource.ts";
import { ALLOWED_TRANSITIONS } from "./views/properties.ts";

/** What a body is for: a new record, its replacement, or a JSON Merge Patch of it. */
export type WriteAction = "create" | "replace" | "patch";

/** The schema of fields that the service sets. A later check compares them with their current values. */
const ANYTHING: Schema = {};
const ID: Schema = { type: "string", format: "id" };

/** Whether a client can create a record without a body, because it sets no field. */
export function acceptsEmptyBody({ fields, member }: Resource): boolean {
  return !member && [...fields.values()].every(({ presence }) => presence === "derived");
}

/** The schema of a body. When a record is created or replaced, required fields must be present and not null. */
export function bodySchema(resource: Resource, action: WriteAction): Schema {
  const properties: Record<string, Schema> = { id: ID, created_at: ANYTHING, updated_at: ANYTHING, _links: ANYTHING };
  const required: string[] = [];
  if (resource.parentKey) properties[resource.parentKey] = ANYTHING;
  if (resource.member) {
    properties[resource.key] = ID;
    if (action === "create") required.push(resource.key);
  }
  for (const copy of resource.copies) if (copy.shown) properties[copy.field] = ANYTHING;
  if (resource.lifecycle) properties[ALLOWED_TRANSITIONS] = ANYTHING;
  for (const [name, spec] of resource.fields) {
    if (spec.secret || spec.hidden) continue;
    properties[name] = inBody(spec, action);
    if (spec.presence === "required" && action !== "patch") required.push(name);
  }
  return { type: "object", properties, required, additionalProperties: false };
}

function inBody(spec: FieldSpec, action: WriteAction): Schema {
  if (spec.presence === "derived") return ANYTHING;
  if (action === "patch") return nullable(partial(spec.schema));
  return spec.presence === "required" ? spec.schema : nullable(spec.schema);
}

/** The schema of an object in a merge patch: every member may be absent or null. */
function partial(schema: Schema): Schema {
  if (schema.type !== "object" || !schema.properties) return schema;
  const parts = Object.entries(schema.properties as Record<string, Schema>);
  const { required: _, ...rest } = schema;
  return { ...rest, properties: Object.fromEntries(parts.map(([name, part]) => [name, nullable(partial(part))])) };
}
