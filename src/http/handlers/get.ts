/** GET of one record. */
import type { FastifyRequest } from "fastify";
import { type Fault, noneHere, refuse } from "../../problem.ts";
import { readParameters } from "../../query/parameters.ts";
import { readFields } from "../../query/selection.ts";
import { refuseInvisible } from "../../query/visibility.ts";
import { fullProjection, type Projection, projectionOf } from "../../resource/representation.ts";
import type { View } from "../../resource/resource.ts";
import { type HttpContext, requestPlace, requestQuery } from "../context.ts";
import { isUnmodified, readConditions } from "../request/conditions.ts";
import { codingFor } from "../request/negotiation.ts";
import { lastModified, recordTag } from "../response/etag.ts";
import { type HttpResponse, itemResponse } from "../response/response.ts";

export function get({ store, access }: HttpContext, view: View) {
  const { declaration } = view.resource;
  const retryAfter = declaration.kind === "collection" ? declaration.retryAfter : undefined;
  return async (request: FastifyRequest): Promise<HttpResponse> => {
    const query = requestQuery(request);
    const faults: Fault[] = [];
    const conditions = readConditions(request.headers, faults);
    const shape = readShape(view, query, faults);
    refuse(faults);
    const found = await store.get(shape, requestPlace(request));
    if (found?.rowScope !== undefined) refuseInvisible(view.resource, access.held(request.caller), found.rowScope);
    if (!found) throw noneHere(view.resource);
    const etag = recordTag(found.revision, query);
    const headers: Record<string, string> = { etag, "last-modified": lastModified(found.updatedAt) };
    const again = retryAfter?.(found.values);
    if (again !== undefined) headers["retry-after"] = String(again);
    const known =
      conditions && isUnmodified(conditions, { tag: etag, coding: codingFor(request), modified: found.updatedAt });
    return itemResponse(shape, found.values, headers, known ? 304 : 200);
  };
}

function readShape(view: View, query: string, faults: Fault[]): Projection {
  if (query === "") return fullProjection(view);
  const single = readParameters(query, ["fields"], faults);
  const fields = readFields(view, single.get("fields"), faults);
  return fields ? projectionOf(view, fields, view.links) : fullProjection(view);
}
