/** `events restore <path>`: creates a deleted record again, with what was deleted with it, as far as the event log has its contents. */
import { createWriteStream, existsSync, renameSync, rmSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Command } from "commander";
import type { Description } from "../../../kit/description/model.ts";
import { apiPath } from "../../console/api-path.ts";
import { addConnectionOptions, type ConnectionOptions, connectTo } from "../../console/connection.ts";
import { PartlyDone } from "../../console/exit-codes.ts";
import { say } from "../../console/output.ts";
import { formatCount, quantity, wasOrWere } from "../../console/text.ts";
import { pick } from "../dump/order.ts";
import type { DumpedRecord } from "../dump/records.ts";
import { loadDump } from "../load.ts";
import { isMember, readDescription } from "../service/description.ts";
import { reportResult } from "../transfer/run.ts";
import { childrenOf, findDeletion, recordOf } from "./deleted-record.ts";

interface RestoreOptions extends ConnectionOptions {
  readonly output?: string;
}

async function runRestore(given: string, options: RestoreOptions): Promise<void> {
  const path = apiPath(given);
  const { output } = options;
  const file = output ?? `${path.slice(path.lastIndexOf("/") + 1)}.restored.ndjson`;
  // One that is there was left by a run that was interrupted while it wrote the records.
  const missing = output === undefined && existsSync(`${file}.journal`) ? 0 : await writeFound(path, file, options);
  if (output !== undefined) return say(`To restore them, run load ${output}.`);
  const result = await loadDump(file, { ...options, parallel: PARALLEL });
  rmSync(file);
  reportResult(result, {});
  if (missing > 0)
    throw new PartlyDone(
      `${quantity(missing, "record")} that ${wasOrWere(missing)} deleted with it could not be restored.`,
    );
}

/** Concurrent requests. */
const PARALLEL = 8;

/**
 * Writes what the log has of a deleted record to a file, as a dump, and says what it does not have.
 * @returns the number of records that are not in the log
 * @throws Refused if the record cannot be restored
 */
async function writeFound(path: string, file: string, options: ConnectionOptions): Promise<number> {
  const api = connectTo(options);
  const description = await readDescription(api);
  const deletion = await findDeletion(api, path);
  const children = childrenOf(api, deletion);
  const found = new Map<string, number>();
  let records = 0;
  const lines = async function* (): AsyncGenerator<string, void> {
    for await (const each of withFirst(recordOf(deletion), children.records)) {
      const list = each.path.slice(0, each.path.lastIndexOf("/"));
      found.set(list, (found.get(list) ?? 0) + 1);
      records += 1;
      yield `${JSON.stringify(withKnownFields(each, description))}\n`;
    }
    yield `${JSON.stringify({ records })}\n`;
  };
  const part = `${file}.part`;
  await pipeline(Readable.from(lines()), createWriteStream(part, { mode: 0o600 }));
  renameSync(part, file);
  const others = records - 1;
  const rest = others > 0 ? `, and ${formatCount(others)} that ${wasOrWere(others)} deleted with it` : "";
  say(`The log has ${quantity(records, "record")}: ${path}${rest}.`);
  let missing = 0;
  for (const [list, count] of children.counts) {
    const lost = Math.max(0, count - (found.get(list) ?? 0));
    if (lost > 0)
      say(
        `It does not have ${formatCount(lost)} of ${formatCount(count)} in ${list}: such records are private, were created in an array and not changed since, or were purged.`,
      );
    missing += lost;
  }
  return missing;
}

async function* withFirst(
  first: DumpedRecord,
  others: AsyncIterable<DumpedRecord>,
): AsyncGenerator<DumpedRecord, void> {
  yield first;
  yield* others;
}

/** A record without fields that this service no longer has. */
function withKnownFields({ path, record }: DumpedRecord, { at }: Description): DumpedRecord {
  const view = at(path)?.view;
  return { path, record: view ? pick(record, (field) => isMember(view, field)) : record };
}

/** Adds the command to the command line. */
export function addRestoreRecord(events: Command): void {
  const command = events
    .command("restore")
    .description(
      "Creates a deleted record again, with what was deleted with it, as far as the event log has its contents. These are ordinary writes: rules apply, and each is logged as an event.",
    )
    .argument("<path>", "the record, as in its link self")
    .option("-o, --output <file>", "write the records to a file, which `load` reads, and restore nothing");
  addConnectionOptions(command).action(runRestore);
}
