/** The requests of a load: each record, and later what it says of records that come after it. */
import type { View } from "../description/model.ts";
import { pathAbove } from "../description/paths.ts";
import { writtenValues } from "../description/writable.ts";
import type { RowRecord, WriteMode, WriteOptions } from "../send/requests.ts";
import type { Values } from "../values/json.ts";
import { type LoadStep, pick } from "./order.ts";

/** What is done with records that exist already. */
export type LoadMode = "create" | "upsert";

/** A record to write. */
export interface LoadRow {
  /** Its place among the records, from 1. */
  readonly number: number;
  readonly path: string;
  readonly record: Values;
}

/** What is loaded, and how. */
export interface Load<R extends LoadRow> {
  /** The number of records. The number of a row above it stands for the second request of a record. */
  readonly records: number;
  readonly rowsOf: (step: LoadStep) => Iterable<R> | AsyncIterable<R>;
  readonly mode: LoadMode;
  /** Returns how rows of a list are written. */
  readonly optionsOf: (view: View, mode: WriteMode) => WriteOptions;
  /** Sends rows that follow each other. @param rows all of them, from the first one on, whenever it is called */
  readonly send: (rows: () => AsyncIterable<R & RowRecord>, options: WriteOptions) => Promise<void>;
  /** Returns whether the service has refused a row. */
  readonly isRefused: (row: number) => boolean;
}

/** Sends all records, step by step. */
export async function sendInSteps<R extends LoadRow>(load: Load<R>, steps: readonly LoadStep[]): Promise<void> {
  const { mode, optionsOf, send } = load;
  for (const [place, step] of steps.entries()) {
    // In upsert, records that exist are left for later.
    await send(() => firstRows(load, step), optionsOf(step.view, mode === "create" ? "create" : "skip-existing"));
    // As soon as they can be written: rules of records that follow may depend on them.
    for (const earlier of steps.filter(({ due }) => due.includes(place))) {
      if (mode === "create" && earlier.deferred.size === 0) continue;
      // The last time, whole records: one that has not changed emits no event.
      const later = mode === "upsert" && place === earlier.due.at(-1) ? "upsert" : "patch";
      await send(() => laterRows(load, earlier, place, later), { mode: later });
    }
  }
}

/** The records of a step without their deferred fields. */
async function* firstRows<R extends LoadRow>(load: Load<R>, step: LoadStep): AsyncGenerator<R & RowRecord, void> {
  for await (const row of load.rowsOf(step)) {
    const written = writtenValues(step.view.writable.create, row.record);
    yield { ...row, record: pick(written, (field) => !step.deferred.has(field)), list: pathAbove(row.path) };
  }
}

/** The deferred fields of a step that can be written after another one; to replace records, all fields. */
async function* laterRows<R extends LoadRow>(
  load: Load<R>,
  step: LoadStep,
  place: number,
  mode: WriteMode,
): AsyncGenerator<R & RowRecord, void> {
  for await (const row of load.rowsOf(step)) {
    const number = load.records * (1 + step.due.indexOf(place)) + row.number;
    if (load.isRefused(row.number)) continue;
    const values = writtenValues(step.view.writable.create, row.record);
    const late = pick(values, (field) => step.deferred.get(field) === place);
    const record = mode === "upsert" ? values : late;
    if (mode === "upsert" || Object.keys(late).length > 0) yield { ...row, number, record, list: pathAbove(row.path) };
  }
}
