/** The operations of a view: parameters, bodies and responses of each method. */
import { NO_CREDENTIAL, type Requirement, requirementFor } from "../../access/requirements.ts";
import type { Method } from "../../declare/declare.ts";
import type { Catalog } from "../../resource/catalog.ts";
import type { View } from "../../resource/resource.ts";
import type { JsonObject, Ref } from "./components.ts";
import { lifecycleTable, permissionsOf, rulesOf } from "./descriptions.ts";
import { withEventStream } from "./event-stream.ts";
import { cachingHeaders, type RequestHeader, requestHeader, responseHeaders } from "./headers.ts";
import { itemParameter, type NamedPath, namedPaths, tagOf, withArticle, words } from "./naming.ts";
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
  readonly need: Requirement;
  readonly parameters?: readonly Ref[];
  readonly headers?: readonly RequestHeader[];
  readonly body?: JsonObject;
  readonly answers: JsonObject;
  readonly conflicts?: readonly string[];
  readonly isUnlimited?: boolean;
}

/** Public reads list `{}` as an alternative: no credential. */
function securityOf({ kind, scopes }: Requirement): readonly object[] {
  if (kind === "open") return [];
  return [...(kind === "read" ? [{}] : []), { bearer: scopes }];
}

/** Builds an operation object. */
export function buildOperation({ components, catalog }: OperationContext, given: Operation): JsonObject {
  const { id, tag, summary, description, method, path, need, parameters = [], headers = [], body, answers } = given;
  const problems = problemResponses(components, catalog, {
    method,
    need,
    hasPathParameters: path.includes("{"),
    isConditional: headers.includes("If-Match"),
    isResumable: headers.includes("Last-Event-ID"),
    conflicts: given.conflicts ?? [],
    isRateLimited: !given.isUnlimited,
  });
  const fields = headers.map((name) => requestHeader(components, name));
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description ? { description } : {}),
    security: securityOf(need),
    parameters: [...parameters, ...fields, requestHeader(components, "X-Request-Id")],
    ...(body ? { requestBody: body } : {}),
    responses: { ...answers, ...problems },
  };
}

