/** The responses of successful operations, and request bodies. */

import { requirementFor } from "../../../access/requirements.ts";
import type { Schema } from "../../../declare/schema.ts";
import { OPERATIONS } from "../../../operations/declaration.ts";
import type { Resource, View } from "../../../resource/resource.ts";
import { acceptsEmptyBody } from "../../../resource/schemas.ts";
import type { Components, JsonObject, Ref } from "../components.ts";
import { schemaName } from "../naming.ts";
import { hasSecrets } from "../schemas/records.ts";
import {
  createdRef,
  createdSchemaOf,
  draftRef,
  listSchema,
  patchRef,
  recordRef,
  type SchemaContext,
} from "../schemas/schema-refs.ts";
import { exportContent } from "./exports.ts";
import { cachingHeaders, type ResponseHeader, responseHeaders } from "./headers.ts";

const JSON_BODY = "application/json";

function jsonContent(schema: Schema | Ref): JsonObject {
  return { content: { [JSON_BODY]: { schema } } };
}

/** A response that operations share. Those whose headers differ have a number in their name. */
export function shareResponse(components: Components, name: string, response: JsonObject): Ref {
  return components.share(
    "responses",
    response,
    name,
    ...["2", "3", "4", "5", "6", "7", "8", "9"].map((number) => `${name}${number}`),
  );
}

/** The headers of a record's representation, and of a list's. */
const RECORD: ResponseHeader[] = ["ETag", "Last-Modified", "Content-Location"];
/** Those of a new record with its secrets. */
const WITHOUT_VALIDATORS: ResponseHeader[] = ["Content-Location"];
/** Those of a record that may embed others, or be one of the past: `Last-Modified` is absent with `include` and `as_of`. */
const SELECTED: [required: ResponseHeader[], optional: ResponseHeader[]] = [
  ["ETag", "Content-Location"],
  ["Last-Modified"],
];
const listHeaders = (view: View): ResponseHeader[] =>
  view.aliases.length > 0 ? ["ETag", "Content-Location"] : ["ETag"];

/** `Retry-After` for resources whose records clients poll. */
function pollingHeaders({ resource }: View): ResponseHeader[] {
  return resource.retryAfter ? ["Retry-After"] : [];
}

/** The headers of a GET of a record. */
function itemHeaders({ components }: SchemaContext, view: View): JsonObject {
  const isSelected = view.relations.size > 0 || view.resource.hasHistory;
  const [required, optional] = isSelected ? SELECTED : [RECORD, []];
  return responseHeaders(components, required, [...optional, ...pollingHeaders(view)]);
}

/** 200 with one record, or the fields that `fields` selects. */
export function itemResponse(context: SchemaContext, view: View, caching: JsonObject): Ref {
  return shareResponse(context.components, `${schemaName(view)}Found`, {
    description: "The record; with `fields`, only the selected fields (`x-with-fields`).",
    headers: { ...itemHeaders(context, view), ...caching },
    ...jsonContent(recordRef(context, view)),
  });
}

/** 200 with a list, in any of its formats. */
export function listResponse(context: SchemaContext, view: View, caching: JsonObject): JsonObject {
  const headers = responseHeaders(context.components, listHeaders(view), ["Link", "Content-Disposition"]);
  return {
    description: `${view.unpaged ? "The whole list, or a page of it" : "A page of the list"}, or of a summary; or the list as CSV or NDJSON.`,
    headers: { ...headers, ...caching },
    content: { [JSON_BODY]: { schema: listSchema(context, view) }, ...exportContent(context.components) },
  };
}

/** 304. */
export function notModifiedResponse(
  context: SchemaContext,
  view: View,
  shows: "record" | "list",
  caching: JsonObject,
): Ref {
  const { components } = context;
  const headers = shows === "record" ? itemHeaders(context, view) : responseHeaders(components, listHeaders(view));
  return shareResponse(components, "NotModified", {
    description: "The client's copy is current.",
    headers: { ...headers, ...caching },
  });
}

/** 202 with the operation. */
function acceptedResponse(context: SchemaContext, optional: readonly ResponseHeader[]): Ref {
  const { components } = context;
  const view = context.lookup(OPERATIONS).views[0]!;
  const headers: ResponseHeader[] = ["Location", "Preference-Applied", "Retry-After", ...RECORD];
  return shareResponse(components, "Accepted", {
    description: "Accepted, with `Prefer: respond-async`. The operation shows the progress and leads to the result.",
    headers: {
      ...responseHeaders(components, headers, optional),
      ...cachingHeaders(components, requirementFor(view, "GET")),
    },
    ...jsonContent(recordRef(context, view)),
  });
}

/** The successful responses of POST, PUT, PATCH and DELETE. */
export function writeResponses(
  context: SchemaContext,
  resource: Resource,
  method: "POST" | "PUT" | "PATCH" | "DELETE",
): JsonObject {
  const { components } = context;
  const view = resource.views[0]!;
  const name = schemaName(view);
  const record = recordRef(context, view);
  // PUT and DELETE take no key, but share their responses with POST and PATCH.
  const optional: ResponseHeader[] = ["Preference-Applied", "Idempotent-Replayed"];
  const isSecret = hasSecrets(resource);
  const createdRecord = isSecret ? createdRef(context, view) : record;
  const caching = cachingHeaders(components, requirementFor(view, method));
  const headers = (required: readonly ResponseHeader[], others: readonly ResponseHeader[]): JsonObject => ({
    ...responseHeaders(components, required, others),
    ...caching,
  });
  const created = () =>
    shareResponse(components, `${name}Created`, {
      description: `Created. With \`Prefer: return=minimal\`, without a body and its headers.`,
      headers: headers(["Location"], [...(isSecret ? WITHOUT_VALIDATORS : RECORD), ...optional]),
      ...jsonContent(method === "POST" ? createdSchemaOf(context, resource, createdRecord) : createdRecord),
    });
  const nothing = (what: string, description: string) =>
    shareResponse(components, what, { description, headers: headers([], optional) });
  const written = () =>
    shareResponse(components, `${name}Written`, {
      description: "The record after the change; of a deletion, its final state.",
      headers: headers(RECORD, optional),
      ...jsonContent(record),
    });
  const replayed: ResponseHeader[] = ["Idempotent-Replayed"];
  if (method === "POST")
    return { 201: created(), ...(resource.bulk ? { 202: acceptedResponse(context, replayed) } : {}) };
  if (method === "DELETE") {
    const responses = { 200: written(), 204: nothing("Deleted", "Deleted.") };
    return resource.softDelete ? responses : { ...responses, 202: acceptedResponse(context, []) };
  }
  const minimal = { 204: nothing("Changed", "Changed, with `Prefer: return=minimal`.") };
  return method === "PUT" ? { 200: written(), 201: created(), ...minimal } : { 200: written(), ...minimal };
}

/** The request body of POST, PUT or PATCH. */
export function requestBody(context: SchemaContext, resource: Resource, method: "POST" | "PUT" | "PATCH"): JsonObject {
  if (method === "PATCH") {
    const patch = patchRef(context, resource);
    return {
      required: true,
      content: { "application/merge-patch+json": { schema: patch }, [JSON_BODY]: { schema: patch } },
    };
  }
  const draft = draftRef(context, resource, method);
  const maxItems = method === "POST" ? resource.bulk : undefined;
  const array = { type: "array", minItems: 1, maxItems, items: draft };
  return {
    required: !acceptsEmptyBody(resource),
    ...jsonContent(maxItems === undefined ? draft : { oneOf: [draft, array] }),
  };
}
