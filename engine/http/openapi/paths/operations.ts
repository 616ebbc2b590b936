/** The operation objects of the document, each with its problems. */

import type { Requirement } from "../../../access/requirements.ts";
import { type Deprecation, deprecationNote } from "../../../declare/deprecation.ts";
import type { Catalog } from "../../../resource/catalog.ts";
import type { JsonObject, Ref } from "../components.ts";
import type { SchemaContext } from "../schemas/schema-refs.ts";
import { type RequestHeader, requestHeader } from "./headers.ts";
import { pathNames, pathParameter } from "./parameters.ts";
import { problemResponses } from "./problems.ts";

/** What operations are built from. */
export interface OperationContext extends SchemaContext {
  readonly catalog: Catalog;
  /** Whether `/metrics` is among the paths. */
  readonly hasMetrics: boolean;
}

/** One operation, without the parts that follow from these. */
export interface Operation {
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
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
  /** Whether it takes `as_of`. */
  readonly isDated?: boolean;
  readonly deprecated?: Deprecation | undefined;
}

/** Any credential: what an operation needs that does not say otherwise. */
export const CREDENTIAL = { bearer: [] };

/**
 * What an operation needs. Public reads list `{}` as an alternative: no credential. Scopes are an extension keyword: OpenAPI 3.1
 * allows them in any security requirement, but tools take them for those of OAuth 2.0 flows, which there are not.
 */
function accessOf({ kind, scopes }: Requirement): JsonObject {
  if (kind === "open") return { security: [] };
  return {
    ...(kind === "read" ? { security: [{}, CREDENTIAL] } : {}),
    ...(scopes.length > 0 ? { "x-scopes": scopes } : {}),
  };
}

/** The request headers of an operation. */
function headersOf({ headers = [] }: Operation): RequestHeader[] {
  return [...headers, "X-Request-Id"];
}

/**
 * A path with its operations. Parameters of all of them are those of the path. HEAD and OPTIONS are described once, in the
 * introduction.
 */
export function pathItem(context: OperationContext, ...operations: readonly [Operation, ...Operation[]]): JsonObject {
  const { components } = context;
  const [first, ...others] = operations;
  const shared = headersOf(first).filter((name) => others.every((each) => headersOf(each).includes(name)));
  return {
    parameters: [
      ...pathNames(first.path).map((name) => pathParameter(components, name)),
      ...shared.map((name) => requestHeader(components, name)),
    ],
    ...Object.fromEntries(operations.map((each) => [each.method.toLowerCase(), buildOperation(context, each, shared)])),
  };
}

/** Builds an operation object. @param shared the headers that its path describes */
function buildOperation(
  { components, catalog }: OperationContext,
  operation: Operation,
  shared: readonly RequestHeader[],
): JsonObject {
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
    deprecated,
  } = operation;
  const problems = problemResponses(components, catalog, {
    method,
    requirement,
    hasPathParameters: path.includes("{"),
    isConditional: headers.includes("If-Match"),
    looksBack: operation.isDated === true || headers.includes("Last-Event-ID"),
    conflicts: operation.conflicts ?? [],
    isRateLimited: !operation.isUnlimited,
  });
  const ownHeaders = headersOf(operation).filter((name) => !shared.includes(name));
  return {
    operationId: components.distinctName("operations", id, `${method} ${path}`),
    tags: [tag],
    summary,
    description: deprecated ? `${description}\n\n${deprecationNote(deprecated)}` : description,
    ...(deprecated ? { deprecated: true } : {}),
    ...accessOf(requirement),
    parameters: [...parameters, ...ownHeaders.map((name) => requestHeader(components, name))],
    ...(body ? { requestBody: body } : {}),
    responses: { ...responses, ...problems },
  };
}
