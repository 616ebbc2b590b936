/** DELETE of a record; `?cascade=true` takes along what it owns. */
import { refuse } from "../../problem.ts";
import { readPlainQuery } from "../../query/list-query.ts";
import { refuseUnseen } from "../../query/visibility.ts";
import type { Resource } from "../../resource/resource.ts";
import type { Guard } from "../../store/write/writer.ts";
import { placeOf, queryOf, type Service } from "../context.ts";
import { readConditions } from "../request/conditions.ts";
import { preferredReturn } from "../request/prefer.ts";
import { empty, written } from "../response/response.ts";
import { guardOf, type Read, writing } from "./write.ts";

export function remove(service: Service, resource: Resource) {
  return writing(service, readRemoval(service, resource), {
    kind: "delete",
    resource,
    suits: (request) =>
      !resource.retires && readPlainQuery(queryOf(request), ["cascade"], []).get("cascade") === "true",
    weigh: (change, request) => change.weigh(resource, placeOf(request), guardOf(readConditions(request.headers, []))),
  });
}

/** Reads a request that takes a record away. @throws Problem where its shape is wrong */
export function readRemoval({ access }: Pick<Service, "access">, resource: Resource): Read {
  return (request, faults) => {
    const cascade = readPlainQuery(queryOf(request), ["cascade"], faults).get("cascade") ?? "false";
    const conditions = readConditions(request.headers, faults);
    if (cascade !== "true" && cascade !== "false") {
      const message = "cascade is true or false.";
      faults.push({ in: "shape", parameter: "cascade", code: "invalid_value", message });
    }
    refuse(faults);
    const own: Guard = (record) =>
      refuseUnseen(resource, access.held(request.caller), record?.[resource.readers ?? ""]);
    const [place, guard, preferred] = [placeOf(request), guardOf(conditions, own), preferredReturn(request.headers)];
    return async (change) => {
      const record = await change.remove(resource, place, cascade === "true", guard);
      return preferred === "representation" ? written(resource, record, false) : empty(204);
    };
  };
}
