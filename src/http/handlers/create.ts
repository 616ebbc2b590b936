/** POST to a collection: one record, or an array of them where the declaration takes arrays. */
import { readParameters } from "../../query/parameters.ts";
import { fill, pathOf, type Resource } from "../../resource/resource.ts";
import { inspected, submit, submitAll } from "../../resource/submission.ts";
import type { StoredRecord } from "../../store/tables.ts";
import { type HttpContext, requestPlace, requestQuery } from "../context.ts";
import { type HttpResponse, jsonResponse, writeResponse } from "../response/response.ts";
import { permissionOf, type Read, writing } from "./write.ts";

export function create(service: HttpContext, resource: Resource) {
  return writing(service, readCreation(service, resource), {
    kind: "import",
    resource,
    suits: ({ body }) => Array.isArray(body),
    weigh: async (change, request) => {
      await change.parentOf(resource, requestPlace(request).of);
      return (request.body as unknown[]).length;
    },
  });
}

/** Reads a request that makes records. @throws Problem where its shape is wrong */
export function readCreation(service: HttpContext, resource: Resource): Read {
  const { declaration } = resource;
  const bulk = declaration.kind === "collection" ? declaration.bulk : undefined;
  return (request, faults) => {
    readParameters(requestQuery(request), [], faults);
    const { of } = requestPlace(request);
    if (bulk && Array.isArray(request.body)) {
      const submissions = submitAll(resource, request.body, bulk, faults);
      for (const { body } of submissions) permissionOf(service, request, resource, body)(undefined);
      return async (change) => createdAll(resource, of!, await change.createAll(resource, of, submissions));
    }
    const submission = submit(resource, "create", request.body, request.caller, faults);
    permissionOf(service, request, resource, submission.body)(undefined);
    return inspected(
      resource,
      submission,
      (asked) => async (change) =>
        writeResponse(resource, await change.create(resource, of, asked), true, asked.issued),
    );
  };
}

/** The answer to an array: where each record is, not all that it holds. */
function createdAll(resource: Resource, of: string, records: readonly StoredRecord[]): HttpResponse {
  const items = records.map((record) => ({ id: record.id, _links: { self: pathOf(resource, record) } }));
  const location = fill(resource.views[0]!.path, { [resource.parentKey ?? ""]: of })!;
  return jsonResponse(JSON.stringify({ created_count: items.length, [resource.plural]: items }), { location }, 201);
}
