/** DELETE of a record; `?cascade=true` takes along what it owns. */
import { refuse } from "../../problem.ts";
import { readParameters } from "../../query/parameters.ts";
import { refuseInvisible } from "../../query/visibility.ts";
import type { Resource } from "../../resource/resource.ts";
import type { Precondition } from "../../store/write/writer.ts";
import { type HttpContext, requestPlace, requestQuery } from "../context.ts";
import { readConditions } from "../request/conditions.ts";
import { preferredReturn } from "../request/prefer.ts";
import { emptyResponse, writeResponse } from "../response/response.ts";
import { preconditionOf, type Read, writing } from "./write.ts";

export function remove(service: HttpContext, resource: Resource) {
  return writing(service, readRemoval(service, resource), {
    kind: "delete",
    resource,
    suits: (request) =>
      !resource.softDelete && readParameters(requestQuery(request), ["cascade"], []).get("cascade") === "true",
    weigh: (change, request) =>
      change.countDeletions(resource, requestPlace(request), preconditionOf(readConditions(request.headers, []))),
  });
}

/** Reads a request that takes a record away. @throws Problem where its shape is wrong */
export function readRemoval({ access }: Pick<HttpContext, "access">, resource: Resource): Read {
  return (request, faults) => {
    const cascade = readParameters(requestQuery(request), ["cascade"], faults).get("cascade") ?? "false";
    const conditions = readConditions(request.headers, faults);
    if (cascade !== "true" && cascade !== "false") {
      const message = "cascade is true or false.";
      faults.push({ in: "shape", parameter: "cascade", code: "invalid_value", message });
    }
    refuse(faults);
    const own: Precondition = (record) =>
      refuseInvisible(resource, access.held(request.caller), record?.[resource.readers ?? ""]);
    const [place, guard, preferred] = [
      requestPlace(request),
      preconditionOf(conditions, own),
      preferredReturn(request.headers),
    ];
    return async (change) => {
      const record = await change.remove(resource, place, cascade === "true", guard);
      return preferred === "representation" ? writeResponse(resource, record, false) : emptyResponse(204);
    };
  };
}
