/** Copies of a database file. */
import { existsSync, rmSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { LAYOUT } from "../migration/layout.ts";
import { damageIn } from "./errors.ts";
import { createPrivateFile } from "./private-file.ts";

/**
 * Copies the current state of a database into a new file, which only its owner may read. Other processes may write to the database meanwhile.
 * @throws Error if there is no such database, or the new file exists
 */
export function copySqlite(from: string, to: string): void {
  if (existsSync(to)) throw new Error(`${to} already exists.`);
  const connection = new Sqlite(from, { readonly: true, fileMustExist: true });
  try {
    createPrivateFile(to);
    copyInto(connection, to);
  } finally {
    connection.close();
  }
}

/** Copies a database into an empty file. */
function copyInto(connection: Sqlite.Database, to: string): void {
  try {
    connection.prepare("VACUUM INTO ?").run(to);
  } catch (reason) {
    rmSync(to, { force: true });
    throw reason;
  }
}

/** Where the layout of a database is, in this version and the first one. */
const METADATA_TABLES = ["service_metadata", "service_facts"];

/**
 * Checks that a file is an intact database of this service.
 * @throws Error that says what it is instead
 */
export function checkCopy(copy: string): void {
  if (!existsSync(copy)) throw new Error(`There is no copy at ${copy}.`);
  const connection = new Sqlite(copy, { readonly: true });
  try {
    const faults = connection.pragma("integrity_check(3)") as { integrity_check: string }[];
    const [first] = damageIn(faults.map(({ integrity_check: text }) => text));
    if (first !== undefined) throw new Error(`it is damaged: ${first}`);
    if (!hasLayout(connection)) throw new Error("it is not a database of this service");
  } catch (reason) {
    throw new Error(`${copy} cannot be restored: ${(reason as Error).message}.`);
  } finally {
    connection.close();
  }
}

function hasLayout(connection: Sqlite.Database): boolean {
  const tables = connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all() as string[];
  return METADATA_TABLES.filter((table) => tables.includes(table)).some(
    (table) => connection.prepare(`SELECT 1 FROM ${table} WHERE name = ?`).get(LAYOUT) !== undefined,
  );
}
