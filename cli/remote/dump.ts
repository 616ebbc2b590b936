/** `dump`: writes the whole registry as one file, which `load` reads. With its history, that is done elsewhere. */
import { Readable } from "node:stream";
import type { Command } from "commander";
import { addConnectionOptions, type ConnectionOptions, connectTo, refuseConnection } from "../console/connection.ts";
import { PartlyDone, Refused } from "../console/exit-codes.ts";
import { describeStop } from "../console/failure.ts";
import { addExamples } from "../console/help.ts";
import { interruption } from "../console/interruption.ts";
import { printAll, say } from "../console/output.ts";
import { checkOutput, writeWhole } from "../console/output-file.ts";
import { progressOn } from "../console/progress.ts";
import { quantity, wasOrWere } from "../console/text.ts";
import { dumpLines, latestEvent } from "./dump/write-dump.ts";
import { readDescription } from "./service/description.ts";

interface DumpOptions extends ConnectionOptions {
  readonly output?: string;
  readonly history?: true;
}

async function runDump({ output, ...options }: DumpOptions): Promise<void> {
  if (output !== undefined) checkOutput(output);
  const api = connectTo(options);
  const description = await readDescription(api);
  const before = await latestEvent(api);
  const progress = progressOn("records");
  const leftOut: string[] = [];
  let records = 0;
  progress.start();
  const lines = dumpLines(api, description, interruption(), {
    leftOut: (resource) => leftOut.push(resource),
    wrote: (count) => {
      records = count;
      progress.update(count);
    },
  });
  try {
    if (output === undefined) await printAll(Readable.from(lines));
    else await writeWhole(Readable.from(lines), output);
  } catch (error) {
    throw stopped(error, records, output);
  } finally {
    progress.end();
  }
  say(`${quantity(records, "record")} ${wasOrWere(records)} written${output === undefined ? "" : ` to ${output}`}.`);
  if (leftOut.length > 0) say(`Left out, because the key may not read them: ${leftOut.join(", ")}.`);
  if (before !== (await latestEvent(api)))
    say(
      "Something was written while the dump was made, so its records may not fit together. Dump again while nothing is written.",
    );
}

/** What is left of a dump that stopped halfway: nothing in a file, because a dump cannot be continued. */
function stopped(error: unknown, records: number, output: string | undefined): Error {
  const reason = describeStop(error);
  if (output === undefined) return new PartlyDone(`${reason} The output is incomplete. Run the command again.`);
  const message = `${reason} ${output}.part was incomplete, with ${quantity(records, "record")}, and was removed. Run the command again.`;
  return interruption().aborted ? new PartlyDone(message) : new Refused(message);
}

/** Adds the command to the command line. @param dumpHistory dumps the database with its history */
export function addServiceDump(program: Command, dumpHistory: (output?: string) => Promise<void>): void {
  const command = program
    .command("dump")
    .description("Writes the whole registry as one NDJSON file, which `load` reads.")
    .option("-o, --output <file>", "the file, which gets its name when it is complete; standard output by default")
    .option("--history", "the database at DATABASE_URL instead of a service: with its past, events, keys and webhooks");
  addConnectionOptions(command).action((options: DumpOptions) => {
    if (!options.history) return runDump(options);
    refuseConnection(command, "dump --history");
    return dumpHistory(options.output);
  });
  addExamples(command, "dump -o registry.ndjson", "dump --history -o registry.ndjson");
}
