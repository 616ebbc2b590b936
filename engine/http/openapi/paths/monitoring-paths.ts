/** The paths for monitoring: probes and metrics. */
import { NO_CREDENTIAL } from "../../../access/requirements.ts";
import { METRICS } from "../../metrics/prometheus.ts";
import type { JsonObject } from "../components.ts";
import { heading } from "../naming.ts";
import { cachingHeaders, responseHeaders } from "./headers.ts";
import { type OperationContext, pathItem } from "./operations.ts";

/** The paths with their operations. */
export function monitoringPaths(context: OperationContext, tag: string): [path: string, item: JsonObject][] {
  return [
    probe(context, tag, "/livez", "alive", "Whether the process runs. If it does not respond, restart it."),
    probe(
      context,
      tag,
      "/readyz",
      "ready",
      "Whether the service takes requests: 503 while it drains, or while the database is unavailable.",
    ),
    ...(context.hasMetrics ? [metrics(context, tag)] : []),
  ];
}

function metrics(context: OperationContext, tag: string): [path: string, item: JsonObject] {
  const response = {
    description: "The text format of Prometheus, version 0.0.4.",
    headers: { ...responseHeaders(context.components, []), ...cachingHeaders(context.components, NO_CREDENTIAL) },
    content: { "text/plain": { schema: { type: "string" } } },
  };
  const item = pathItem(context, {
    id: "getMetrics",
    tag,
    summary: "Get metrics for Prometheus",
    description: "Counters and histograms of requests, the database and the process, summed over all workers.",
    method: "GET",
    path: METRICS,
    requirement: NO_CREDENTIAL,
    responses: { 200: response },
  });
  return [METRICS, item];
}

function probe(
  context: OperationContext,
  tag: string,
  path: string,
  status: string,
  description: string,
): [path: string, item: JsonObject] {
  const schema = {
    type: "object",
    properties: { status: { const: status } },
    required: ["status"],
    additionalProperties: false,
  };
  const response = {
    description: `The service is ${status}.`,
    headers: { ...responseHeaders(context.components, []), ...cachingHeaders(context.components, NO_CREDENTIAL) },
    content: { "application/json": { schema, example: { status } } },
  };
  const item = pathItem(context, {
    id: `get${heading(path.slice(1))}`,
    tag,
    summary: `Check whether the service is ${status}`,
    description,
    method: "GET",
    path,
    requirement: NO_CREDENTIAL,
    isUnlimited: true,
    responses: { 200: response },
  });
  return [path, item];
}
