/** What came of an operation: the answer that its request would have had. */

import { isId } from "../../declare/values.ts";
import { type Fault, notFound, refuse } from "../../problem.ts";
import { readPlainQuery } from "../../query/list-query.ts";
import { refuseUnseen } from "../../query/visibility.ts";
import { placeOf, queryOf, type Service } from "../context.ts";
import { isUnmodified, readConditions } from "../request/conditions.ts";
import { codingFor } from "../request/negotiation.ts";
import { recordTag } from "../response/etag.ts";
import { json } from "../response/response.ts";
import type { Route } from "../routes.ts";

export function resultRoute({ store, access, operations: { ledger }, bodyLimit }: Service): Route {
  const { resource } = ledger;
  return {
    url: `${resource.views[0]!.path}/:id/result`,
    bodyLimit,
    needs: () => ({ kind: "private", scopes: [] }),
    handlers: {
      GET: async (request) => {
        const faults: Fault[] = [];
        readPlainQuery(queryOf(request), [], faults);
        const conditions = readConditions(request.headers, faults);
        refuse(faults);
        const id = placeOf(request).id!;
        const operation = isId(id) ? await store.findBy(resource, "id", id) : undefined;
        refuseUnseen(resource, access.held(request.caller), operation?.[resource.readers!]);
        const result = operation && (await ledger.result(id));
        if (result === undefined) throw notFound("There is no result here, or not yet.");
        const etag = recordTag(operation!.revision);
        const known = conditions && isUnmodified(conditions, { tag: etag, coding: codingFor(request) });
        return json(result, { etag }, known ? 304 : 200);
      },
    },
  };
}
