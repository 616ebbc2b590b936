/** `npm run cli -- migrate`: migrates the database to the schema of this version, or prints the plan. */
import type { Command } from "commander";
import { buildCatalog } from "../../engine/app/bootstrap.ts";
import { missingFile, openDatabase } from "../../engine/app/database.ts";
import type { Registry } from "../../engine/declare/registry/registry.ts";
import { systemClock } from "../../engine/runtime/clock.ts";
import { VERSION } from "../../engine/runtime/package.ts";
import { MigrationRefused, migrate } from "../../engine/store/migration/migrate.ts";
import { type MigrationTarget, planMigration } from "../../engine/store/migration/plan.ts";
import type { Step } from "../../engine/store/migration/step.ts";
import { print, say } from "../console/output.ts";
import { readDatabaseConfig } from "./database.ts";

interface MigrateOptions {
  readonly plan?: true;
  readonly drop?: readonly string[];
  readonly from?: string;
  readonly json?: true;
}

/** Prints the steps to standard output, so that they can be saved or compared. */
function printSteps(steps: readonly Step[], blockers: readonly string[], json?: true): void {
  if (json) print(JSON.stringify({ steps: steps.map(describeStep), blockers }, undefined, 2));
  else for (const { text, run } of steps) print(run ? `-- ${text}` : `${text};`);
}

/** A step is one statement, or something that SQL cannot do. */
function describeStep({ text, run }: Step) {
  return run ? { does: text } : { sql: text };
}

/** @throws MigrationRefused if data would be lost, or does not fit the new schema */
async function runMigrate(
  registry: Registry,
  { plan: planOnly, drop = [], from, json }: MigrateOptions,
): Promise<void> {
  const config = readDatabaseConfig(registry);
  if (planOnly && missingFile(config) !== undefined) {
    if (json) printSteps([], [], json);
    return say("There is no database yet; the first start creates one.");
  }
  const target: MigrationTarget = {
    catalog: buildCatalog(registry.resources),
    version: VERSION,
    droppable: new Set(drop),
    owner: registry,
    formerOwner: from,
  };
  const database = await openDatabase(config);
  const { dialect, reader } = database;
  try {
    const { steps, blockers } = planOnly
      ? await planMigration(target, dialect, reader)
      : await database.exclusive((session) => migrate(target, dialect, session, systemClock));
    printSteps(steps, blockers, json);
    if (blockers.length > 0) throw new MigrationRefused(blockers);
    const done = planOnly ? "This is the plan; nothing was changed." : "The database was migrated.";
    say(steps.length > 0 ? done : "The database is up to date.");
  } finally {
    await database.close();
  }
}

/** Adds the command to the command line. */
export function addMigrate(program: Command, registry: Registry): void {
  program
    .command("migrate")
    .description("Migrates the database to the schema of this version, as the service does when it starts.")
    .option("--plan", "print the steps, and what blocks them, without running them")
    .option("--drop <names...>", "data to discard: resources, and fields as resource.field")
    .option("--from <registry>", "take the database over from the registry of this name")
    .option("--json", "print the steps and what blocks them as JSON")
    .action((options: MigrateOptions) => runMigrate(registry, options));
}
