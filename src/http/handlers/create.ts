/** POST to a collection: creates one record, or all records of an array if the declaration allows arrays. */
import { readParameters } from "../../query/parameters.ts";
import type { Resource } from "../../resource/resource.ts";
import { readSubmissions } from "../../resource/submission.ts";
import { expandTemplate, recordPath } from "../../resource/templates.ts";
import type { StoredRecord } from "../../store/tables.ts";
import { requestPlace, requestQuery } from "../request/address.ts";
import { type HttpResponse, jsonResponse, recordResponse } from "../response/response.ts";
import { permissionFor, readWrite, type WriteReader } from "./write.ts";

/** Reads a POST. */
export const readCreate: WriteReader = async (context, resource, request, faults) => {
  if (resource.bulk !== undefined && Array.isArray(request.body)) {
    return readCreateAll(context, resource, request, faults);
  }
  const { place, submission } = await readWrite(context, resource, "create", request, faults);
  return {
    execute: async (tx) => {
      const record = await tx.create(resource, place.parentId, submission);
      return recordResponse(resource, record, { created: true, secrets: submission.secrets });
    },
  };
};

const readCreateAll: WriteReader = async ({ store }, resource, request, faults) => {
  readParameters(requestQuery(request), [], faults);
  const submissions = readSubmissions(resource, request.body as unknown[], resource.bulk!, faults);
  for (const { body } of submissions) permissionFor(store.catalog, request, resource, body)(undefined);
  const { parentId } = requestPlace(request);
  return {
    execute: async (tx) => arrayResponse(resource, parentId!, await tx.createAll(resource, parentId, submissions)),
    async: {
      kind: "import",
      countRecords: async (tx) => {
        await tx.findParent(resource, parentId);
        return submissions.length;
      },
    },
  };
};

/** The response to an array: the paths of the new records, without their fields. */
function arrayResponse(resource: Resource, parentId: string, records: readonly StoredRecord[]): HttpResponse {
  const items = records.map((record) => ({ id: record.id, _links: { self: recordPath(resource, record) } }));
  const location = expandTemplate(resource.views[0]!.path, { [resource.parentKey ?? ""]: parentId })!;
  return jsonResponse(JSON.stringify({ created_count: items.length, [resource.plural]: items }), { location }, 201);
}
