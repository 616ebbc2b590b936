/** The paths of the service itself: entry point, caller, OpenAPI document. */
import { CALLER_KINDS } from "../../../access/caller.ts";
import { NO_CREDENTIAL, OWN_IDENTITY, READ_ACCESS, requirementFor } from "../../../access/requirements.ts";
import { OPERATIONS } from "../../../operations/declaration.ts";
import { API_ROOT } from "../../../resource/resource.ts";
import type { HttpContext } from "../../context.ts";
import { ME } from "../../handlers/me.ts";
import type { JsonObject } from "../components.ts";
import { itemParameter, tagOf } from "../naming.ts";
import { PATH_SCHEMA } from "../schemas/properties.ts";
import { eventRecordsPaths } from "./event-records-path.ts";
import { cachingHeaders, responseHeaders } from "./headers.ts";
import { monitoringPaths } from "./monitoring-paths.ts";
import { type OperationContext, pathItem } from "./operations.ts";
import { searchPath } from "./search-path.ts";

/** The tag of these paths. */
export const SERVICE_TAG = {
  name: "About the service",
  description: "The entry point, the search over all collections, this document, probes and metrics.",
};

/** The paths that no declaration describes, with their operations. */
export function servicePaths(
  context: OperationContext,
  { title, version }: Pick<HttpContext, "title" | "version">,
): [path: string, item: JsonObject][] {
  const { components } = context;
  const entry = pathItem(context, {
    id: "getEntryPoint",
    tag: SERVICE_TAG.name,
    summary: "Get the entry point, with links to every collection",
    description: "Where a client starts. Every other path is reached by following links.",
    method: "GET",
    path: API_ROOT,
    requirement: READ_ACCESS,
    responses: {
      200: {
        description: "The name and version of the service, and links to every collection.",
        headers: { ...responseHeaders(components, []), ...cachingHeaders(components, READ_ACCESS) },
        content: {
          "application/json": {
            schema: {
              type: "object",
              properties: {
                name: { type: "string" },
                version: { type: "string" },
                data_as_of: { type: "string", format: "date" },
                data_stored_at: { type: "string", format: "date-time" },
                _links: { type: "object", additionalProperties: PATH_SCHEMA },
              },
              required: ["name", "version", "_links"],
              additionalProperties: false,
            },
            example: { name: title, version, _links: { self: API_ROOT, openapi: "/openapi.json" } },
          },
        },
      },
    },
  });
  return [
    [API_ROOT, entry],
    [ME, caller(context)],
    searchPath(context, SERVICE_TAG.name),
    result(context),
    ...eventRecordsPaths(context),
    ["/openapi.json", document(context)],
    ...monitoringPaths(context, SERVICE_TAG.name),
  ];
}

/** The caller. */
function caller(context: OperationContext): JsonObject {
  const { components } = context;
  const properties = {
    actor: {
      type: "string",
      description:
        "The name of the caller in events and idempotency: `anonymous`, `admin`, `key:<id>`, `token:<iss>#<sub>`.",
    },
    kind: {
      enum: CALLER_KINDS,
      description: "A key with the scope `admin` is an `api_key`; `admin` is the admin key.",
    },
    scopes: {
      type: "array",
      items: { type: "string" },
      description: "What the caller may do: the scopes of the credential, and those that every caller has.",
    },
    expires_at: { type: ["string", "null"], format: "date-time", description: "When the credential expires." },
    _links: { type: "object", properties: { self: PATH_SCHEMA }, required: ["self"], additionalProperties: false },
  };
  const example = {
    actor: "anonymous",
    kind: "anonymous",
    scopes: [],
    expires_at: null,
    _links: { self: ME },
  };
  return pathItem(context, {
    id: "getMe",
    tag: SERVICE_TAG.name,
    summary: "Get the caller: who you are, and what you may do",
    description: "The name and kind of the caller, and the scopes that its requests have.",
    method: "GET",
    path: ME,
    requirement: OWN_IDENTITY,
    responses: {
      200: {
        description: "The caller, `anonymous` without a credential.",
        headers: { ...responseHeaders(components, []), ...cachingHeaders(components, OWN_IDENTITY) },
        content: {
          "application/json": {
            schema: { type: "object", properties, required: Object.keys(properties), additionalProperties: false },
            example,
          },
        },
      },
    },
  });
}

/** The result of an operation. */
function result(context: OperationContext): [path: string, item: JsonObject] {
  const { components, lookup } = context;
  const resource = lookup(OPERATIONS);
  const view = resource.views[0]!;
  const requirement = requirementFor(view, "GET");
  const headers = { ...responseHeaders(components, ["ETag"]), ...cachingHeaders(components, requirement) };
  const path = `${view.path}/{${itemParameter(resource)}}/result`;
  const item = pathItem(context, {
    id: "getOperationResult",
    tag: tagOf(resource),
    summary: "Get the result of an operation",
    description: "404 until the operation has succeeded.",
    method: "GET",
    path,
    requirement,
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
  const headers = {
    ...responseHeaders(context.components, ["ETag"]),
    ...cachingHeaders(context.components, NO_CREDENTIAL),
  };
  const response = {
    description: "An OpenAPI 3.1 document.",
    headers,
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
  return pathItem(context, {
    id: "getOpenApi",
    tag: SERVICE_TAG.name,
    summary: "Get this document",
    description:
      "It changes only with the version and the settings of the service. Clients that keep it send `If-None-Match`.",
    method: "GET",
    path: "/openapi.json",
    requirement: NO_CREDENTIAL,
    headers: ["If-Match", "If-None-Match"],
    responses: { 304: { description: "The client's copy is current.", headers }, 200: response },
  });
}
