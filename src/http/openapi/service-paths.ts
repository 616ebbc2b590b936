/** Paths about the service itself: the entry point, this document, the probes. */
import { NO_CREDENTIAL, READ_ACCESS, requirementFor } from "../../access/requirements.ts";
import { OPERATIONS } from "../../operations/declaration.ts";
import { API_ROOT } from "../../resource/resource.ts";
import type { Part } from "./components.ts";
import { answerHeaders, cachingHeaders } from "./headers.ts";
import { heading, itemParameter, tagOf } from "./naming.ts";
import { reading, type Writing } from "./operations.ts";
import { PATH_SCHEMA } from "./schemas.ts";

/** The tag of what is about the service. */
export const SERVICE_TAG = { name: "About the service", description: "The entry point, this document and the probes." };

export function servicePaths(writing: Writing, version: string): [path: string, item: Part][] {
  const { components } = writing;
  const entry = reading(writing, {
    id: "getEntryPoint",
    tag: SERVICE_TAG.name,
    summary: "Get the entry point, with links to every collection",
    method: "GET",
    path: API_ROOT,
    need: READ_ACCESS,
    answers: {
      200: {
        description: "What this is, and where everything starts.",
        headers: { ...answerHeaders(components, []), ...cachingHeaders(components, "read") },
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
            example: { name: "Space Missions API", version, _links: { self: API_ROOT, openapi: "/openapi.json" } },
          },
        },
      },
    },
  });
  return [
    [API_ROOT, entry],
    result(writing),
    ["/openapi.json", document(writing)],
    probe(writing, "/livez", "alive"),
    probe(writing, "/readyz", "ready"),
    metrics(writing),
  ];
}

/** What came of an operation. */
function result(writing: Writing): [path: string, item: Part] {
  const { components, lookup } = writing;
  const resource = lookup(OPERATIONS);
  const view = resource.views[0]!;
  const headers = { ...answerHeaders(components, ["ETag"]), ...cachingHeaders(components, "private") };
  const path = `${view.path}/{${itemParameter(resource)}}/result`;
  const item = reading(writing, {
    id: "getOperationResult",
    tag: tagOf(resource),
    summary: "Get what came of one operation",
    method: "GET",
    path,
    need: requirementFor(view, "GET"),
    headers: ["If-Match", "If-None-Match"],
    answers: {
      304: { description: "What the caller has is current.", headers },
      200: {
        description:
          "The body that the request would have been answered with; there is none of a deletion without `return=representation`.",
        headers,
        content: { "application/json": { schema: { type: "object" }, example: { created_count: 10_000 } } },
      },
    },
  });
  return [path, item];
}

function document(writing: Writing): Part {
  const answer = {
    description: "An OpenAPI 3.1 document.",
    headers: { ...answerHeaders(writing.components, []), ...cachingHeaders(writing.components, "open") },
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
  return reading(writing, {
    id: "getOpenApi",
    tag: SERVICE_TAG.name,
    summary: "Get this document",
    method: "GET",
    path: "/openapi.json",
    need: NO_CREDENTIAL,
    answers: { 200: answer },
  });
}

function metrics(writing: Writing): [path: string, item: Part] {
  const answer = {
    description: "The text format of Prometheus, version 0.0.4.",
    headers: { ...answerHeaders(writing.components, []), ...cachingHeaders(writing.components, "open") },
    content: { "text/plain": { schema: { type: "string" } } },
  };
  const item = reading(writing, {
    id: "getMetrics",
    tag: SERVICE_TAG.name,
    summary: "Get what the process has done, and how it is",
    method: "GET",
    path: "/metrics",
    need: NO_CREDENTIAL,
    unlimited: true,
    answers: { 200: answer },
  });
  return ["/metrics", item];
}

function probe(writing: Writing, path: string, status: string): [path: string, item: Part] {
  const schema = {
    type: "object",
    properties: { status: { const: status } },
    required: ["status"],
    additionalProperties: false,
  };
  const answer = {
    description: `The service is ${status}.`,
    headers: { ...answerHeaders(writing.components, []), ...cachingHeaders(writing.components, "open") },
    content: { "application/json": { schema, example: { status } } },
  };
  const item = reading(writing, {
    id: `get${heading(path.slice(1))}`,
    tag: SERVICE_TAG.name,
    summary: `Ask whether the service is ${status}`,
    method: "GET",
    path,
    need: NO_CREDENTIAL,
    unlimited: true,
    answers: { 200: answer },
  });
  return [path, item];
}
