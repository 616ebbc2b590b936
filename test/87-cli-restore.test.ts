/** Proves `npm run cli -- restore`: what it refuses, what it sets aside, what it says (§11). */
import assert from "node:assert/strict";
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { after, test } from "node:test";
import Sqlite from "better-sqlite3";
import { restoreRegistry } from "../engine/app/restore.ts";
import { systemClock } from "../engine/runtime/clock.ts";
import { copySqlite } from "../engine/store/sqlite/copy.ts";
import { runCommand } from "./support/commands/run-command.ts";
import { spaceMissions } from "./support/domain/space/registry.ts";
import { startServer } from "./support/http/process.ts";
import { ADMIN_KEY, type Body, serve } from "./support/http/serve.ts";
import { createDatabaseFile, createSchema, skipWithoutPostgres } from "./support/store/databases.ts";

const database = createDatabaseFile();
const file = database.url.slice("sqlite:".length);
const folder = dirname(file);
after(database.remove);
const at = (name: string): string => join(folder, name);
const settings = { DATABASE_URL: database.url };
/** Runs the command on a database. */
function restoreAt(url: string, ...args: string[]) {
  process.env.DATABASE_URL = url;
  return runCommand(undefined, "restore", ...args);
}
const restore = (...args: string[]) => restoreAt(database.url, ...args);

const headers = { authorization: `Bearer ${ADMIN_KEY}`, "content-type": "application/json" };
const put = (url: string, name: string) =>
  fetch(`${url}/api/missions/m`, { method: "PUT", headers, body: JSON.stringify({ name }) });

test("§11: restore refuses a database that an idle service uses, and sets all of a killed one aside", async (t) => {
  const service = startServer(t, { ...settings, ADMIN_API_KEY: ADMIN_KEY, DATASET: "none", PORT: "0" });
  const url = await service.url;
  await put(url, "Copied");
  copySqlite(file, at("copy.db"));
  await put(url, "Later");
  const refused = await restore(at("copy.db"));
  assert.deepEqual(
    [refused.code, refused.out, refused.err],
    [1, "", `error: ${file} is in use. Stop the service, then try again.\n`],
  );
  service.process.kill("SIGKILL");
  await service.ended;
  const files = ["", "-wal", "-shm"];
  const contents = files.map((suffix) => readFileSync(file + suffix));
  const { code, out, err } = await restore(at("copy.db"));
  assert.deepEqual([code, out], [0, ""], err);
  const [, aside = ""] = /The former database is (\S+)\.\n/.exec(err) ?? [];
  assert.match(basename(aside), /^test\.db\.before-\d{8}T\d{6}\.\d{3}Z$/);
  for (const [index, suffix] of ["", "-wal"].entries())
    assert.ok(readFileSync(aside + suffix).equals(contents[index]!), `${suffix} is as it was`);
  assert.ok(existsSync(`${aside}-shm`));
  const second = await serve(undefined, settings);
  assert.equal((await second.get("/api/missions/m")).body.name, "Copied");
  await second.stop();
  const former = await serve(undefined, { DATABASE_URL: `sqlite:${aside}` });
  assert.equal((await former.get("/api/missions/m")).body.name, "Later");
  await former.stop();
});

test("docs/cli.md, restore: to a path without a database, it says that there was none", async () => {
  const { code, err } = await restoreAt(`sqlite:${at("new.db")}`, at("copy.db"));
  assert.equal(code, 0, err);
  assert.match(err, /^There was no former database: new events get ids /);
});

/** Makes a copy of the copy with a fault. */
function spoil(name: string, change: (connection: Sqlite.Database) => void): string {
  copyFileSync(at("copy.db"), at(name));
  const connection = new Sqlite(at(name));
  connection.unsafeMode();
  change(connection);
  connection.close();
  return at(name);
}

/** Overwrites the page of a table. */
function corrupt(name: string): string {
  const connection = new Sqlite(at("copy.db"), { readonly: true });
  const page = connection.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'missions'").pluck().get() as number;
  connection.close();
  const bytes = readFileSync(at("copy.db"));
  bytes.fill(0x7f, 4_096 * (page - 1) + 100, 4_096 * page);
  writeFileSync(at(name), bytes);
  return at(name);
}

