/** `npm run cli -- migrate`: brings the database to what this version declares, or says what that would take. */
import type { Command } from "commander";
import packageJson from "../../package.json" with { type: "json" };
import { domain } from "../domain/index.ts";
import { systemClock } from "../runtime/clock.ts";
import type { Step } from "../store/migration/backfill.ts";
import { MigrationRefused, migrate } from "../store/migration/migrate.ts";
import { type MigrationTarget, planMigration } from "../store/migration/plan.ts";
import { catalogOf, missingFile, openDatabase } from "./bootstrap.ts";
import { readConfig } from "./config.ts";

interface Wanted {
  readonly plan?: true;
  readonly drop?: readonly string[];
}

/** The statements go to the standard output: they can be kept, or compared. */
function tell(steps: readonly Step[]): void {
  for (const { text, run } of steps) console.log(run ? `-- ${text}` : `${text};`);
}

/** @throws MigrationRefused where something would be lost or would not fit */
async function carryOut({ plan: only, drop = [] }: Wanted): Promise<void> {
  const config = readConfig(process.env);
  if (only && missingFile(config) !== undefined)
    return console.error("There is no database yet; the first start makes one.");
  const target: MigrationTarget = { catalog: catalogOf(domain), version: packageJson.version, dropping: new Set(drop) };
  const database = await openDatabase(config);
  const { dialect, reader } = database;
  try {
    const { steps, blockers } = only
      ? await planMigration(target, dialect, reader)
      : await database.exclusive((session) => migrate(target, dialect, session, systemClock));
    tell(steps);
    if (blockers.length > 0) throw new MigrationRefused(blockers);
    const done = only ? "Nothing of this was done." : "All of this was done.";
    console.error(steps.length > 0 ? done : "The database is as this version wants it.");
  } finally {
    await database.close();
  }
}

export function addMigrate(program: Command): void {
  program
    .command("migrate")
    .description("Brings the database to what this version declares, as a start does.")
    .option("--plan", "say what would be done, and what stands in the way; do nothing")
    .option("--drop <names...>", "give up what would be lost: resources, and fields as resource.field")
    .action(carryOut);
}
