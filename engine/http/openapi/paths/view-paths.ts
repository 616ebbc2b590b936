/** The paths of a view: the parameters, bodies and responses of each method. */
import { requirementFor } from "../../../access/requirements.ts";
import type { Method } from "../../../declare/declaration.ts";
import type { View } from "../../../resource/resource.ts";
import { BODY_TYPES } from "../../request/negotiation.ts";
import type { Components, JsonObject } from "../components.ts";
import {
  aboutCreating,
  aboutItem,
  aboutList,
  lifecycleTable,
  paragraphs,
  permissionsOf,
  rulesOf,
} from "../descriptions.ts";
import { itemParameter, type NamedPath, namedPaths, schemaName, tagOf, toWords, withArticle } from "../naming.ts";
import { itemExtensions, viewExtensions } from "../schemas/extensions.ts";
import { conflictsOf } from "./conflicts.ts";
import { cachingHeaders, type RequestHeader, responseHeaders } from "./headers.ts";
import { asOfParameter } from "./history-parameters.ts";
import { type Operation, type OperationContext, pathItem } from "./operations.ts";
import { cascadeParameter, listParameters, selectionParameters } from "./parameters.ts";
import {
  itemResponse,
  listResponse,
  notModifiedResponse,
  requestBody,
  shareResponse,
  writeResponses,
} from "./responses.ts";

/** The paths of a view, with their operations. */
export function viewPaths(context: OperationContext, view: View): [path: string, item: JsonObject][] {
  const { resource, hasItems } = view;
  return namedPaths(view).flatMap((namedPath) => {
    const { path, itemName, listName } = namedPath;
    if (resource.kind === "single") return [[path, itemPath(context, view, { path, itemName, listName })]];
    const itemUrl = `${path}/{${itemParameter(resource)}}`;
    const item: [string, JsonObject][] = hasItems
      ? [[itemUrl, itemPath(context, view, { path: itemUrl, itemName, listName })]]
      : [];
    return [[path, listPath(context, view, namedPath)], ...item];
  });
}

/** The request headers of each kind of operation. */
const CREATE_HEADERS: RequestHeader[] = ["If-Match", "Prefer", "Idempotency-Key"];
const LIST_HEADERS: RequestHeader[] = ["If-Match", "If-None-Match"];
const ITEM_HEADERS: RequestHeader[] = [...LIST_HEADERS, "If-Modified-Since", "If-Unmodified-Since"];
const WRITE_HEADERS: RequestHeader[] = ["If-Match", "If-None-Match", "If-Unmodified-Since", "Prefer"];

function listPath(context: OperationContext, view: View, { path, listName, itemName }: NamedPath): JsonObject {
  const { components, catalog, pageSizes } = context;
  const { resource, parent, methods, plural } = view;
  const requirement = requirementFor(view, "GET");
  const caching = cachingHeaders(components, requirement, resource.hasHistory);
  const tag = tagOf(resource);
  const ofParent = parent ? ` of ${withArticle(parent.resource.one)}` : "";
  const page = listResponse(context, view, caching);
  const isEventLog = resource === context.catalog.log;
  const get: Operation = {
    id: `list${listName}`,
    deprecated: resource.deprecated,
    tag,
    summary: `List the ${toWords(plural)}${ofParent}`,
    description: paragraphs(aboutList(view), isEventLog && STREAM_DESCRIPTION),
    method: "GET",
    path,
    requirement,
    parameters: listParameters(components, view, pageSizes),
    isDated: resource.hasHistory,
    headers: isEventLog ? [...LIST_HEADERS, "Last-Event-ID"] : LIST_HEADERS,
    responses: {
      200: isEventLog ? withEventStream(components, page) : shareResponse(components, `${schemaName(view)}Page`, page),
      304: notModifiedResponse(context, view, "list", caching),
    },
  };
  const extensions = { ...viewExtensions(view, true), "x-accept-query": BODY_TYPES.QUERY };
  if (!methods.includes("POST")) return { ...extensions, ...pathItem(context, get) };
  const post: Operation = {
    id: `create${itemName}`,
    deprecated: resource.deprecated,
    tag,
    summary: `Create ${withArticle(resource.one)}${ofParent}`,
    description: paragraphs(aboutCreating(resource), rulesOf(resource), ...permissionsOf(resource, catalog)),
    method: "POST",
    path,
    requirement: requirementFor(view, "POST"),
    headers: CREATE_HEADERS,
    body: requestBody(context, resource, "POST"),
    responses: writeResponses(context, resource, "POST"),
    conflicts: conflictsOf(resource, "POST"),
  };
  return { ...extensions, ...pathItem(context, get, post) };
}

