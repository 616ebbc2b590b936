/** The rows that an import sends, and how they are written. */
import type { View } from "../../../kit/description/model.ts";
import type { Way } from "../../../kit/send/requests.ts";
import type { SourceFile } from "../rows/source-file.ts";
import type { FileRow } from "../transfer/journal-entries.ts";
import type { Selection } from "./distinct.ts";
import type { AddressedRecord, ImportMode, RecordReader } from "./record-reader.ts";

/** What an import reads, and how it writes it. */
export interface ImportPlan {
  readonly source: SourceFile;
  readonly reader: RecordReader;
  readonly view: View;
  readonly mode: ImportMode;
  readonly newSelection: () => Selection;
}

/** The number of rows among which one request's are chosen; the service takes up to ten times as many. */
export const ARRAY_LENGTH = 1_000;

const MODES = { create: "create", upsert: "replace", patch: "change" } as const;

/** How an import writes its rows. */
export function wayOf({ view, mode }: ImportPlan): Way {
  return { mode: MODES[mode], arrayLength: view.bulk === undefined ? undefined : ARRAY_LENGTH };
}

/** The selected rows, from the beginning of the file. */
export async function* rowsOf({ source, reader, view, newSelection }: ImportPlan): AsyncGenerator<FileRow, void> {
  const selection = newSelection();
  for await (const row of source.rows()) {
    const result = reader.read(row);
    // The first pass has found no faults: the file has changed since.
    if ("faults" in result) throw new Error(`${row.place}: ${result.faults.join(" ")} The file was changed meanwhile.`);
    if (!selection.takes(result.record, row.place)) continue;
    const { path: list, record } = result.record;
    yield { number: row.number, line: row.line, record, list, path: recordPath(view, result.record) };
  }
}

function recordPath({ kind }: View, { path, id }: AddressedRecord): string | undefined {
  if (kind === "single") return path;
  return id === undefined ? undefined : `${path}/${id}`;
}
