/** The requests of a load from a file. */
import type { LoadStep } from "../../../kit/load/order.ts";
import { type LoadMode, sendInSteps } from "../../../kit/load/steps.ts";
import { writeOptionsOf } from "../import/writes.ts";
import type { SendRows } from "../transfer/run.ts";
import { type DumpFile, type DumpRow, readSection } from "./dump-file.ts";

/** Sends a whole dump, step by step. @param isRefused whether the service has refused a row */
export function sendDump(
  file: DumpFile,
  mode: LoadMode,
  steps: readonly LoadStep[],
  send: SendRows,
  isRefused: (row: number) => boolean,
): Promise<void> {
  const { records } = file;
  const rowsOf = (step: LoadStep): AsyncIterable<DumpRow> => sectionRows(file, step);
  return sendInSteps({ records, rowsOf, mode, optionsOf: writeOptionsOf, send, isRefused }, steps);
}

async function* sectionRows(file: DumpFile, step: LoadStep): AsyncGenerator<DumpRow, void> {
  const section = file.sections.get(step);
  if (section) yield* readSection(file, section);
}
