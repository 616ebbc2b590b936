/** GET of one record. */
import type { FastifyRequest } from "fastify";
import { type Fault, noneHere, refuse } from "../../problem.ts";
import { readPlainQuery } from "../../query/list-query.ts";
import { readFields } from "../../query/selection.ts";
import { refuseUnseen } from "../../query/visibility.ts";
import { type Shape, shapeOf, wholeShape } from "../../resource/representation.ts";
import type { View } from "../../resource/resource.ts";
import { placeOf, queryOf, type Service } from "../context.ts";
import { isUnmodified, readConditions } from "../request/conditions.ts";
import { codingFor } from "../request/negotiation.ts";
import { lastModified, recordTag } from "../response/etag.ts";
import { type Answer, item } from "../response/response.ts";

export function get({ store, access }: Service, view: View) {
  const { declaration } = view.resource;
  const unsettled = declaration.kind === "collection" ? declaration.unsettled : undefined;
  return async (request: FastifyRequest): Promise<Answer> => {
    const query = queryOf(request);
    const faults: Fault[] = [];
    const conditions = readConditions(request.headers, faults);
    const shape = readShape(view, query, faults);
    refuse(faults);
    const found = await store.get(shape, placeOf(request));
    if (found?.asks !== undefined) refuseUnseen(view.resource, access.held(request.caller), found.asks);
    if (!found) throw noneHere(view.resource);
    const etag = recordTag(found.revision, query);
    const headers: Record<string, string> = { etag, "last-modified": lastModified(found.updatedAt) };
    const again = unsettled?.(found.read);
    if (again !== undefined) headers["retry-after"] = String(again);
    const known =
      conditions && isUnmodified(conditions, { tag: etag, coding: codingFor(request), modified: found.updatedAt });
    return item(shape, found.read, headers, known ? 304 : 200);
  };
}

function readShape(view: View, query: string, faults: Fault[]): Shape {
  if (query === "") return wholeShape(view);
  const single = readPlainQuery(query, ["fields"], faults);
  const fields = readFields(view, single.get("fields"), faults);
  return fields ? shapeOf(view, fields, view.links) : wholeShape(view);
}
