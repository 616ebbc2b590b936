/** Proves that a database file that cannot be used ends the start with one line, and that searches can be repaired as documented. */

import assert from "node:assert/strict";
import { chmodSync, chownSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import Sqlite from "better-sqlite3";
import { bootstrap } from "../engine/app/bootstrap.ts";
import { readConfig } from "../engine/app/config.ts";
import { SettingError } from "../engine/app/setting-values.ts";
import { systemClock } from "../engine/runtime/clock.ts";
import { domain } from "./support/domain/space/index.ts";
import { spaceMissions } from "./support/domain/space/registry.ts";
import { startServer } from "./support/http/process.ts";
import { ADMIN_KEY, serve } from "./support/http/serve.ts";
import { createDatabaseFile } from "./support/store/databases.ts";

/** A database file with one mission. */
async function createFile(t: TestContext): Promise<{ url: string; file: string }> {
  const { url, remove } = createDatabaseFile();
  t.after(remove);
  const served = await serve(undefined, { DATABASE_URL: url });
  await served.put("/api/missions/m", { name: "Findable" });
  await served.stop();
  return { url, file: url.slice("sqlite:".length) };
}

/** Overwrites the pages of the tables whose names match. */
function damage(file: string, names: string): void {
  const database = new Sqlite(file);
  const pages = database.prepare("SELECT pageno FROM dbstat WHERE name GLOB ?").pluck().all(names) as number[];
  const size = database.pragma("page_size", { simple: true }) as number;
  database.close();
  assert.notEqual(pages.length, 0);
  const bytes = readFileSync(file);
  for (const page of pages) bytes.fill(0xff, (page - 1) * size, page * size);
  writeFileSync(file, bytes);
}

/** What a start that fails prints on standard error. */
async function failedStart(t: TestContext, url: string): Promise<string> {
  const settings = { DATABASE_URL: url, DATASET: "none", PORT: "0", ADMIN_API_KEY: ADMIN_KEY };
  const command = startServer(t, settings);
  assert.equal(await command.ended, 1);
  return command.output().err;
}

test("§11: a damaged search index ends the start with one line; it is rebuilt as the documentation says", async (t) => {
  const { url, file } = await createFile(t);
  damage(file, "*_texts_*_config");
  const line = /^Cannot start: DATABASE_URL: the database is damaged: .*\(SQLITE_CORRUPT\w*\)\. See "Damage" in .*\n$/;
  assert.match(await failedStart(t, url), line);
  const [, repair] = /^sudo \S+ sqlite3 \S+ "([^"]+)"$/m.exec(readFileSync("docs/running.md", "utf8"))!;
  const database = new Sqlite(file);
  database.unsafeMode();
  database.exec(repair!);
  database.close();
  const served = await serve(undefined, { DATABASE_URL: url });
  t.after(served.stop);
  assert.equal((await served.get("/api/missions?search=findable")).body.total_count, 1);
});

test("§11: a file that is no database ends the start with one line", async (t) => {
  const { url, remove } = createDatabaseFile();
  t.after(remove);
  writeFileSync(url.slice("sqlite:".length), "These are no records of missions. ".repeat(200));
  assert.match(
    await failedStart(t, url),
    /^Cannot start: DATABASE_URL: cannot open \S+ as a SQLite database \(file is not a database\)\.\n$/,
  );
});

test("§11: a file that the service may not write ends the start with one line, even if its log can be written", async (t) => {
  const { url, file } = await createFile(t);
  // With it, the log and its index exist.
  const other = new Sqlite(file);
  t.after(() => other.close());
  other.exec("UPDATE service_metadata SET name = name");
  chmodSync(file, 0o444);
  const folder = dirname(file);
  const isRoot = process.geteuid!() === 0;
  // For the superuser, every file can be written.
  const user = isRoot ? 65_534 : process.geteuid!();
  for (const path of [folder, ...readdirSync(folder).map((name) => join(folder, name))]) chownSync(path, user, -1);
  const config = readConfig({ DATABASE_URL: url, ADMIN_API_KEY: ADMIN_KEY }, spaceMissions);
  if (isRoot) process.seteuid!(user);
  // The file is opened before this returns.
  const starting = bootstrap(domain, config, systemClock);
  if (isRoot) process.seteuid!(0);
  await assert.rejects(starting, (error: Error) => {
    assert.ok(error instanceof SettingError);
    assert.match(
      error.message,
      /^DATABASE_URL: cannot open \S+ as a SQLite database \(this user may not write the file\)\.$/,
    );
    return true;
  });
});
