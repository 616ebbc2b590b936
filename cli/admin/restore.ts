/** `restore <copy>`: replaces the SQLite database with a copy; `--already-restored`: after other tools have restored it. */
import type { Command } from "commander";
import { openDatabase } from "../../engine/app/database.ts";
import { continueRegistry, restoreRegistry } from "../../engine/app/restore.ts";
import type { Registry } from "../../engine/declare/registry/registry.ts";
import { systemClock } from "../../engine/runtime/clock.ts";
import { COMMAND_LINE } from "../../engine/runtime/package.ts";
import { type ChangeCounters, readChangeCounters } from "../../engine/store/timeline.ts";
import { PartlyDone, Refused, UsageError } from "../console/exit-codes.ts";
import { addExamples } from "../console/help.ts";
import { say } from "../console/output.ts";
import { readDatabaseConfig, requireDatabase } from "./database.ts";

interface RestoreOptions {
  readonly alreadyRestored?: true;
  readonly previous?: string;
}

const POSTGRES_STEPS = `PostgreSQL databases are restored by their own tools. Stop the service, then run:
  createdb --owner=<role of the service> restored
  pg_restore --exit-on-error --no-owner --no-privileges --no-comments --dbname=postgres://<that role>@…/restored <dump>
then this command with the new database, and start the service on it:
  DATABASE_URL=postgres://…/restored ${COMMAND_LINE} restore --already-restored --previous postgres://…/former
It makes sure that no entity tag or event id of the former database is used again.`;

/** Why new event ids are estimated. */
const ESTIMATED = {
  damaged: "The former database cannot be read",
  missing: "There was no former database",
  unnamed: "No former database was given",
} as const;
const ESTIMATE = "new events get ids far above any that can have been issued since the copy.";
const REMINDER = "API keys that were revoked since the copy are valid again; see `keys list`.";

function runRestore(
  registry: Registry,
  copy: string | undefined,
  { alreadyRestored, previous }: RestoreOptions,
): Promise<void> {
  if (alreadyRestored && copy !== undefined)
    throw new UsageError("--already-restored takes no copy: DATABASE_URL is the restored database.");
  if (alreadyRestored) return continueRestored(registry, previous);
  if (previous !== undefined) throw new UsageError("--previous needs --already-restored.");
  if (copy === undefined) throw new UsageError("Give the path of a copy, or --already-restored.");
  return restoreCopy(registry, copy);
}

/** @throws Refused if the database is not SQLite; PartlyDone if an interrupted restore was finished instead */
async function restoreCopy(registry: Registry, copy: string): Promise<void> {
  const { database } = readDatabaseConfig(registry);
  if (!("sqlite" in database)) {
    say(POSTGRES_STEPS);
    throw new Refused("Nothing was restored: DATABASE_URL is a PostgreSQL database.");
  }
  const result = await restoreRegistry(registry, database.sqlite, copy, systemClock);
  if (result.former === "damaged" || result.former === "missing") say(`${ESTIMATED[result.former]}: ${ESTIMATE}`);
  if (result.aside !== undefined) say(`The former database is ${result.aside}.`);
  say(`${database.sqlite} was restored from ${result.copy}. ${REMINDER}`);
  if (result.copy !== copy)
    throw new PartlyDone(
      `An earlier restore had been interrupted; it is finished now. To restore ${copy}, run the command again.`,
    );
}

/** Starts a new timeline in a database that other tools have restored. */
async function continueRestored(registry: Registry, previous: string | undefined): Promise<void> {
  const config = requireDatabase(readDatabaseConfig(registry));
  const former = previous === undefined ? undefined : await readCounters(registry, previous);
  const database = await openDatabase(config);
  try {
    await continueRegistry(registry, database, former, systemClock);
  } finally {
    await database.close();
  }
  if (former === undefined) say(`${ESTIMATED.unnamed}: ${ESTIMATE}`);
  say(`The database continues above all entity tags and event ids of the former one. ${REMINDER}`);
}

/** Reads the counters of another database. @param url as DATABASE_URL */
async function readCounters(registry: Registry, url: string): Promise<ChangeCounters> {
  const database = await openDatabase(
    requireDatabase(readDatabaseConfig(registry, { ...process.env, DATABASE_URL: url })),
  );
  try {
    return await readChangeCounters(database.reader);
  } finally {
    await database.close();
  }
}

/** Adds the command to the command line. */
export function addRestore(program: Command, registry: Registry): void {
  const command = program
    .command("restore")
    .description("Restores the SQLite database from a copy, and keeps the former one under another name.")
    .argument("[copy]", "a file that `backup` created")
    .option("--already-restored", "other tools, such as pg_restore, have restored the database: continue from there")
    .option("--previous <database-url>", "with --already-restored: the former database, if it still exists")
    .action((copy: string | undefined, options: RestoreOptions) => runRestore(registry, copy, options));
  addExamples(command, "restore backup.db", "restore --already-restored --previous postgres://app@db/former");
}
