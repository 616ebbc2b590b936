/** What came of an operation: the answer that its request would have had. */

import { isId } from "../../declare/values.ts";
import { type Fault, notFound, refuse } from "../../problem.ts";
import { readParameters } from "../../query/parameters.ts";
import { refuseInvisible } from "../../query/visibility.ts";
import { type HttpContext, requestPlace, requestQuery } from "../context.ts";
import { isUnmodified, readConditions } from "../request/conditions.ts";
import { codingFor } from "../request/negotiation.ts";
import { recordTag } from "../response/etag.ts";
import { jsonResponse } from "../response/response.ts";
import type { Route } from "../routes.ts";

export function resultRoute({ store, access, operations: { operations: ledger }, bodyLimit }: HttpContext): Route {
  const { resource } = ledger;
  return {
    url: `${resource.views[0]!.path}/:id/result`,
    bodyLimit,
    needs: () => ({ kind: "private", scopes: [] }),
    handlers: {
      GET: async (request) => {
        const faults: Fault[] = [];
        readParameters(requestQuery(request), [], faults);
        const conditions = readConditions(request.headers, faults);
        refuse(faults);
        const id = requestPlace(request).id!;
        const operation = isId(id) ? await store.findBy(resource, "id", id) : undefined;
        refuseInvisible(resource, access.held(request.caller), operation?.[resource.readers!]);
        const result = operation && (await ledger.result(id));
        if (result === undefined) throw notFound("There is no result here, or not yet.");
        const etag = recordTag(operation!.revision);
        const known = conditions && isUnmodified(conditions, { tag: etag, coding: codingFor(request) });
        return jsonResponse(result, { etag }, known ? 304 : 200);
      },
    },
  };
}