/** Builds GET, and the HEAD and OPTIONS that go with it. */
export function readOperations(context: OperationContext, get: Operation, others: readonly string[] = []): JsonObject {
  const { id, summary, answers, path } = get;
  const { components } = context;
  const bare = Object.fromEntries(
    Object.entries(answers as Record<string, JsonObject>).map(([status, { content: _, ...rest }]) => [status, rest]),
  );
  const capital = `${id.charAt(0).toUpperCase()}${id.slice(1)}`;
  const head = { ...get, id: `head${capital}`, method: "HEAD", summary: `${summary}: headers only`, answers: bare };
  const accepts = [
    ...(others.includes("POST") ? (["Accept-Post"] as const) : []),
    ...(others.includes("PATCH") ? (["Accept-Patch"] as const) : []),
  ];
  const options: Operation = {
    id: `options${capital}`,
    tag: get.tag,
    summary: `${summary}: supported methods`,
    method: "OPTIONS",
    path,
    need: NO_CREDENTIAL,
    isUnlimited: get.isUnlimited ?? false,
    answers: {
      204: { description: "The supported methods.", headers: responseHeaders(components, ["Allow", ...accepts]) },
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
  return namedPaths(view).flatMap((door) => {
    const { path, itemName: one, listName: many } = door;
    if (resource.kind === "single") return [[path, itemPath(context, view, { path, itemName: one, listName: many })]];
    const below = `${path}/{${itemParameter(resource)}}`;
    const item: [string, JsonObject][] = hasItems
      ? [[below, itemPath(context, view, { path: below, itemName: one, listName: many })]]
      : [];
    return [[path, listPath(context, view, door)], ...item];
  });
}

const UNCONDITIONAL: RequestHeader[] = ["Prefer", "Idempotency-Key"];
const LIST_CONDITIONS: RequestHeader[] = ["If-Match", "If-None-Match"];
const CONDITIONS: RequestHeader[] = [...LIST_CONDITIONS, "If-Modified-Since", "If-Unmodified-Since"];
const GUARDS: RequestHeader[] = ["If-Match", "If-None-Match", "If-Unmodified-Since", "Prefer"];

function listPath(
  context: OperationContext,
  view: View,
  { path, listName: many, itemName: one }: NamedPath,
): JsonObject {
  const { components, catalog, pageSizes } = context;
  const { resource, parent, methods, plural } = view;
  const need = requirementFor(view, "GET");
  const caching = cachingHeaders(components, need.kind);
  const tag = tagOf(resource);
  const within = parent ? ` of ${withArticle(parent.resource.one)}` : "";
  const page = listResponse(context, view, caching);
  const logs = resource === context.catalog.log;
  const get: Operation = {
    id: `list${many}`,
    tag,
    summary: `List the ${words(plural)}${within}`,
    method: "GET",
    path,
    need,
    parameters: listParameters(components, view, pageSizes),
    headers: logs ? [...LIST_CONDITIONS, "Last-Event-ID"] : LIST_CONDITIONS,
    answers: {
      200: logs ? withEventStream(components, page) : page,
      304: notModifiedResponse(context, view, false, caching),
    },
  };
  if (!methods.includes("POST")) return readOperations(context, get);
  const post: Operation = {
    id: `create${one}`,
    tag,
    summary: `Create ${withArticle(resource.one)}${within}`,
    description: [rulesOf(resource), ...permissionsOf(resource, catalog)].filter(Boolean).join("\n\n"),
    method: "POST",
    path,
    need: requirementFor(view, "POST"),
    headers: UNCONDITIONAL,
    body: requestBody(context, resource, "POST"),
    answers: writeResponses(context, resource, "POST"),
    conflicts: conflictsOf(resource, "POST"),
  };
  return { ...readOperations(context, get, ["POST"]), post: buildOperation(context, post) };
}

function itemPath(context: OperationContext, view: View, { path, itemName: one }: NamedPath): JsonObject {
  const { components } = context;
  const { resource, methods } = view;
  const need = requirementFor(view, "GET");
  const caching = cachingHeaders(components, need.kind);
  const tag = tagOf(resource);
  const name = withArticle(resource.one);
  const get: Operation = {
    id: `get${one}`,
    tag,
    summary: `Get ${name}`,
    method: "GET",
    path,
    need,
    parameters: [fieldsParameter(components, view)],
    headers: CONDITIONS,
    answers: { 200: itemResponse(context, view, caching), 304: notModifiedResponse(context, view, true, caching) },
  };
  const write = (
    method: "PUT" | "PATCH" | "DELETE",
    verb: string,
    about: string,
    rest: Partial<Operation>,
  ): JsonObject =>
    buildOperation(context, {
      id: `${verb}${one}`,
      tag,
      summary: `${verb.charAt(0).toUpperCase()}${verb.slice(1)} ${name}`,
      description: about,
      method,
      path,
      need: requirementFor(view, method),
      headers: GUARDS,
      answers: writeResponses(context, resource, method),
      conflicts: conflictsOf(resource, method),
      ...(method === "DELETE" ? {} : { body: requestBody(context, resource, method) }),
      ...rest,
    });
  const limits = [rulesOf(resource), ...permissionsOf(resource, context.catalog), lifecycleTable(resource)]
    .filter(Boolean)
    .join("\n\n");
  const withRules = (sentence: string) => [sentence, limits].filter(Boolean).join("\n\n");
  const put =
    "Replaces the complete record: omitted fields return to their defaults. Creates the record if it does not exist.";
  const patch = "Applies a JSON Merge Patch (RFC 7396): null clears a field.";
  const gone = "Refused while other records belong or refer to it.";
  const writes = {
    PUT: () => write("PUT", "replace", withRules(put), {}),
    PATCH: () => write("PATCH", "update", withRules(patch), { headers: [...GUARDS, "Idempotency-Key"] }),
    DELETE: () =>
      write("DELETE", "delete", resource.softDelete?.about ?? gone, { parameters: [cascadeParameter(components)] }),
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
