/** The paths of a view: the parameters, bodies and responses of each method. */
import { requirementFor } from "../../access/requirements.ts";
import type { Method } from "../../declare/declare.ts";
import type { View } from "../../resource/resource.ts";
import type { JsonObject } from "./components.ts";
import { lifecycleTable, permissionsOf, rulesOf } from "./descriptions.ts";
import { withEventStream } from "./event-stream.ts";
import { cachingHeaders, type RequestHeader } from "./headers.ts";
import { itemParameter, type NamedPath, namedPaths, tagOf, toWords, withArticle } from "./naming.ts";
import { buildOperation, type Operation, type OperationContext, readOperations } from "./operations.ts";
import { cascadeParameter, fieldsParameter, listParameters } from "./parameters.ts";
import { conflictsOf } from "./problems.ts";
import { itemResponse, listResponse, notModifiedResponse, requestBody, writeResponses } from "./responses.ts";

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
const CREATE_HEADERS: RequestHeader[] = ["Prefer", "Idempotency-Key"];
const LIST_HEADERS: RequestHeader[] = ["If-Match", "If-None-Match"];
const ITEM_HEADERS: RequestHeader[] = [...LIST_HEADERS, "If-Modified-Since", "If-Unmodified-Since"];
const WRITE_HEADERS: RequestHeader[] = ["If-Match", "If-None-Match", "If-Unmodified-Since", "Prefer"];

function listPath(context: OperationContext, view: View, { path, listName, itemName }: NamedPath): JsonObject {
  const { components, catalog, pageSizes } = context;
  const { resource, parent, methods, plural } = view;
  const requirement = requirementFor(view, "GET");
  const caching = cachingHeaders(components, requirement.kind);
  const tag = tagOf(resource);
  const ofParent = parent ? ` of ${withArticle(parent.resource.one)}` : "";
  const page = listResponse(context, view, caching);
  const isEventLog = resource === context.catalog.log;
  const get: Operation = {
    id: `list${listName}`,
    tag,
    summary: `List the ${toWords(plural)}${ofParent}`,
    method: "GET",
    path,
    requirement,
    parameters: listParameters(components, view, pageSizes),
    headers: isEventLog ? [...LIST_HEADERS, "Last-Event-ID"] : LIST_HEADERS,
    responses: {
      200: isEventLog ? withEventStream(components, page) : page,
      304: notModifiedResponse(context, view, "list", caching),
    },
  };
  if (!methods.includes("POST")) return readOperations(context, get);
  const post: Operation = {
    id: `create${itemName}`,
    tag,
    summary: `Create ${withArticle(resource.one)}${ofParent}`,
    description: [rulesOf(resource), ...permissionsOf(resource, catalog)].filter(Boolean).join("\n\n"),
    method: "POST",
    path,
    requirement: requirementFor(view, "POST"),
    headers: CREATE_HEADERS,
    body: requestBody(context, resource, "POST"),
    responses: writeResponses(context, resource, "POST"),
    conflicts: conflictsOf(resource, "POST"),
  };
  return { ...readOperations(context, get, ["POST"]), post: buildOperation(context, post) };
}

function itemPath(context: OperationContext, view: View, namedPath: NamedPath): JsonObject {
  const { components } = context;
  const requirement = requirementFor(view, "GET");
  const caching = cachingHeaders(components, requirement.kind);
  const writes = writeOperations(context, view, namedPath);
  const get: Operation = {
    id: `get${namedPath.itemName}`,
    tag: tagOf(view.resource),
    summary: `Get ${withArticle(view.resource.one)}`,
    method: "GET",
    path: namedPath.path,
    requirement,
    parameters: [fieldsParameter(components, view)],
    headers: ITEM_HEADERS,
    responses: {
      200: itemResponse(context, view, caching),
      304: notModifiedResponse(context, view, "record", caching),
    },
  };
  const methods = writes.map(({ method }) => method);
  return {
    ...readOperations(context, get, methods),
    ...Object.fromEntries(writes.map((write) => [write.method.toLowerCase(), buildOperation(context, write)])),
  };
}

/** PUT, PATCH and DELETE, as far as a view allows them. */
function writeOperations(context: OperationContext, view: View, { path, itemName }: NamedPath): Operation[] {
  const { resource, methods } = view;
  const operation = (method: "PUT" | "PATCH" | "DELETE", verb: string, description: string): Operation => ({
    id: `${verb}${itemName}`,
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
  const withRules = (sentence: string) => [sentence, ...rules].filter(Boolean).join("\n\n");
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
