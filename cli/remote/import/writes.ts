/** The requests that an import sends: the rows of a file that have no outcome yet, as writes. */
import type { SourceFile } from "../rows/source-file.ts";
import type { Destination } from "../service/destination.ts";
import { arraysOf, type ListedRow } from "../transfer/arrays.ts";
import type { Write } from "../transfer/write.ts";
import type { Selection } from "./distinct.ts";
import type { AddressedRecord, ImportMode, RecordReader } from "./record-reader.ts";

/** What an import reads, and how it writes it. */
export interface ImportPlan {
  readonly source: SourceFile;
  readonly reader: RecordReader;
  readonly destination: Destination;
  readonly mode: ImportMode;
  readonly newSelection: () => Selection;
}

/** The writes of all rows that are not settled, from the beginning of the file. */
export async function* writesOf(plan: ImportPlan, isSettled: (row: number) => boolean): AsyncGenerator<Write, void> {
  const rows = rowsOf(plan);
  if (plan.destination.takesArrays && plan.mode === "create") yield* arraysOf(rows, isSettled, "refuse");
  else for await (const row of rows) if (!isSettled(row.number)) yield writeOf(row, plan);
}

async function* rowsOf({ source, reader, destination, newSelection }: ImportPlan): AsyncGenerator<ListedRow, void> {
  const selection = newSelection();
  for await (const row of source.rows()) {
    const result = reader.read(row);
    // The first pass has found no faults: the file has changed since.
    if ("faults" in result) throw new Error(`${row.place}: ${result.faults.join(" ")} The file was changed meanwhile.`);
    if (!selection.takes(result.record, row.place)) continue;
    const { path: list, record } = result.record;
    yield { number: row.number, line: row.line, record, list, path: recordPath(destination, result.record) };
  }
}

function recordPath({ kind }: Destination, { path, id }: AddressedRecord): string | undefined {
  if (kind === "single") return path;
  return id === undefined ? undefined : `${path}/${id}`;
}

/** One request for one row: by its own path if that is known. */
function writeOf(row: ListedRow, { mode }: ImportPlan): Write {
  const common = { rows: [row], isArray: false, ifExists: mode === "create" ? "refuse" : "write" } as const;
  if (row.path === undefined) return { ...common, method: "POST", path: row.list };
  return { ...common, method: mode === "patch" ? "PATCH" : "PUT", path: row.path };
}
