/** The requests of a load: each record, and later what it says of records that come after it. */
import { arraysOf, type ListedRow } from "../transfer/arrays.ts";
import type { Journal } from "../transfer/journal.ts";
import type { Sender } from "../transfer/sender.ts";
import type { Write } from "../transfer/write.ts";
import { type DumpFile, type DumpRow, readSection } from "./dump-file.ts";
import { type LoadStep, pick, writableValues } from "./order.ts";

/** What is done with records that exist already. */
export type LoadMode = "create" | "upsert";

/** Sends a whole dump, step by step. */
export async function sendDump(
  file: DumpFile,
  mode: LoadMode,
  steps: readonly LoadStep[],
  sender: Sender,
  journal: Journal,
): Promise<void> {
  for (const [place, step] of steps.entries()) {
    await sender.sendAll(() => firstWrites(file, step, mode, journal));
    // As soon as they can be written: rules of records that follow may depend on them.
    for (const earlier of steps.filter(({ due }) => due.includes(place)))
      await sender.sendAll(() => laterWrites(file, earlier, place, mode, journal));
  }
}

/** Creates the records of a step without their deferred fields. In upsert, those that exist are left for later. */
async function* firstWrites(
  file: DumpFile,
  step: LoadStep,
  mode: LoadMode,
  journal: Journal,
): AsyncGenerator<Write, void> {
  const ifExists = mode === "create" ? "refuse" : "leave";
  const isSettled = (row: number): boolean => journal.isSettled(row);
  const rows = listedRows(file, step);
  if (step.destination.takesArrays) return yield* arraysOf(rows, isSettled, ifExists);
  for await (const row of rows)
    if (!isSettled(row.number)) yield { method: "PUT", path: row.path!, rows: [row], isArray: false, ifExists };
}

async function* listedRows(file: DumpFile, step: LoadStep): AsyncGenerator<ListedRow, void> {
  for await (const { number, line, path, record } of rowsOf(file, step)) {
    const values = pick(writableValues(step.destination, record), (field) => !step.deferred.has(field));
    yield { number, line, path, record: values, list: path.slice(0, path.lastIndexOf("/")) };
  }
}

/**
 * Writes the deferred fields of a step that can be written after another one. In upsert, the last time, whole records: one
 * that has not changed emits no event.
 */
async function* laterWrites(
  file: DumpFile,
  step: LoadStep,
  place: number,
  mode: LoadMode,
  journal: Journal,
): AsyncGenerator<Write, void> {
  if (mode === "create" && step.deferred.size === 0) return;
  for await (const { number, line, path, record } of rowsOf(file, step)) {
    const later = file.records * (1 + step.due.indexOf(place)) + number;
    if (journal.isSettled(later) || journal.isRefused(number)) continue;
    const values = writableValues(step.destination, record);
    const isWhole = mode === "upsert" && place === step.due.at(-1);
    const late = pick(values, (field) => step.deferred.get(field) === place && values[field] !== null);
    if (!isWhole && Object.keys(late).length === 0) continue;
    const rows = [{ number: later, line, path, record: isWhole ? values : late }];
    yield { method: isWhole ? "PUT" : "PATCH", path, rows, isArray: false, ifExists: "write" };
  }
}

async function* rowsOf(file: DumpFile, step: LoadStep): AsyncGenerator<DumpRow, void> {
  const section = file.sections.get(step);
  if (section) yield* readSection(file, section);
}
