/** DELETE of a record; `?cascade=true` takes along what it owns. */
import { refuse } from "../problem.ts";
import { readPlainQuery } from "../query/list-query.ts";
import type { Resource } from "../resource/resource.ts";
import { empty, written } from "./answer.ts";
import { preferredReturn } from "./preferences.ts";
import { placeOf, queryOf, type Service } from "./service.ts";
import { guardOf, writing } from "./writing.ts";

export function remove(service: Service, resource: Resource) {
  return writing(service, (request) => {
    const { single, faults } = readPlainQuery(queryOf(request), ["cascade"]);
    const cascade = single.get("cascade") ?? "false";
    if (cascade !== "true" && cascade !== "false") {
      const message = "cascade is true or false.";
      faults.push({ in: "shape", parameter: "cascade", code: "invalid_value", message });
    }
    refuse(faults);
    const [place, guard, preferred] = [placeOf(request), guardOf(request), preferredReturn(request.headers)];
    return async (change) => {
      const record = await change.remove(resource, place, cascade === "true", guard);
      return preferred === "representation" ? written(resource, record, false) : empty(204);
    };
  });
}
