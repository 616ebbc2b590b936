/** PATCH: applies a JSON Merge Patch (RFC 7396) to a record. */
import { recordResponse } from "../response/response.ts";
import { readWrite, type WriteReader } from "./write.ts";

/** Reads a PATCH. */
export const readUpdate: WriteReader = async (context, resource, request, faults) => {
  const { place, precondition, submission } = await readWrite(context, resource, "patch", request, faults);
  return {
    execute: async (tx) => {
      const record = await tx.patch(resource, place, submission, precondition);
      return recordResponse(resource, record, { modified: context.store.lastModified(record.updated_at) });
    },
  };
};
