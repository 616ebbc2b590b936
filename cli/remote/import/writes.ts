/** The rows that an import sends, and how they are written. */
import type { View } from "../../../kit/description/model.ts";
import { faultText } from "../../../kit/import/faults.ts";
import { type ImportPlan, Planner } from "../../../kit/import/plan.ts";
import type { WriteMode, WriteOptions } from "../../../kit/send/requests.ts";
import type { FileRow } from "../transfer/journal.ts";
import type { SourceFile } from "./source-file.ts";

/** The most rows of one request; most services take up to ten times as many. */
const MAX_ARRAY_ROWS = 1_000;

/** How the rows of a list are written. */
export function writeOptionsOf({ bulk }: View, mode: WriteMode): WriteOptions {
  return { mode, arrayLength: bulk === undefined ? undefined : Math.min(MAX_ARRAY_ROWS, bulk) };
}

/** The rows of a plan, from the beginning of the file. */
export async function* rowsOf(source: SourceFile, plan: ImportPlan): AsyncGenerator<FileRow, void> {
  const planner = new Planner(plan);
  for await (const row of (await source.read()).rows) {
    const { action, faults, ...planned } = planner.next(row);
    // The first pass has found no faults: the file has changed since.
    if (action === "fault")
      throw new Error(`${row.place}: ${faults.map(faultText).join(" ")} The file was changed meanwhile.`);
    if (action !== "skip") yield { ...planned, line: row.line };
  }
}
