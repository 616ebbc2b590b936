/** The responses of successful operations, and request bodies. */

import type { Schema } from "../../declare/field-spec.ts";
import { OPERATIONS } from "../../operations/declaration.ts";
import type { Resource, View } from "../../resource/resource.ts";
import { acceptsEmptyBody } from "../../resource/schemas.ts";
import type { Components, JsonObject, Ref } from "./components.ts";
import { cursorPageSchema, pageSchema } from "./envelopes.ts";
import {
  createdExample,
  cursorPageExample,
  draftExample,
  type Lookup,
  listExample,
  patchExample,
  recordExample,
  selectionExample,
  summaryExample,
} from "./examples.ts";
import { type ResponseHeader, responseHeaders } from "./headers.ts";
import { pascalCase, schemaName } from "./naming.ts";
import {
  createdSchema,
  hasSecrets,
  ID_SCHEMA,
  PATH_SCHEMA,
  recordSchema,
  requestSchema,
  selectionSchema,
  summarySchema,
} from "./schemas.ts";

/** What schemas are built from. */
export interface SchemaContext {
  readonly components: Components;
  readonly lookup: Lookup;
  readonly pageSizes: { readonly default: number; readonly max: number };
}

const JSON_BODY = "application/json";

function jsonContent(schema: Schema | Ref): JsonObject {
  return { content: { [JSON_BODY]: { schema } } };
}

function withExample(schema: Schema, example: unknown): JsonObject {
  return { ...schema, examples: [example] };
}

/** The complete record of a view. */
function recordRef({ components, lookup }: SchemaContext, view: View): Ref {
  return components.refer("schemas", schemaName(view), () =>
    withExample(recordSchema(view), recordExample(view, lookup)),
  );
}

/** A new record with its secrets. A replayed response omits them. */
function createdRef({ components, lookup }: SchemaContext, view: View): Ref {
  return components.refer("schemas", `${schemaName(view)}Issued`, () =>
    withExample(createdSchema(view), recordExample(view, lookup)),
  );
}

function selectionRef({ components, lookup }: SchemaContext, view: View): Ref {
  return components.refer("schemas", `${schemaName(view)}Selection`, () =>
    withExample(selectionSchema(view), selectionExample(view, lookup)),
  );
}

function listSchema(context: SchemaContext, view: View): Schema {
  const { components, lookup, pageSizes } = context;
  const name = schemaName(view);
  const summary = components.refer("schemas", `${name}Summary`, () =>
    withExample(summarySchema(view), summaryExample(view, lookup)),
  );
  const item = { anyOf: [summary, selectionRef(context, view)] };
  const page = components.refer("schemas", `${name}List`, () =>
    withExample(pageSchema(view, item, pageSizes.max), listExample(view, lookup, pageSizes.default)),
  );
  const cursorPage = components.refer("schemas", `${name}CursorPage`, () =>
    withExample(cursorPageSchema(view, item, pageSizes.max), cursorPageExample(view, lookup, pageSizes.default)),
  );
  return { oneOf: [page, cursorPage] };
}

/** The headers of a record's representation, and of a list's. */
const RECORD: ResponseHeader[] = ["ETag", "Last-Modified", "Content-Location"];
const listHeaders = (view: View): ResponseHeader[] =>
  view.aliases.length > 0 ? ["ETag", "Content-Location"] : ["ETag"];

/** `Retry-After` for resources whose records clients poll. */
function pollingHeaders({ resource }: View): ResponseHeader[] {
  return resource.retryAfter ? ["Retry-After"] : [];
}

/** 200 with one record, or the fields that `fields` selects. */
export function itemResponse(context: SchemaContext, view: View, caching: JsonObject): JsonObject {
  const headers = responseHeaders(context.components, RECORD, pollingHeaders(view));
  return {
    description: "The record; with `fields`, only the selected fields.",
    headers: { ...headers, ...caching },
    ...jsonContent({ anyOf: [recordRef(context, view), selectionRef(context, view)] }),
  };
}

/** 200 with a list. */
export function listResponse(context: SchemaContext, view: View, caching: JsonObject): JsonObject {
  const headers = responseHeaders(context.components, listHeaders(view), ["Link"]);
  return {
    description: `${view.unpaged ? "The whole list, or a page of it" : "A page of the list"}.`,
    headers: { ...headers, ...caching },
    ...jsonContent(listSchema(context, view)),
  };
}

