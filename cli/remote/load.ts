/** `load <file>`: writes the records of a dump into a service. One with history is loaded elsewhere. */
import { createReadStream } from "node:fs";
import type { Command } from "commander";
import { loadSteps, stepFinder } from "../../kit/load/order.ts";
import type { LoadMode } from "../../kit/load/steps.ts";
import { splitLines } from "../../kit/rows/lines.ts";
import {
  addConnectionOptions,
  type ConnectionOptions,
  connectTo,
  refuseConnection,
  serviceUrl,
} from "../console/connection.ts";
import { UsageError } from "../console/exit-codes.ts";
import { addExamples } from "../console/help.ts";
import { readDump } from "./dump/dump-file.ts";
import { sendDump } from "./dump/load-writes.ts";
import { SourceFile } from "./import/source-file.ts";
import { parseParallel } from "./import.ts";
import { readDescription } from "./service/description.ts";
import { reportResult, runTransfer, type TransferResult } from "./transfer/run.ts";

/** The options, as commander reads them. */
interface LoadOptions extends ConnectionOptions {
  readonly upsert?: true;
  readonly parallel: number;
  readonly json?: true;
}

/** Loads dumps with history. */
interface HistoryLoader {
  /** Whether the first line of a file is that of such a dump. */
  recognizes(line: string): boolean;
  /** @param lines reads the dump from the beginning @returns the number of rows */
  load(lines: () => AsyncIterable<string>): Promise<number>;
}

/**
 * Writes the records of a dump into a service.
 * @param loadHistory loads a dump with history instead; undefined if the file is none
 * @throws Refused if the file is not a whole dump; PartlyDone as `runTransfer` does
 */
export async function loadDump(
  name: string,
  options: LoadOptions,
  loadHistory?: (source: SourceFile) => Promise<TransferResult | undefined>,
): Promise<TransferResult> {
  const source = await SourceFile.open(name, { format: "ndjson" });
  try {
    const loaded = await loadHistory?.(source);
    if (loaded) return loaded;
    // After Ctrl-C, requests that are in flight still finish.
    const api = connectTo(options, { signal: undefined });
    const mode: LoadMode = options.upsert ? "upsert" : "create";
    const description = await readDescription(api);
    const steps = loadSteps(description);
    const file = await readDump(source.path, stepFinder(description, steps));
    return await runTransfer({
      api,
      name,
      ...source.journalPaths(),
      head: { file: file.digest, command: { url: serviceUrl(options), load: mode } },
      total: file.records,
      lastRow: file.records,
      parallel: options.parallel,
      sendAll: (send, isRefused) => sendDump(file, mode, steps, send, isRefused),
    });
  } finally {
    source.close();
  }
}

async function loadHistoryOf(
  source: SourceFile,
  history: HistoryLoader,
  command: Command,
): Promise<TransferResult | undefined> {
  const lines = () => splitLines(createReadStream(source.path, "utf8"));
  if (!history.recognizes(await firstOf(lines()))) return undefined;
  refuseConnection(command, "A dump with history");
  if (command.getOptionValue("upsert")) throw new UsageError("A dump with history is loaded whole; omit --upsert.");
  const rows = await history.load(lines);
  return { rows, stored: rows, refused: 0 };
}

async function firstOf(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) return line;
  return "";
}

/** Adds the command to the command line. */
export function addServiceLoad(program: Command, history: HistoryLoader): void {
  const command = program
    .command("load")
    .description(
      "Writes the records of a dump into a service, or a dump with history into the empty database at DATABASE_URL. After an interruption, run the same command again to continue.",
    )
    .argument("<file>", "a dump; - for standard input")
    .option("--upsert", "also replace records that exist; without it they are refused")
    .option("--parallel <count>", "concurrent requests", parseParallel, 8)
    .option("--json", "print the result as JSON");
  addConnectionOptions(command).action(async (name: string, options: LoadOptions) => {
    const loadHistory = (source: SourceFile) => loadHistoryOf(source, history, command);
    reportResult(await loadDump(name, options, loadHistory), options);
  });
  addExamples(command, "load registry.ndjson", "load registry.ndjson --upsert");
}
