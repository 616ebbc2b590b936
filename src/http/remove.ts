/** DELETE of a record; `?cascade=true` takes along what it owns. */
import { refuse } from "../problem.ts";
import { readPlainQuery } from "../query/list-query.ts";
import { representStored } from "../resource/representation.ts";
import type { Resource } from "../resource/resource.ts";
import { empty, json } from "./answer.ts";
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
      // Its final state; without validators, for it is gone.
      return preferred === "representation"
        ? json(JSON.stringify(representStored(resource.views[0]!, record)))
        : empty(204);
    };
  });
}
