/** GET of an operation's result: the body that the synchronous response would have had. */
import { isId } from "../../declare/values.ts";
import { type Fault, notFound, refuseFaults } from "../../problem.ts";
import { readParameters } from "../../query/parameters.ts";
import { refuseInvisible } from "../../query/visibility.ts";
import type { HttpContext, Route } from "../context.ts";
import { requestPlace, requestQuery } from "../request/address.ts";
import { readConditions } from "../request/conditions.ts";
import { codingFor } from "../response/content-coding.ts";
import { recordTag } from "../response/etag.ts";
import { isNotModified } from "../response/preconditions.ts";
import { jsonResponse } from "../response/response.ts";

/** The route of the results of operations. */
export function resultRoute({ store, access, operations: { operations }, bodyLimit }: HttpContext): Route {
  const { resource } = operations;
  return {
    url: `${resource.views[0]!.path}/:id/result`,
    bodyLimit,
    requirementOf: () => ({ kind: "private", scopes: [] }),
    handlers: {
      GET: async (request) => {
        const faults: Fault[] = [];
        readParameters(requestQuery(request), [], faults);
        const conditions = readConditions(request.headers, faults);
        refuseFaults(faults);
        const id = requestPlace(request).id!;
        const operation = isId(id) ? await store.findBy(resource, "id", id) : undefined;
        refuseInvisible(resource, access.readScopes(request.caller), operation?.[resource.rowScope!]);
        const result = operation && (await operations.result(id));
        if (result === undefined) throw notFound("The operation has no result, or does not exist.");
        const etag = recordTag(operation!.revision);
        const unmodified = conditions && isNotModified(conditions, { tag: etag, coding: codingFor(request) });
        return jsonResponse(result, { etag }, unmodified ? 304 : 200);
      },
    },
  };
}
