/** `watch [type-prefix]`: shows changes as they are committed. */
import type { Command } from "commander";
import { Gone } from "../../client/index.ts";
import type { LogEvent } from "../../kit/events/deletion.ts";
import { isSame } from "../../kit/values/same.ts";
import { addConnectionOptions, type ConnectionOptions, connectTo } from "../console/connection.ts";
import { Refused } from "../console/exit-codes.ts";
import { interruption } from "../console/interruption.ts";
import { print, say } from "../console/output.ts";
import { formatValue } from "../console/text.ts";

interface WatchOptions extends ConnectionOptions {
  readonly after?: string;
  readonly subject?: string;
  readonly json?: true;
}

async function runWatch(prefix: string | undefined, options: WatchOptions): Promise<void> {
  const { after, subject, json } = options;
  const api = connectTo(options);
  // The stream reconnects for as long as it takes; a service that was never there is an error.
  await api.me();
  const filter = { ...(prefix ? { type_starts_with: prefix } : {}), ...(subject ? { subject } : {}) };
  let last = after;
  try {
    for await (const event of api.events.follow(filter, { after }) as AsyncIterable<LogEvent>) {
      last = event.id;
      print(json ? JSON.stringify(event) : formatEvent(event));
    }
  } catch (error) {
    if (error instanceof Gone)
      throw new Refused(`${error.message} Read again what you follow, then watch without --after.`);
    if (!interruption().aborted) throw error;
    if (last !== undefined) say(`To continue, add --after ${last}.`);
  }
}

/** Such as `2026-01-31T12:00:00.000Z  0000000000000012  <type>  <subject>  admin  name, status`. */
function formatEvent({ id, time, type, subject, data }: LogEvent): string {
  const what = data.count === undefined ? changedFields(data) : `${data.count} records`;
  return [time, id, type, subject, data.actor, what].map(formatValue).join("  ").trimEnd();
}

/** The fields that an update has changed; empty for a creation, a deletion or a private record. */
function changedFields({ before, after }: LogEvent["data"]): string {
  if (!before || !after) return "";
  const isShown = (name: string): boolean => name !== "updated_at" && name !== "_links";
  return Object.keys(after)
    .filter((name) => isShown(name) && !isSame(before[name], after[name]))
    .join(", ");
}

/** Adds the command to the command line. */
export function addWatch(program: Command): void {
  const command = program
    .command("watch")
    .description("Shows changes as they are committed, one line for each event, until Ctrl-C.")
    .argument("[type-prefix]", "what the event types begin with, such as the singular of a collection and a dot")
    .option("--subject <path>", "only changes of this record or list")
    .option("--after <id>", "start after this event instead of now; no event in between is missed")
    .option("--json", "print each event as a line of JSON");
  addConnectionOptions(command).action(runWatch);
}
