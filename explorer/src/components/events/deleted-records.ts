/** The records that the deletion of a batch took, as the service keeps them. */
import { Problem } from "../../../../client/index.ts";
import type { View } from "../../../../kit/description/model.ts";
import type { LogEvent } from "../../../../kit/events/deletion.ts";

/** The statuses of what is not known, or not to this caller. */
const MISSING: readonly number[] = [403, 404, 410];

/** Returns the path of the records that a batch has deleted. */
export function recordsOf(log: View, { id }: LogEvent): string {
  return `${log.path}/${encodeURIComponent(id)}/records`;
}

/** Returns an answer; undefined if what it is about is unknown, or not open to this caller. @throws what else it fails with */
export async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Problem && MISSING.includes(error.status)) return undefined;
    throw error;
  }
}
