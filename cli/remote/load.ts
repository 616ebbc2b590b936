/** `load <file>`: writes the records of a dump into a service. */
import type { Command } from "commander";
import { loadSteps, stepFinder } from "../../kit/load/order.ts";
import type { LoadMode } from "../../kit/load/steps.ts";
import { addConnectionOptions, type ConnectionOptions, connectTo, serviceUrl } from "../console/connection.ts";
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

async function runLoad(name: string, options: LoadOptions): Promise<void> {
  reportResult(await loadDump(name, options), options);
}

/**
 * Writes the records of a dump into a service.
 * @throws Refused if the file is not a whole dump; PartlyDone as `runTransfer` does
 */
export async function loadDump(name: string, options: LoadOptions): Promise<TransferResult> {
  const source = await SourceFile.open(name, { format: "ndjson" });
  try {
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

/** Adds the command to the command line. */
export function addLoad(program: Command): void {
  const command = program
    .command("load")
    .description(
      "Writes the records of a dump into a service. After an interruption, run the same command again to continue.",
    )
    .argument("<file>", "a dump; - for standard input")
    .option("--upsert", "also replace records that exist; without it they are refused")
    .option("--parallel <count>", "concurrent requests", parseParallel, 8)
    .option("--json", "print the result as JSON");
  addConnectionOptions(command).action(runLoad);
  addExamples(command, "load registry.ndjson", "load registry.ndjson --upsert");
}