const REFUSED: [what: string, copy: () => string, message: RegExp][] = [
  ["a copy with a damaged page", () => corrupt("corrupt.db"), /corrupt\.db cannot be restored: .*malformed/],
  [
    "a copy that fails the integrity check",
    () =>
      spoil("unsound.db", (connection) =>
        // An index loses its rows.
        connection.exec(
          `PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'moons_by_id') WHERE name = 'missions_by_id'`,
        ),
      ),
    /unsound\.db cannot be restored: it is damaged: /,
  ],
  [
    "a copy of a later version",
    () =>
      spoil("newer.db", (connection) =>
        connection.exec(`UPDATE service_metadata SET value = '{"version":"99.0.0","tables":{}}' WHERE name = 'layout'`),
      ),
    /belongs to version 99\.0\.0/,
  ],
  [
    "a database of another program",
    () => {
      new Sqlite(at("foreign.db")).exec("CREATE TABLE notes (text TEXT)").close();
      return at("foreign.db");
    },
    /foreign\.db cannot be restored: it is not a database of this service\./,
  ],
  [
    "a file that is no database",
    () => {
      writeFileSync(at("text.db"), "Some text. ".repeat(100));
      return at("text.db");
    },
    /text\.db cannot be restored: file is not a database\./,
  ],
  ["a copy that does not exist", () => at("nothing.db"), /There is no copy at .*nothing\.db/],
  ["the database itself", () => file, /is the database itself, not a copy/],
];

for (const [what, copy, message] of REFUSED) {
  test(`§11: restore refuses ${what}, and changes nothing`, async () => {
    const path = copy();
    const before = readdirSync(folder).sort();
    const content = readFileSync(file);
    await assert.rejects(restoreRegistry(spaceMissions, file, path, systemClock), message);
    assert.deepEqual(readdirSync(folder).sort(), before);
    assert.ok(readFileSync(file).equals(content));
  });
}

test("§11: a second restore at the same time is refused, and so is a start", async (t) => {
  const journal = new Sqlite(`${file}.restore`, { timeout: 0 });
  t.after(() => {
    journal.close();
    rmSync(`${file}.restore`);
  });
  journal.exec("BEGIN EXCLUSIVE");
  await assert.rejects(
    restoreRegistry(spaceMissions, file, at("copy.db"), systemClock),
    /Another restore of .* is running\./,
  );
  await assert.rejects(serve(undefined, settings), /a restore is running, or was interrupted/);
});

test("§11: restore needs a copy, or --already-restored, not both", async () => {
  for (const args of [[], [at("copy.db"), "--already-restored"]]) {
    const { code, err } = await restore(...args);
    assert.equal(code, 2, args.join(" "));
    assert.match(err, /^error: [^\n]+\n$/);
  }
});

test("§11: for PostgreSQL, restore prints what to run, and continues a database that was restored so", {
  skip: await skipWithoutPostgres(),
}, async (t) => {
  const schema = await createSchema();
  t.after(schema.remove);
  const served = await serve(undefined, { DATABASE_URL: schema.url });
  const made = await served.put("/api/missions/m", { name: "M" });
  await served.stop();
  const { code, out, err } = await restoreAt(schema.url, at("copy.db"));
  assert.deepEqual([code, out], [1, ""]);
  for (const words of ["pg_restore", "--already-restored --previous"]) assert.ok(err.includes(words), err);
  const continued = await restoreAt(schema.url, "--already-restored");
  assert.equal(continued.code, 0, continued.err);
  assert.match(continued.err, /new events get ids far above/);
  const again = await restoreAt(schema.url, "--already-restored", "--previous", schema.url);
  assert.deepEqual([again.code, /ids far above/.test(again.err)], [0, false], again.err);
  const second = await serve(undefined, { DATABASE_URL: schema.url });
  const tags: Body[] = [made.headers.get("etag"), (await second.get("/api/missions/m")).headers.get("etag")];
  assert.notEqual(tags[0], tags[1]);
  await second.stop();
});
