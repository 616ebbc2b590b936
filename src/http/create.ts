/** POST to a collection: one record, or an array of them where the declaration takes arrays. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { refuse } from "../problem.ts";
import { readPlainQuery } from "../query/list-query.ts";
import { fill, type Resource } from "../resource/resource.ts";
import { submit, submitAll } from "../resource/submission.ts";
import { pathOf } from "../store/change.ts";
import type { Stored } from "../store/tables.ts";
import { sendJson, sendWritten } from "./answers.ts";
import { placeOf, queryOf, type Service } from "./service.ts";

export function create({ store }: Service, resource: Resource) {
  const { declaration } = resource;
  const bulk = declaration.kind === "collection" ? declaration.bulk : undefined;
  return async (request: FastifyRequest, reply: FastifyReply) => {
    refuse(readPlainQuery(queryOf(request), []).faults);
    const { of } = placeOf(request);
    if (bulk && Array.isArray(request.body)) {
      const submissions = submitAll(resource, request.body, bulk);
      const records = await store.write((change) => change.createAll(resource, of, submissions));
      return sendCreated(reply, resource, of!, records);
    }
    const submission = submit(resource, "create", request.body);
    const record = await store.write((change) => change.create(resource, of, submission));
    return sendWritten(reply, resource, record, true);
  };
}

/** The answer to an array: where each record is, not all that it holds. */
function sendCreated(reply: FastifyReply, resource: Resource, of: string, records: readonly Stored[]): FastifyReply {
  const items = records.map((record) => ({ id: record.id, _links: { self: pathOf(resource, record) } }));
  reply.code(201).header("location", fill(resource.views[0]!.path, { [resource.parentKey ?? ""]: of })!);
  return sendJson(reply, JSON.stringify({ created_count: items.length, [resource.plural]: items }));
}
