/** PUT: replaces the record at a path, or creates it. */
import { recordResponse } from "../response/response.ts";
import { readWrite, type WriteReader } from "./write.ts";

/** Reads a PUT. */
export const readReplace: WriteReader = async (context, resource, request, faults) => {
  const { place, precondition, submission } = await readWrite(context, resource, "replace", request, faults);
  return {
    execute: async (tx) => {
      const { record, created } = await tx.replace(resource, place, submission, precondition);
      const modified = context.store.lastModified(record.updated_at);
      return recordResponse(resource, record, { created, secrets: submission.secrets, modified });
    },
  };
};
