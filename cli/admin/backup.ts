/** `backup <file>`: copies the SQLite database while the service runs. */
import type { Command } from "commander";
import type { Registry } from "../../engine/declare/registry/registry.ts";
import { copySqlite } from "../../engine/store/sqlite/copy.ts";
import { Refused } from "../console/exit-codes.ts";
import { addExamples } from "../console/help.ts";
import { say } from "../console/output.ts";
import { readDatabaseConfig, requireDatabase } from "./database.ts";

/** @throws SettingError or Refused if it is not an existing SQLite file */
async function runBackup(registry: Registry, to: string): Promise<void> {
  const { database } = requireDatabase(readDatabaseConfig(registry));
  if (!("sqlite" in database)) throw new Refused("DATABASE_URL is a PostgreSQL database: back it up with pg_dump.");
  copySqlite(database.sqlite, to);
  say(`The database was copied to ${to}.`);
}

/** Adds the command to the command line. */
export function addBackup(program: Command, registry: Registry): void {
  const command = program
    .command("backup")
    .description("Copies the SQLite database, even while the service is running.")
    .argument("<file>", "the file to create; it must not exist yet")
    .action((to: string) => runBackup(registry, to));
  addExamples(command, "backup backup.db");
}
