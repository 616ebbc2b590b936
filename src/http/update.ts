/** PATCH: a JSON Merge Patch (RFC 7396) of a record. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { refuse } from "../problem.ts";
import { readPlainQuery } from "../query/list-query.ts";
import type { Resource } from "../resource/resource.ts";
import { submit } from "../resource/submission.ts";
import { sendWritten } from "./answers.ts";
import { placeOf, queryOf, type Service } from "./service.ts";

export function update({ store }: Service, resource: Resource) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    refuse(readPlainQuery(queryOf(request), []).faults);
    const submission = submit(resource, "patch", request.body);
    const record = await store.write((change) => change.patch(resource, placeOf(request), submission));
    return sendWritten(reply, resource, record, false);
  };
}
