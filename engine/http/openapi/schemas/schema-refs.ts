/** References to the schemas of a view and of request bodies, each with an example. */
import type { Schema } from "../../../declare/schema.ts";
import type { Resource, View } from "../../../resource/resource.ts";
import type { Components, JsonObject, Ref } from "../components.ts";
import { pascalCase, schemaName } from "../naming.ts";
import { embeddedProperties, embeddedSchema } from "./embedded.ts";
import { cursorPageSchema, groupPageSchema, pageSchema } from "./envelopes.ts";
import {
  createdExample,
  draftExample,
  type Lookup,
  patchExample,
  recordExample,
  selectionExample,
  summaryExample,
} from "./examples.ts";
import { ID_SCHEMA, PATH_SCHEMA } from "./properties.ts";
import {
  createdSchema,
  draftSchema,
  LINKS,
  recordSchema,
  requestSchema,
  selectionSchema,
  summarySchema,
} from "./records.ts";

/** What schemas are built from. */
export interface SchemaContext {
  readonly components: Components;
  readonly lookup: Lookup;
  readonly pageSizes: { readonly default: number; readonly max: number };
}

function withExample(schema: Schema, example: unknown): JsonObject {
  return { ...schema, examples: [example] };
}

/** A schema of a resource. @param suffix what follows the name of the resource or of its view */
function schemaOf({ components }: SchemaContext, of: View | Resource, suffix: string, make: () => Schema): Ref {
  const [name, owner] = "resource" in of ? [schemaName(of), of.resource] : [pascalCase(of.one), of];
  return components.refer("schemas", `${name}${suffix}`, make, owner.name);
}

function linksRef({ components }: SchemaContext): Ref {
  return components.refer("schemas", "Links", () => LINKS);
}

/** A schema of a representation that may have embedded records. */
function embedding(context: SchemaContext, view: View, schema: Schema): Schema {
  const names = [...view.relations.keys()];
  if (names.length === 0) return schema;
  const embedded = schemaOf(context, view, "Embedded", () =>
    embeddedSchema(view, (target) => recordRef(context, target)),
  );
  return { ...schema, properties: { ...(schema.properties as object), ...embeddedProperties(names, embedded) } };
}

/** The complete record of a view. */
export function recordRef(context: SchemaContext, view: View): Ref {
  return schemaOf(context, view, "", () =>
    withExample(recordSchema(view, selectionRef(context, view)), recordExample(view, context.lookup)),
  );
}

/** A new record with its secrets. A replayed response omits them. */
export function createdRef(context: SchemaContext, view: View): Ref {
  const { lookup } = context;
  return schemaOf(context, view, "Issued", () =>
    withExample(createdSchema(view, lookup, linksRef(context)), recordExample(view, lookup)),
  );
}

/** A record with selected fields. */
export function selectionRef(context: SchemaContext, view: View): Ref {
  return schemaOf(context, view, "Selection", () =>
    withExample(
      embedding(context, view, selectionSchema(view, context.lookup, linksRef(context))),
      selectionExample(view, context.lookup),
    ),
  );
}

/** A list in each of its forms: a page, a cursor page, a page of groups. */
export function listSchema(context: SchemaContext, view: View): Schema {
  const { components, lookup, pageSizes } = context;
  const summary = schemaOf(context, view, "Summary", () =>
    withExample(summarySchema(view, selectionRef(context, view), linksRef(context)), summaryExample(view, lookup)),
  );
  // A list of referring records may have a name of its own: `modules` are spacecraft.
  const isRenamed = view.role === "referring" && view.plural !== view.resource.plural;
  const plural = isRenamed ? pascalCase(view.plural) : "";
  const page = schemaOf(context, view, `${plural}List`, () => pageSchema(components, view, summary, pageSizes.max));
  const cursorPage = schemaOf(context, view, `${plural}CursorPage`, () =>
    cursorPageSchema(components, view, summary, pageSizes.max),
  );
  const groupPage = components.refer("schemas", "GroupPage", () => groupPageSchema(components, pageSizes));
  return { oneOf: [page, cursorPage, groupPage] };
}

/** What the response to a POST shows: the record, or for an array the ids of all. */
export function createdSchemaOf(context: SchemaContext, resource: Resource, record: Ref): Schema | Ref {
  if (resource.bulk === undefined) return record;
  const link = { type: "object", properties: { self: PATH_SCHEMA }, required: ["self"], additionalProperties: false };
  const properties = { id: ID_SCHEMA, _links: link };
  const item = { type: "object", properties, required: ["id", "_links"], additionalProperties: false };
  const schema: Schema = {
    type: "object",
    description: "The response to an array: the ids and links of the records, in the order of the array.",
    properties: { created_count: { type: "integer", minimum: 1 }, [resource.plural]: { type: "array", items: item } },
    required: ["created_count", resource.plural],
    additionalProperties: false,
  };
  const array = schemaOf(context, resource, "Created", () => withExample(schema, createdExample(resource)));
  return { oneOf: [record, array] };
}

/** The merge patch of a record. */
export function patchRef(context: SchemaContext, resource: Resource): Ref {
  return schemaOf(context, resource, "Patch", () =>
    withExample(requestSchema(resource, "patch"), patchExample(resource, context.lookup)),
  );
}

/** A new record, or what replaces one. */
export function draftRef(context: SchemaContext, resource: Resource, method: "POST" | "PUT"): Ref {
  // In a membership, the path of a PUT contains the member's id, so the body need not.
  const isReplacement = method === "PUT" && resource.member !== undefined;
  const patch = resource.views[0]!.methods.includes("PATCH") ? patchRef(context, resource) : undefined;
  return schemaOf(context, resource, isReplacement ? "Replacement" : "Draft", () =>
    withExample(
      draftSchema(resource, isReplacement ? "replace" : "create", patch),
      draftExample(resource, context.lookup),
    ),
  );
}
