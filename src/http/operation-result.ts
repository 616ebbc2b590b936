/** What came of an operation: the answer that its request would have had. */
import { type Fault, notFound, refuse } from "../problem.ts";
import { readPlainQuery } from "../query/list-query.ts";
import { refuseUnseen } from "../query/seen.ts";
import { isId } from "../resource/values.ts";
import { json } from "./answer.ts";
import { isUnmodified, readConditions } from "./conditions.ts";
import { codingFor } from "./negotiation.ts";
import type { Route } from "./routes.ts";
import { placeOf, queryOf, type Service } from "./service.ts";
import { recordTag } from "./validators.ts";

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
