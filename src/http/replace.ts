/** PUT: a complete record at a path, new or in place of what is there. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { refuse } from "../problem.ts";
import { readPlainQuery } from "../query/list-query.ts";
import type { Resource } from "../resource/resource.ts";
import { submit } from "../resource/submission.ts";
import { sendWritten } from "./answers.ts";
import { placeOf, queryOf, type Service } from "./service.ts";

export function replace({ store }: Service, resource: Resource) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    refuse(readPlainQuery(queryOf(request), []).faults);
    const submission = submit(resource, "replace", request.body);
    const { record, created } = await store.write((change) => change.replace(resource, placeOf(request), submission));
    return sendWritten(reply, resource, record, created);
  };
}
