/** The operation objects of the document, each with its problems. */
import { NO_CREDENTIAL, type Requirement } from "../../access/requirements.ts";
import type { Catalog } from "../../resource/catalog.ts";
import type { JsonObject, Ref } from "./components.ts";
import { type RequestHeader, requestHeader, responseHeaders } from "./headers.ts";
import { pathNames, pathParameter } from "./parameters.ts";
import { problemResponses } from "./problems.ts";
import type { SchemaContext } from "./responses.ts";

/** What operations are built from. */
export interface OperationContext extends SchemaContext {
  readonly catalog: Catalog;
}

/** One operation, without the parts that follow from these. */
export interface Operation {
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
  /** The successful responses, by status. */
  readonly responses: JsonObject;
  /** The slugs of the conflicts that it can cause. */
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
