/** DELETE: deletes a record, with `?cascade=true` everything that it owns too. */
import { type Fault, refuseFaults } from "../../problem.ts";
import { readWriteParameters } from "../../query/history/as-of.ts";
import { refuseInvisible } from "../../query/visibility.ts";
import type { Resource } from "../../resource/resource.ts";
import type { RequestData } from "../context.ts";
import { requestPlace, requestQuery } from "../request/address.ts";
import { readConditions } from "../request/conditions.ts";
import { preferredReturn } from "../request/prefer.ts";
import { emptyResponse, recordResponse } from "../response/response.ts";
import { preconditionOf, type WriteReader } from "./write.ts";

/** Reads a DELETE, which can run asynchronously if it cascades. */
export const readDelete: WriteReader = async ({ store, access }, resource, request, faults) => {
  const cascade = readCascade(resource, request, faults);
  const conditions = readConditions(request.headers, faults);
  refuseFaults(faults);
  const place = requestPlace(request);
  const precondition = preconditionOf(store, conditions, (record) =>
    refuseInvisible(resource, access.readScopes(request.caller), record?.[resource.rowScope ?? ""]),
  );
  return {
    isLong: cascade,
    precondition,
    execute: async (tx) => {
      const record = await tx.delete(resource, place, { cascade, precondition });
      const wanted = preferredReturn(request.headers) === "representation";
      return wanted ? recordResponse(resource, record) : emptyResponse(204);
    },
    async:
      cascade && !resource.softDelete
        ? { kind: "delete", countRecords: (tx) => tx.countDeletions(resource, place, precondition) }
        : undefined,
  };
};

function readCascade(resource: Resource, request: RequestData, faults: Fault[]): boolean {
  const parameters = readWriteParameters(resource, requestQuery(request), ["cascade"], faults);
  const cascade = parameters.get("cascade") ?? "false";
  if (cascade !== "true" && cascade !== "false") {
    const message = `cascade must be true or false, not ${JSON.stringify(cascade)}.`;
    faults.push({ in: "shape", parameter: "cascade", code: "invalid_value", message });
  }
  return cascade === "true";
}