const STREAM_DESCRIPTION =
  "With `Accept: text/event-stream`, the response is a stream of new events, which resumes after `Last-Event-ID`.";

/** An event as the stream sends it. */
const STREAMED_EVENT = `id: 0000000000000042
event: record.updated
data: {"id":"0000000000000042","specversion":"1.0","source":"/api","type":"record.updated"}

`;

/** Adds the event stream, which the list of events offers as a second media type. */
function withEventStream(components: Components, page: JsonObject): JsonObject {
  const stream = {
    schema: {
      type: "string",
      description:
        "An endless stream of Server-Sent Events: `id` is the id of the event, `event` its type, `data` the CloudEvent. It accepts the filters of the list and no other parameters. A comment is sent every 15 seconds.",
    },
    example: STREAMED_EVENT,
  };
  return {
    ...page,
    description: `${page.description} With \`Accept: text/event-stream\`, a stream of new events.`,
    headers: { ...(page.headers as JsonObject), ...responseHeaders(components, [], ["ETag", "X-Accel-Buffering"]) },
    content: { ...(page.content as JsonObject), "text/event-stream": stream },
  };
}

function itemPath(context: OperationContext, view: View, namedPath: NamedPath): JsonObject {
  const { components } = context;
  const requirement = requirementFor(view, "GET");
  const caching = cachingHeaders(components, requirement, view.resource.hasHistory);
  const writes = writeOperations(context, view, namedPath);
  const get: Operation = {
    id: `get${namedPath.itemName}`,
    deprecated: view.resource.deprecated,
    tag: tagOf(view.resource),
    summary: `Get ${withArticle(view.resource.one)}`,
    description: aboutItem(view),
    method: "GET",
    path: namedPath.path,
    requirement,
    parameters: [...selectionParameters(components, view), ...asOfParameter(components, view)],
    isDated: view.resource.hasHistory,
    headers: ITEM_HEADERS,
    responses: {
      200: itemResponse(context, view, caching),
      304: notModifiedResponse(context, view, "record", caching),
    },
  };
  return {
    ...(view.resource.kind === "single" ? viewExtensions(view, false) : itemExtensions(view)),
    ...pathItem(context, get, ...writes),
  };
}

/** PUT, PATCH and DELETE, as far as a view allows them. */
function writeOperations(context: OperationContext, view: View, { path, itemName }: NamedPath): Operation[] {
  const { resource, methods } = view;
  const operation = (method: "PUT" | "PATCH" | "DELETE", verb: string, description: string): Operation => ({
    id: `${verb}${itemName}`,
    deprecated: resource.deprecated,
    tag: tagOf(resource),
    summary: `${verb.charAt(0).toUpperCase()}${verb.slice(1)} ${withArticle(resource.one)}`,
    description,
    method,
    path,
    requirement: requirementFor(view, method),
    headers: WRITE_HEADERS,
    responses: writeResponses(context, resource, method),
    conflicts: conflictsOf(resource, method),
    ...(method === "DELETE" ? {} : { body: requestBody(context, resource, method) }),
  });
  const rules = [rulesOf(resource), ...permissionsOf(resource, context.catalog), lifecycleTable(resource)];
  const withRules = (sentence: string) => paragraphs(sentence, ...rules);
  const writes = {
    PUT: () =>
      operation(
        "PUT",
        "replace",
        withRules(
          "Replaces the complete record: omitted fields return to their defaults. Creates the record if it does not exist.",
        ),
      ),
    PATCH: () => ({
      ...operation("PATCH", "update", withRules("Applies a JSON Merge Patch (RFC 7396): null clears a field.")),
      headers: [...WRITE_HEADERS, "Idempotency-Key"] as const,
    }),
    DELETE: () => ({
      ...operation(
        "DELETE",
        "delete",
        resource.softDelete?.about ?? "Refused while other records belong or refer to it.",
      ),
      parameters: [cascadeParameter(context.components)],
    }),
  };
  return Object.entries(writes).flatMap(([method, make]) => (methods.includes(method as Method) ? [make()] : []));
}
