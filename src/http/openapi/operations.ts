/** The operations of a view: parameters, bodies and responses of each method. */
import { NO_CREDENTIAL, type Requirement, requirementFor } from "../../access/requirements.ts";
import type { Method } from "../../declare/declare.ts";
import type { Catalog } from "../../resource/catalog.ts";
import type { View } from "../../resource/resource.ts";
import type { JsonObject, Ref } from "./components.ts";
import { lifecycleTable, permissionsOf, rulesOf } from "./descriptions.ts";
import { withEventStream } from "./event-stream.ts";
import { cachingHeaders, type RequestHeader, requestHeader, responseHeaders } from "./headers.ts";
import { itemParameter, type NamedPath, namedPaths, tagOf, toWords, withArticle } from "./naming.ts";
import { cascadeParameter, fieldsParameter, listParameters, pathNames, pathParameter } from "./parameters.ts";
import { conflictsOf, problemResponses } from "./problems.ts";
import {
  itemResponse,
  listResponse,
  notModifiedResponse,
  requestBody,
  type SchemaContext,
  writeResponses,
} from "./responses.ts";

/** What operations are built from. */
export interface OperationContext extends SchemaContext {
  readonly catalog: Catalog;
}

/** What differs between operations. */
interface Operation {
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly method: string;
  readonly path: string;
  readonly requirement: Requirement;
  readonly parameters?: readonly Ref[];
  readonly headers?: readonly RequestHeader[];
  readonly body?: JsonObject;
  readonly responses: JsonObject;
  readonly conflicts?: readonly string[];
  readonly isUnlimited?: boolean;
}

/** Public reads list `{}` as an alternative: no credential. */
function securityOf({ kind, scopes }: Requirement): readonly object[] {
  if (kind === "open") return [];
  return [...(kind === "read" ? [{}] : []), { bearer: scopes }];
}

/** Builds an operation object. */
export function buildOperation({ components, catalog }: OperationContext, operation: Operation): JsonObject {
  const {
    id,
    tag,
    summary,
    description,
    method,
    path,
    requirement,
    parameters = [],
    headers = [],
    body,
    responses,
  } = operation;
  const problems = problemResponses(components, catalog, {
    method,
    requirement,
    hasPathParameters: path.includes("{"),
    isConditional: headers.includes("If-Match"),
    isResumable: headers.includes("Last-Event-ID"),
    conflicts: operation.conflicts ?? [],
    isRateLimited: !operation.isUnlimited,
  });
  const headerParameters = headers.map((name) => requestHeader(components, name));
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description ? { description } : {}),
    security: securityOf(requirement),
    parameters: [...parameters, ...headerParameters, requestHeader(components, "X-Request-Id")],
    ...(body ? { requestBody: body } : {}),
    responses: { ...responses, ...problems },
  };
}

/** Builds GET, and the HEAD and OPTIONS that go with it. */
export function readOperations(context: OperationContext, get: Operation, others: readonly string[] = []): JsonObject {
  const { id, summary, responses, path } = get;
  const { components } = context;
  const withoutContent = Object.fromEntries(
    Object.entries(responses as Record<string, JsonObject>).map(([status, { content: _, ...rest }]) => [status, rest]),
  );
  const capitalizedId = `${id.charAt(0).toUpperCase()}${id.slice(1)}`;
  const head = {
    ...get,
    id: `head${capitalizedId}`,
    method: "HEAD",
    summary: `${summary}: headers only`,
    responses: withoutContent,
  };
  const acceptHeaders = [
    ...(others.includes("POST") ? (["Accept-Post"] as const) : []),
    ...(others.includes("PATCH") ? (["Accept-Patch"] as const) : []),
  ];
  const options: Operation = {
    id: `options${capitalizedId}`,
    tag: get.tag,
    summary: `${summary}: supported methods`,
    method: "OPTIONS",
    path,
    requirement: NO_CREDENTIAL,
    isUnlimited: get.isUnlimited ?? false,
    responses: {
      204: { description: "The supported methods.", headers: responseHeaders(components, ["Allow", ...acceptHeaders]) },
    },
  };
  const names = pathNames(path).map((name) => pathParameter(components, name));
  return {
    ...(names.length > 0 ? { parameters: names } : {}),
    get: buildOperation(context, get),
    head: buildOperation(context, head),
    options: buildOperation(context, options),
  };
}

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

function itemPath(context: OperationContext, view: View, { path, itemName }: NamedPath): JsonObject {
  const { components } = context;
  const { resource, methods } = view;
  const requirement = requirementFor(view, "GET");
  const caching = cachingHeaders(components, requirement.kind);
  const tag = tagOf(resource);
  const name = withArticle(resource.one);
  const get: Operation = {
    id: `get${itemName}`,
    tag,
    summary: `Get ${name}`,
    method: "GET",
    path,
    requirement,
    parameters: [fieldsParameter(components, view)],
    headers: ITEM_HEADERS,
    responses: {
      200: itemResponse(context, view, caching),
      304: notModifiedResponse(context, view, "record", caching),
    },
  };
  const write = (
    method: "PUT" | "PATCH" | "DELETE",
    verb: string,
    about: string,
    overrides: Partial<Operation>,
  ): JsonObject =>
    buildOperation(context, {
      id: `${verb}${itemName}`,
      tag,
      summary: `${verb.charAt(0).toUpperCase()}${verb.slice(1)} ${name}`,
      description: about,
      method,
      path,
      requirement: requirementFor(view, method),
      headers: WRITE_HEADERS,
      responses: writeResponses(context, resource, method),
      conflicts: conflictsOf(resource, method),
      ...(method === "DELETE" ? {} : { body: requestBody(context, resource, method) }),
      ...overrides,
    });
  const constraints = [rulesOf(resource), ...permissionsOf(resource, context.catalog), lifecycleTable(resource)]
    .filter(Boolean)
    .join("\n\n");
  const withRules = (sentence: string) => [sentence, constraints].filter(Boolean).join("\n\n");
  const aboutPut =
    "Replaces the complete record: omitted fields return to their defaults. Creates the record if it does not exist.";
  const aboutPatch = "Applies a JSON Merge Patch (RFC 7396): null clears a field.";
  const aboutDelete = "Refused while other records belong or refer to it.";
  const writes = {
    PUT: () => write("PUT", "replace", withRules(aboutPut), {}),
    PATCH: () => write("PATCH", "update", withRules(aboutPatch), { headers: [...WRITE_HEADERS, "Idempotency-Key"] }),
    DELETE: () =>
      write("DELETE", "delete", resource.softDelete?.about ?? aboutDelete, {
        parameters: [cascadeParameter(components)],
      }),
  };
  const supported = Object.entries(writes).filter(([method]) => methods.includes(method as Method));
  return {
    ...readOperations(
      context,
      get,
      supported.map(([method]) => method),
    ),
    ...Object.fromEntries(supported.map(([method, make]) => [method.toLowerCase(), make()])),
  };
}
