/** The path of the records that a deletion took. */
import { requirementFor } from "../../../access/requirements.ts";
import { RECORDS } from "../../handlers/event-records.ts";
import type { JsonObject } from "../components.ts";
import { itemParameter, tagOf } from "../naming.ts";
import { pageLinksRef } from "../schemas/envelopes.ts";
import { exportContent } from "./exports.ts";
import { cachingHeaders, responseHeaders } from "./headers.ts";
import { type OperationContext, pathItem } from "./operations.ts";
import { pagingParameters } from "./parameters.ts";

/** The path, with its operation; none without an event log. */
export function eventRecordsPaths(context: OperationContext): [path: string, item: JsonObject][] {
  const { components, catalog, pageSizes } = context;
  const { log } = catalog;
  if (!log) return [];
  const view = log.views[0]!;
  const requirement = requirementFor(view, "GET");
  const caching = cachingHeaders(components, requirement);
  const path = `${view.path}/{${itemParameter(log)}}/${RECORDS}`;
  const count = { type: "integer", minimum: 0 };
  const { "application/x-ndjson": ndjson } = exportContent(components);
  const item = pathItem(context, {
    id: "listEventRecords",
    tag: tagOf(log),
    summary: "List the records that were deleted",
    description: "As they were, without those that were purged. 404 unless the event is the deletion of a batch.",
    method: "GET",
    path,
    requirement,
    parameters: [
      ...pagingParameters(components, pageSizes),
      components.refer("parameters", "records.format", () => ({
        ...{ name: "format", in: "query", description: "Takes precedence over `Accept`." },
        schema: { type: "string", enum: ["json", "ndjson"] },
      })),
    ],
    headers: ["If-Match", "If-None-Match"],
    responses: {
      304: {
        description: "The client's copy is current.",
        headers: { ...responseHeaders(components, ["ETag"]), ...caching },
      },
      200: {
        description: "A page of the records, or all of them as NDJSON.",
        headers: { ...responseHeaders(components, ["ETag"], ["Link", "Content-Disposition"]), ...caching },
        content: {
          "application/json": {
            schema: {
              type: "object",
              properties: {
                page: { ...count, minimum: 1 },
                limit: { ...count, minimum: 1, maximum: pageSizes.max },
                total_count: count,
                [RECORDS]: { type: "array", items: { type: "object" } },
                _links: pageLinksRef(components),
              },
              required: ["page", "limit", "total_count", RECORDS, "_links"],
              additionalProperties: false,
            },
          },
          "application/x-ndjson": ndjson,
        },
      },
    },
  });
  return [[path, item]];
}
