/** GET of one record. */
import { type Fault, recordNotFound, refuseFaults } from "../../problem.ts";
import { readParameters } from "../../query/parameters.ts";
import { readFields } from "../../query/selection.ts";
import { refuseInvisible } from "../../query/visibility.ts";
import { fullProjection, type Projection, projectionOf } from "../../resource/representation.ts";
import type { View } from "../../resource/resource.ts";
import type { Handler, HttpContext } from "../context.ts";
import { requestPlace, requestQuery } from "../request/address.ts";
import { readConditions } from "../request/conditions.ts";
import { codingFor } from "../response/content-coding.ts";
import { httpDate, recordTag } from "../response/etag.ts";
import { isNotModified } from "../response/preconditions.ts";
import { itemResponse } from "../response/response.ts";

/** The handler of a view's records. */
export function get({ store, access }: HttpContext, view: View): Handler {
  const { retryAfter: retryAfterOf } = view.resource;
  return async (request) => {
    const query = requestQuery(request);
    const faults: Fault[] = [];
    const conditions = readConditions(request.headers, faults);
    const projection = readProjection(view, query, faults);
    refuseFaults(faults);
    const record = await store.get(projection, requestPlace(request));
    if (record?.rowScope !== undefined)
      refuseInvisible(view.resource, access.readScopes(request.caller), record.rowScope);
    if (!record) throw recordNotFound(view.resource);
    const etag = recordTag(record.revision, query);
    const headers: Record<string, string> = { etag, "last-modified": httpDate(record.updatedAt) };
    const retryAfter = retryAfterOf?.(record.values);
    if (retryAfter !== undefined) headers["retry-after"] = String(retryAfter);
    const unmodified =
      conditions && isNotModified(conditions, { tag: etag, coding: codingFor(request), modified: record.updatedAt });
    return itemResponse(projection, record.values, headers, unmodified ? 304 : 200);
  };
}

function readProjection(view: View, query: string, faults: Fault[]): Projection {
  if (query === "") return fullProjection(view);
  const parameters = readParameters(query, ["fields"], faults);
  const fields = readFields(view, parameters.get("fields"), faults);
  return fields ? projectionOf(view, fields, view.links) : fullProjection(view);
}