/** 304. */
export function notModifiedResponse(
  { components }: SchemaContext,
  view: View,
  shows: "record" | "list",
  caching: JsonObject,
): JsonObject {
  const headers =
    shows === "record"
      ? responseHeaders(components, RECORD, pollingHeaders(view))
      : responseHeaders(components, listHeaders(view));
  return { description: "The client's copy is current.", headers: { ...headers, ...caching } };
}

/** 202 with the operation. */
function acceptedResponse(context: SchemaContext, optional: readonly ResponseHeader[]): JsonObject {
  const headers: ResponseHeader[] = ["Location", "Preference-Applied", "Retry-After", ...RECORD];
  return {
    description: "Accepted, with `Prefer: respond-async`. The operation shows the progress and leads to the result.",
    headers: responseHeaders(context.components, headers, optional),
    ...jsonContent(recordRef(context, context.lookup(OPERATIONS).views[0]!)),
  };
}

/** The successful responses of POST, PUT, PATCH and DELETE. */
export function writeResponses(
  context: SchemaContext,
  resource: Resource,
  method: "POST" | "PUT" | "PATCH" | "DELETE",
): JsonObject {
  const { components } = context;
  const record = recordRef(context, resource.views[0]!);
  const optional: ResponseHeader[] = ["Preference-Applied"];
  if (method === "POST" || method === "PATCH") optional.push("Idempotent-Replayed");
  const createdRecord = hasSecrets(resource) ? createdRef(context, resource.views[0]!) : record;
  const created = {
    description: `Created. With \`Prefer: return=minimal\`, without a body and its headers.`,
    headers: responseHeaders(components, ["Location"], [...RECORD, ...optional]),
    ...jsonContent(method === "POST" ? createdBody(context, resource, createdRecord) : createdRecord),
  };
  const nothing = (description: string) => ({ description, headers: responseHeaders(components, [], optional) });
  const replayed: ResponseHeader[] = ["Idempotent-Replayed"];
  if (method === "POST")
    return { 201: created, ...(resource.bulk ? { 202: acceptedResponse(context, replayed) } : {}) };
  if (method === "DELETE") {
    const finalState = { description: "Deleted, with `Prefer: return=representation`: the final state of the record." };
    const headers = responseHeaders(components, [...RECORD, "Preference-Applied"]);
    const deleted = { 200: { ...finalState, headers, ...jsonContent(record) }, 204: nothing("Deleted.") };
    return resource.softDelete ? deleted : { ...deleted, 202: acceptedResponse(context, []) };
  }
  const changed = {
    description: "The record after the change.",
    headers: responseHeaders(components, RECORD, optional),
    ...jsonContent(record),
  };
  const minimal = { 204: nothing("Changed, with `Prefer: return=minimal`.") };
  return method === "PUT" ? { 200: changed, 201: created, ...minimal } : { 200: changed, ...minimal };
}

function createdBody({ components }: SchemaContext, resource: Resource, record: Ref): Schema | Ref {
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
  const array = components.refer("schemas", `${pascalCase(resource.one)}Created`, () =>
    withExample(schema, createdExample(resource)),
  );
  return { oneOf: [record, array] };
}

/** The request body of POST, PUT or PATCH. */
export function requestBody(context: SchemaContext, resource: Resource, method: "POST" | "PUT" | "PATCH"): JsonObject {
  const { components, lookup } = context;
  const name = pascalCase(resource.one);
  if (method === "PATCH") {
    const patch = components.refer("schemas", `${name}Patch`, () =>
      withExample(requestSchema(resource, "patch"), patchExample(resource, lookup)),
    );
    return {
      required: true,
      content: { "application/merge-patch+json": { schema: patch }, [JSON_BODY]: { schema: patch } },
    };
  }
  // In a membership, the path of a PUT contains the member's id, so the body need not.
  const isReplacement = method === "PUT" && resource.member !== undefined;
  const draft = components.refer("schemas", `${name}${isReplacement ? "Replacement" : "Draft"}`, () =>
    withExample(requestSchema(resource, isReplacement ? "replace" : "create"), draftExample(resource, lookup)),
  );
  const maxItems = method === "POST" ? resource.bulk : undefined;
  const array = { type: "array", minItems: 1, maxItems, items: draft };
  return {
    required: !acceptsEmptyBody(resource),
    ...jsonContent(maxItems === undefined ? draft : { oneOf: [draft, array] }),
  };
}
