/** Plans the rows of a file, and lets the page draw meanwhile. */
import { type ImportPlan, type PlannedRow, Planner } from "../../../../kit/import/plan.ts";
import type { Table } from "./table.ts";
import { withBreaks } from "./with-breaks.ts";

/** The rows of a file after the check. */
export interface CheckedRows {
  /** The fields that every row needs, and that no column gives. */
  readonly missing: readonly string[];
  readonly accepted: readonly PlannedRow[];
  readonly rejected: readonly PlannedRow[];
}

/** Checks all rows. @returns undefined if the signal aborted */
export async function checkRows(table: Table, plan: ImportPlan, signal: AbortSignal): Promise<CheckedRows | undefined> {
  const accepted: PlannedRow[] = [];
  const rejected: PlannedRow[] = [];
  const planner = new Planner(plan);
  for await (const row of withBreaks(table.rows)) {
    if (signal.aborted) return undefined;
    const planned = planner.next(row);
    (planned.action === "fault" ? rejected : accepted).push(planned);
  }
  return { missing: planner.missing, accepted, rejected };
}
