/** DELETE of an operation: cancels it, even while it is running. */
import { requestPlace } from "../request/address.ts";
import { readDelete } from "./delete.ts";
import type { WriteReader } from "./write.ts";

/** Reads a DELETE of an operation. One that is running is interrupted, because this write waits for its transaction. */
export const readCancel: WriteReader = async (context, resource, request, faults) => {
  const deletion = await readDelete(context, resource, request, faults);
  const { id } = requestPlace(request);
  const operation = await context.store.findBy(resource, "id", id!);
  if (operation?.status !== "running") return deletion;
  deletion.precondition?.(operation);
  context.operations.interrupt(operation.id as string);
  return deletion;
};
