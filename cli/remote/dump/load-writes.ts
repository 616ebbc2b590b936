/** The requests of a load: each record, and later what it says of records that come after it. */
import { pathAbove } from "../../../kit/description/paths.ts";
import { writtenValues } from "../../../kit/description/written.ts";
import type { WriteMode } from "../../../kit/send/requests.ts";
import { writeOptionsOf } from "../import/writes.ts";
import type { FileRow } from "../transfer/journal.ts";
import type { SendRows } from "../transfer/run.ts";
import { type DumpFile, type DumpRow, readSection } from "./dump-file.ts";
import { type LoadStep, pick } from "./order.ts";

/** What is done with records that exist already. */
export type LoadMode = "create" | "upsert";

/** Sends a whole dump, step by step. @param isRefused whether the service has refused a row */
export async function sendDump(
  file: DumpFile,
  mode: LoadMode,
  steps: readonly LoadStep[],
  send: SendRows,
  isRefused: (row: number) => boolean,
): Promise<void> {
  for (const [place, step] of steps.entries()) {
    // In upsert, records that exist are left for later.
    await send(() => firstRows(file, step), writeOptionsOf(step.view, mode === "create" ? "create" : "skip-existing"));
    // As soon as they can be written: rules of records that follow may depend on them.
    for (const earlier of steps.filter(({ due }) => due.includes(place))) {
      if (mode === "create" && earlier.deferred.size === 0) continue;
      // The last time, whole records: one that has not changed emits no event.
      const later = mode === "upsert" && place === earlier.due.at(-1) ? "upsert" : "patch";
      await send(() => laterRows(file, earlier, place, later, isRefused), { mode: later });
    }
  }
}

/** The records of a step without their deferred fields. */
async function* firstRows(file: DumpFile, step: LoadStep): AsyncGenerator<FileRow, void> {
  for await (const { number, line, path, record } of rowsOf(file, step)) {
    const values = pick(writtenValues(step.view.writable.create, record), (field) => !step.deferred.has(field));
    yield { number, line, path, record: values, list: pathAbove(path) };
  }
}

/** The deferred fields of a step that can be written after another one; to replace records, all fields. */
async function* laterRows(
  file: DumpFile,
  step: LoadStep,
  place: number,
  mode: WriteMode,
  isRefused: (row: number) => boolean,
): AsyncGenerator<FileRow, void> {
  for await (const { number, line, path, record } of rowsOf(file, step)) {
    const later = file.records * (1 + step.due.indexOf(place)) + number;
    if (isRefused(number)) continue;
    const values = writtenValues(step.view.writable.create, record);
    const late = pick(values, (field) => step.deferred.get(field) === place);
    const sent = mode === "upsert" ? values : late;
    if (mode === "upsert" || Object.keys(late).length > 0)
      yield { number: later, line, path, record: sent, list: pathAbove(path) };
  }
}

async function* rowsOf(file: DumpFile, step: LoadStep): AsyncGenerator<DumpRow, void> {
  const section = file.sections.get(step);
  if (section) yield* readSection(file, section);
}
