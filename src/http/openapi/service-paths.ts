/** The paths of the service itself: entry point, OpenAPI document, probes, metrics. */
import { NO_CREDENTIAL, READ_ACCESS, requirementFor } from "../../access/requirements.ts";
import { OPERATIONS } from "../../operations/declaration.ts";
import { API_ROOT } from "../../resource/resource.ts";
import { TITLE } from "../../runtime/product.ts";
import type { JsonObject } from "./components.ts";
import { cachingHeaders, responseHeaders } from "./headers.ts";
import { heading, itemParameter, tagOf } from "./naming.ts";
import { type OperationContext, readOperations } from "./operations.ts";
import { PATH_SCHEMA } from "./schemas.ts";

/** The tag of these paths. */
export const SERVICE_TAG = {
  name: "About the service",
  description: "The entry point, this document, probes and metrics.",
};

/** The paths that no declaration describes, with their operations. */
export function servicePaths(context: OperationContext, version: string): [path: string, item: JsonObject][] {
  const { components } = context;
  const entry = readOperations(context, {
    id: "getEntryPoint",
    tag: SERVICE_TAG.name,
    summary: "Get the entry point, with links to every collection",
    method: "GET",
    path: API_ROOT,
    requirement: READ_ACCESS,
    responses: {
      200: {
        description: "The name and version of the service, and links to every collection.",
        headers: { ...responseHeaders(components, []), ...cachingHeaders(components, "read") },
        content: {
          "application/json": {
            schema: {
              type: "object",
              properties: {
                name: { type: "string" },
                version: { type: "string" },
                _links: { type: "object", additionalProperties: PATH_SCHEMA },
              },
              required: ["name", "version", "_links"],
              additionalProperties: false,
            },
            example: { name: TITLE, version, _links: { self: API_ROOT, openapi: "/openapi.json" } },
          },
        },
      },
    },
  });
  return [
    [API_ROOT, entry],
    result(context),
    ["/openapi.json", document(context)],
    probe(context, "/livez", "alive"),
    probe(context, "/readyz", "ready"),
    metrics(context),
  ];
}

/** The result of an operation. */
function result(context: OperationContext): [path: string, item: JsonObject] {
  const { components, lookup } = context;
  const resource = lookup(OPERATIONS);
  const view = resource.views[0]!;
  const headers = { ...responseHeaders(components, ["ETag"]), ...cachingHeaders(components, "private") };
  const path = `${view.path}/{${itemParameter(resource)}}/result`;
  const item = readOperations(context, {
    id: "getOperationResult",
    tag: tagOf(resource),
    summary: "Get the result of an operation",
    method: "GET",
    path,
    requirement: requirementFor(view, "GET"),
    headers: ["If-Match", "If-None-Match"],
    responses: {
      304: { description: "The client's copy is current.", headers },
      200: {
        description:
          "The body that the synchronous response would have had. A deletion without `return=representation` has none.",
        headers,
        content: { "application/json": { schema: { type: "object" }, example: { created_count: 10_000 } } },
      },
    },
  });
  return [path, item];
}

function document(context: OperationContext): JsonObject {
  const response = {
    description: "An OpenAPI 3.1 document.",
    headers: { ...responseHeaders(context.components, []), ...cachingHeaders(context.components, "open") },
    content: {
      "application/json": {
        schema: {
          type: "object",
          properties: { openapi: { type: "string", pattern: "^3\\.1\\." } },
          required: ["openapi"],
        },
      },
    },
  };
  return readOperations(context, {
    id: "getOpenApi",
    tag: SERVICE_TAG.name,
    summary: "Get this document",
    method: "GET",
    path: "/openapi.json",
    requirement: NO_CREDENTIAL,
    responses: { 200: response },
  });
}

function metrics(context: OperationContext): [path: string, item: JsonObject] {
  const response = {
    description: "The text format of Prometheus, version 0.0.4.",
    headers: { ...responseHeaders(context.components, []), ...cachingHeaders(context.components, "open") },
    content: { "text/plain": { schema: { type: "string" } } },
  };
  const item = readOperations(context, {
    id: "getMetrics",
    tag: SERVICE_TAG.name,
    summary: "Get metrics for Prometheus",
    method: "GET",
    path: "/metrics",
    requirement: NO_CREDENTIAL,
    isUnlimited: true,
    responses: { 200: response },
  });
  return ["/metrics", item];
}

function probe(context: OperationContext, path: string, status: string): [path: string, item: JsonObject] {
  const schema = {
    type: "object",
    properties: { status: { const: status } },
    required: ["status"],
    additionalProperties: false,
  };
  const response = {
    description: `The service is ${status}.`,
    headers: { ...responseHeaders(context.components, []), ...cachingHeaders(context.components, "open") },
    content: { "application/json": { schema, example: { status } } },
  };
  const item = readOperations(context, {
    id: `get${heading(path.slice(1))}`,
    tag: SERVICE_TAG.name,
    summary: `Check whether the service is ${status}`,
    method: "GET",
    path,
    requirement: NO_CREDENTIAL,
    isUnlimited: true,
    responses: { 200: response },
  });
  return [path, item];
}
