/** One step of a migration. */
import type { Resource } from "../../resource/resource.ts";
import type { WriteSession } from "../database.ts";
import type { UnitOfWork } from "../write/unit-of-work.ts";
import type { Writer } from "../write/writer.ts";

/** A statement, or a function for what SQL cannot do. */
export interface Step {
  /** The statement, or what `run` does. */
  readonly text: string;
  readonly run?: (writer: Writer, unit: UnitOfWork, session: WriteSession) => Promise<void>;
  /** The resource whose records it changes. */
  readonly resource?: Resource;
}

/** A statement that gives the updated records a new revision. */
export function updateRecords(
  resource: Resource,
  assignments: readonly string[],
  { from, where }: { from?: string; where: string },
): Step {
  const allAssignments = [...assignments, `revision = "${resource.table}".revision + 1`].join(", ");
  return {
    text: `UPDATE "${resource.table}" SET ${allAssignments}${from ? ` FROM ${from}` : ""} WHERE ${where}`,
    resource,
  };
}
