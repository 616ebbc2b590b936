/** `events purge <path>`: removes what a registry remembers of a record besides the record itself, directly in the database. */
import { userInfo } from "node:os";
import type { Command } from "commander";
import { openRegistry } from "../../engine/app/bootstrap.ts";
import { purgeHistory } from "../../engine/app/purge.ts";
import type { Registry } from "../../engine/declare/registry/registry.ts";
import { systemClock } from "../../engine/runtime/clock.ts";
import { apiPath } from "../console/api-path.ts";
import { Refused } from "../console/exit-codes.ts";
import { say } from "../console/output.ts";
import { quantity } from "../console/text.ts";
import { readDatabaseConfig, requireDatabase } from "./database.ts";

interface PurgeOptions {
  readonly below?: boolean;
}

/** @throws Refused if there is nothing to purge */
async function runPurge(registry: Registry, given: string, { below = false }: PurgeOptions): Promise<void> {
  const path = apiPath(given);
  const { store } = await openRegistry(registry.resources, requireDatabase(readDatabaseConfig(registry)), systemClock);
  try {
    const { events, versions, responses } = await purgeHistory(store, path, { below, actor: operatorName() });
    if (events + versions + responses === 0) throw new Refused(`The history has no contents of ${path}.`);
    const contents = `${quantity(events, "event")} and ${quantity(responses, "stored response")}`;
    say(`The contents of ${contents} were removed.`);
    say(`Deleted: ${quantity(versions, "earlier version")}.`);
    say("Backups, dumps, and receivers of events still have them. The record itself was not changed.");
  } finally {
    await store.close();
  }
}

/** The account that runs the command, for the event log. */
function operatorName(): string {
  try {
    return `operator:${userInfo().username}`;
  } catch {
    // In a container, the user may have no name.
    return `operator:${process.getuid?.() ?? ""}`;
  }
}

/** Adds the command to the command line. */
export function addPurge(events: Command, registry: Registry): void {
  events
    .command("purge")
    .description(
      "Removes the earlier versions of a record, and what the event log and stored responses contain of it. Events keep their types, times and actors; the purge is an event too.",
    )
    .argument("<path>", "the record, which need not exist any more, as in its link self")
    .option(
      "--below",
      "also remove what they say of the records below it, and of its entries in the lists of other records",
    )
    .action((path: string, options: PurgeOptions) => runPurge(registry, path, options));
}
