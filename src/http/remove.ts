/** DELETE of a record; `?cascade=true` takes along what it owns. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { refuse } from "../problem.ts";
import { readPlainQuery } from "../query/list-query.ts";
import type { Resource } from "../resource/resource.ts";
import { placeOf, queryOf, type Service } from "./service.ts";

export function remove({ store }: Service, resource: Resource) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { single, faults } = readPlainQuery(queryOf(request), ["cascade"]);
    const cascade = single.get("cascade") ?? "false";
    if (cascade !== "true" && cascade !== "false") {
      faults.push({ in: "shape", parameter: "cascade", code: "invalid_value", message: "cascade is true or false." });
    }
    refuse(faults);
    await store.write((change) => change.remove(resource, placeOf(request), cascade === "true"));
    return reply.code(204).send();
  };
}
