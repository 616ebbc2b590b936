/** The built-in registry with its data, for the tests of documents and pages that show it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { loadDataset } from "../../../engine/app/data/dataset.ts";
import type { Declaration } from "../../../engine/declare/declaration.ts";
import { domain } from "../../../missions/resources/index.ts";
import { type Body, type Served, serve, serveForFile } from "../http/serve.ts";
import { atProcessEnd } from "../process-end.ts";
import { createDatabaseFile, isOnPostgres, type TestDatabase } from "../store/databases.ts";

/** The folder of the built-in data. */
export const DATA = fileURLToPath(new URL("../../../missions/data", import.meta.url));

/** The program that `npm start` runs, and the one that `npm run cli` runs. */
export const BUILT_IN_SERVER = fileURLToPath(new URL("../../../missions/server.ts", import.meta.url));
export const BUILT_IN_CLI = fileURLToPath(new URL("../../../missions/cli.ts", import.meta.url));

/** The records of one file; absent fields are null. */
export function recordsOf(resource: string): Body[] {
  return JSON.parse(readFileSync(join(DATA, `${resource}.json`), "utf8"));
}

/** Records by id. */
export function byId(records: readonly Body[]): Map<string, Body> {
  return new Map(records.map((record) => [record.id, record]));
}

/** A database with the data. They are loaded once a process; each service gets a copy. */
let loaded: TestDatabase | undefined;
atProcessEnd(async () => loaded?.remove());

async function loadFile(): Promise<TestDatabase> {
  const database = createDatabaseFile();
  await using served = await serve(domain, { DATABASE_URL: database.url });
  await loadDataset(served.store, DATA, () => {});
  return database;
}

/**
 * A service with the built-in data, until the end of the file.
 * @param settings as in the environment
 * @param declarations a registry that extends the built-in one
 */
export async function serveBuiltIn(
  settings: Record<string, string> = {},
  declarations: readonly Declaration[] = domain,
): Promise<Served> {
  if (declarations === domain && !isOnPostgres) return serveCopy(settings);
  const served = await serveForFile(declarations, settings);
  await loadDataset(served.store, DATA, () => {});
  return served;
}

async function serveCopy(settings: Record<string, string>): Promise<Served> {
  // Not a promise that files share: hooks that follow it would be those of the file that created it.
  loaded ??= await loadFile();
  const copy = createDatabaseFile(loaded);
  const served = await serveForFile(domain, { DATABASE_URL: copy.url, ...settings });
  after(copy.remove);
  return served;
}
