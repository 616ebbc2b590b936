/** `events restore <path>`: creates a deleted record again, with what was deleted with it, as far as the service has its contents. */

import { existsSync, rmSync } from "node:fs";
import { Readable } from "node:stream";
import type { Command } from "commander";
import { type Answer, type Connection, Problem } from "../../client/index.ts";
import { lastSegment } from "../../kit/description/paths.ts";
import { cascadeOf, type Deletion, findDeletion, type LogEvent } from "../../kit/events/deletion.ts";
import { unreadBelow } from "../../kit/events/unread.ts";
import { pick } from "../../kit/load/order.ts";
import type { Values } from "../../kit/values/json.ts";
import { apiPath } from "../console/api-path.ts";
import { addConnectionOptions, type ConnectionOptions, connectTo } from "../console/connection.ts";
import { PartlyDone, Refused } from "../console/exit-codes.ts";
import { say } from "../console/output.ts";
import { writeWhole } from "../console/output-file.ts";
import { formatCount, quantity, wasOrWere } from "../console/text.ts";
import { loadDump } from "./load.ts";
import { isMember, readDescription } from "./service/description.ts";
import { exists } from "./service/existing.ts";
import { reportResult } from "./transfer/run.ts";

interface RestoreOptions extends ConnectionOptions {
  readonly output?: string;
}

async function runRestore(given: string, options: RestoreOptions): Promise<void> {
  const path = apiPath(given);
  const { output } = options;
  const file = output ?? `${lastSegment(path)}.restored.ndjson`;
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
 * Writes what the service has of a deleted record to a file, as a dump, and says what it does not have.
 * @returns the number of records that it does not have
 * @throws Refused if the record cannot be restored
 */
async function writeFound(path: string, file: string, options: ConnectionOptions): Promise<number> {
  const api = connectTo(options);
  const description = await readDescription(api);
  const { at } = description;
  const { deletion, content } = await requireDeletion(api, path);
  const below = eventsOf(api, { subject_starts_with: `${path}/` });
  const { counts, records } = cascadeOf(deletion, below, (event) => batchOf(api, event));
  const found = new Map<string, number>();
  let others = 0;
  const lineOf = (own: string, record: Values): string => {
    const view = at(own)?.view;
    const isKept = (name: string): boolean => name !== "_links" && (!view || isMember(view, name));
    return `${JSON.stringify({ path: own, record: pick(record, isKept) })}\n`;
  };
  const lines = async function* (): AsyncGenerator<string, void> {
    yield lineOf(path, content);
    for await (const each of records) {
      if (!each.content) continue;
      found.set(each.list, (found.get(each.list) ?? 0) + 1);
      others += 1;
      yield lineOf(each.path, each.content);
    }
    yield `${JSON.stringify({ records: 1 + others })}\n`;
  };
  await writeWhole(Readable.from(lines()), file);
  const rest = others > 0 ? `, and ${formatCount(others)} that ${wasOrWere(others)} deleted with it` : "";
  say(`The log has ${quantity(1 + others, "record")}: ${path}${rest}.`);
  const unread = unreadBelow(description, path, await api.me());
  if (unread.length > 0)
    say(`Left out, because the key may not read them: ${unread.map(({ resource }) => resource).join(", ")}.`);
  let missing = 0;
  for (const [list, count] of counts) {
    const lost = Math.max(0, count - (found.get(list) ?? 0));
    if (lost > 0)
      say(
        `It does not have ${formatCount(lost)} of ${formatCount(count)} in ${list}: such records were purged, or deleted before the service kept what it deletes.`,
      );
    missing += lost;
  }
  return missing;
}

/** @throws Refused if the record exists, was never deleted as far as the log goes back, or the log has no contents of it */
async function requireDeletion(
  api: Connection,
  path: string,
): Promise<{ readonly deletion: Deletion; readonly content: Values }> {
  if (await exists(api, path)) throw new Refused(`${path} exists.`);
  const deletion = await findDeletion(path, eventsOf(api, { subject: path }));
  if (!deletion?.event)
    throw new Refused(`The log has no deletion of ${path}. It may have been deleted with its parent: restore that.`);
  const { purgedAt } = deletion;
  const content = deletion.content ?? (await contentBefore(api, path, deletion.event.time));
  if (content) return { deletion, content };
  const reason = purgedAt === undefined ? "it was purged, or deleted too long ago" : `they were purged at ${purgedAt}`;
  throw new Refused(`The log has no contents of ${path}: ${reason}.`);
}

/** A private record, whose events have no contents, as it was before a time; undefined if that is not known. */
async function contentBefore(api: Connection, path: string, time: string): Promise<Values | undefined> {
  const before = new Date(Date.parse(time) - 1).toISOString();
  return (await unlessMissing(api.send("GET", `${path}?as_of=${before}`)))?.body;
}

/** The records that a deletion took, as they were; none if that was before the service kept them. */
async function* batchOf(api: Connection, { id }: LogEvent): AsyncGenerator<Values, void> {
  for (let next: string | undefined = `/api/events/${id}/records?limit=100`; next !== undefined; ) {
    const page: Answer | undefined = await unlessMissing(api.send("GET", next));
    yield* page?.body.records ?? [];
    next = page?.body._links.next;
  }
}

/** An answer; undefined if it is 404 or 410. @throws what else the request fails with */
async function unlessMissing(answer: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Problem && [404, 410].includes(error.status)) return undefined;
    throw error;
  }
}

/** Events that pass a filter, latest first. */
function eventsOf(api: Connection, filter: Record<string, string>): AsyncIterable<LogEvent> {
  return api.at("/api/events").all({ ...filter, sort: "id:desc" }) as AsyncIterable<LogEvent>;
}

/** Adds the command to the command line. */
export function addRestoreRecord(events: Command): void {
  const command = events
    .command("restore")
    .description(
      "Creates a deleted record again, with all that was deleted with it, except what was purged. These are ordinary writes: rules apply, and each is logged as an event.",
    )
    .argument("<path>", "the record, as in its link self")
    .option("-o, --output <file>", "write the records to a file, which `load` reads, and restore nothing");
  addConnectionOptions(command).action(runRestore);
}
