/** POST to a collection: creates one record, or all records of an array if the declaration allows arrays. */
import type { Values } from "../../declare/values.ts";
import { readWriteParameters } from "../../query/history/as-of.ts";
import type { Resource } from "../../resource/resource.ts";
import { readSubmissions } from "../../resource/submission.ts";
import { expandTemplate, recordPath } from "../../resource/templates.ts";
import type { StoredRecord } from "../../store/tables.ts";
import { requestPlace, requestQuery } from "../request/address.ts";
import { chunkedResponse, type HttpResponse, jsonResponse, recordResponse } from "../response/response.ts";
import { readListPrecondition } from "./lists/list-request.ts";
import { permissionFor, readWrite, type WriteReader } from "./write.ts";

/** An array of at most this many records takes about as long as a single write. */
const SHORT_ARRAY = 100;

/** Reads a POST. */
export const readCreate: WriteReader = async (context, resource, request, faults) => {
  if (resource.bulk !== undefined && Array.isArray(request.body)) {
    return readCreateAll(context, resource, request, faults);
  }
  const precondition = readListPrecondition(context, resource, request, faults);
  const { place, submission } = await readWrite(context, resource, "create", request, faults);
  return {
    execute: async (tx) => {
      await precondition?.(tx);
      const record = await tx.create(resource, place.parentId, submission);
      return recordResponse(resource, record, { created: true, secrets: submission.secrets });
    },
  };
};

const readCreateAll: WriteReader = async (context, resource, request, faults) => {
  const precondition = readListPrecondition(context, resource, request, faults);
  readWriteParameters(resource, requestQuery(request), [], faults);
  const submissions = await readSubmissions(resource, request.body as unknown[], resource.bulk!, faults);
  for (const { body } of submissions) permissionFor(context.store.catalog, request, resource, body)(undefined);
  const { parentId } = requestPlace(request);
  return {
    isLong: submissions.length > SHORT_ARRAY,
    execute: async (tx) => {
      await precondition?.(tx);
      return arrayResponse(resource, parentId, await tx.createAll(resource, parentId, submissions));
    },
    async: {
      kind: "import",
      countRecords: async (tx) => {
        await tx.findParent(resource, parentId);
        await precondition?.(tx);
        return submissions.length;
      },
    },
  };
};

/** The response to an array: the paths of the new records, without their fields. */
function arrayResponse(
  resource: Resource,
  parentId: string | undefined,
  records: readonly StoredRecord[],
): HttpResponse {
  const parent: Values = resource.parentKey === undefined ? {} : { [resource.parentKey]: parentId! };
  const ids = records.map(({ id }) => id as string);
  const headers = { location: expandTemplate(resource.views[0]!.path, parent)! };
  const chunks = itemChunks(resource, parent, ids);
  return ids.length > CHUNK_ITEMS
    ? chunkedResponse(chunks, headers, 201)
    : jsonResponse([...chunks].join(""), headers, 201);
}

/** The number of items per chunk: about as many bytes as a socket takes at once. */
const CHUNK_ITEMS = 400;

/** Keeps only the ids of the records in memory while the client reads. Ids and paths need no escaping in JSON. */
function* itemChunks(resource: Resource, parent: Values, ids: readonly string[]): Generator<string> {
  let chunk = `{"created_count":${ids.length},"${resource.plural}":[`;
  for (const [index, id] of ids.entries()) {
    chunk += `{"id":"${id}","_links":{"self":"${recordPath(resource, { ...parent, id })}"}}`;
    if (index + 1 < ids.length) chunk += ",";
    if ((index + 1) % CHUNK_ITEMS > 0) continue;
    yield chunk;
    chunk = "";
  }
  yield `${chunk}]}`;
}
