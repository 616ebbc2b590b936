/** Proves that only their owner may read the files that contain a registry, whatever the umask (§11). */
import assert from "node:assert/strict";
import { chmodSync, copyFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { runCommand } from "./support/commands/run-command.ts";
import { serve } from "./support/http/serve.ts";
import { createDatabaseFile } from "./support/store/databases.ts";

/** The permissions of each file in a folder. */
function modesIn(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]),
  );
}

/** Asserts that only the owner may read the files of a folder. @param names those that must be among them */
function assertPrivate(folder: string, names: readonly (string | RegExp)[]): void {
  const modes = modesIn(folder);
  assert.deepEqual(
    Object.entries(modes).filter(([, mode]) => mode !== "600"),
    [],
  );
  for (const name of names)
    assert.ok(
      Object.keys(modes).some((each) => (typeof name === "string" ? each === name : name.test(each))),
      `${name} is not among ${Object.keys(modes)}`,
    );
}

const FILES = ["test.db", "test.db-wal", "test.db-shm"];

test("§11: the database, its log, copies, dumps and what a restore sets aside are for their owner only", async (t) => {
  await using database = createDatabaseFile();
  const folder = dirname(database.url.slice("sqlite:".length));
  const at = (name: string): string => join(folder, name);
  // Without it, everybody may read and write what a program creates.
  const umask = process.umask(0o000);
  t.after(() => process.umask(umask));
  const run = async (url: string, ...args: string[]): Promise<void> => {
    process.env.DATABASE_URL = url;
    const { code, err } = await runCommand(args[0] === "dump" ? first : undefined, ...args);
    assert.equal(code, 0, err);
  };

  await using first = await serve(undefined, { DATABASE_URL: database.url });
  await first.put("/api/missions/m", { name: "M" });
  await run(database.url, "backup", at("copy.db"));
  await run(database.url, "dump", "-o", at("dump.ndjson"));
  assertPrivate(folder, [...FILES, "copy.db", "dump.ndjson"]);

  // As an earlier version created them, and left them behind when it was killed.
  for (const name of FILES) {
    copyFileSync(at(name), at(`killed-${name}`));
    chmodSync(at(`killed-${name}`), 0o644);
  }
  await run(`sqlite:${at("killed-test.db")}`, "restore", at("copy.db"));
  assertPrivate(folder, ["killed-test.db", /^killed-test\.db\.before-[^-]*$/, /^killed-test\.db\.before-.*-wal$/]);

  chmodSync(at("test.db"), 0o664);
  const second = await serve(undefined, { DATABASE_URL: database.url });
  assertPrivate(folder, FILES);
  await second.stop();
});
