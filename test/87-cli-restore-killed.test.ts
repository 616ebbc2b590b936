/** Proves that a restore which is killed at any step leaves everything there is, and that the next one finishes it (§11). */
import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import Sqlite from "better-sqlite3";
import { copySqlite } from "../engine/store/sqlite/copy.ts";
import { sampleOf } from "./support/campaign.ts";
import { runCommand } from "./support/commands/run-command.ts";
import { runCli } from "./support/http/process.ts";
import { serve } from "./support/http/serve.ts";
import { createDatabaseFile } from "./support/store/databases.ts";

const KILL_AT = new URL("support/kill-at.ts", import.meta.url).href;
/** The calls that move files or wait for the disk; the last one does not happen. */
const STEPS = Array.from({ length: 10 }, (_, index) => index + 1);
const SUFFIXES = ["", "-wal", "-shm"];

const database = createDatabaseFile();
const file = database.url.slice("sqlite:".length);
const folder = dirname(file);

/** The name of the mission in a database file. */
function nameIn(path: string): string {
  const connection = new Sqlite(path, { readonly: true });
  const name = connection.prepare("SELECT name FROM missions").pluck().get() as string;
  connection.close();
  return name;
}

const served = await serve(undefined, { DATABASE_URL: database.url });
await served.put("/api/missions/m", { name: "Copied" });
copySqlite(file, join(folder, "copy.db"));
await served.put("/api/missions/m", { name: "Later" });
/** What a service that was killed leaves behind: the latest commits are in the log. */
for (const suffix of SUFFIXES) copyFileSync(file + suffix, join(folder, `killed.db${suffix}`));
await served.stop();

for (const step of sampleOf(STEPS, 5, 3)) {
  test(`§11: a restore that is killed before step ${step} is finished by the next one`, async () => {
    const own = join(folder, `step-${step}`);
    mkdirSync(own);
    const path = join(own, "test.db");
    for (const suffix of SUFFIXES) copyFileSync(join(folder, `killed.db${suffix}`), path + suffix);
    const settings = { DATABASE_URL: `sqlite:${path}` };
    const command = ["restore", join(folder, "copy.db")];
    const kill = { NODE_OPTIONS: `--import=${KILL_AT}`, KILL_AT: String(step) };
    const killed = await runCli({ ...settings, ...kill }, ...command);
    assert.equal(killed.code, step === STEPS.length ? 0 : null, killed.err);
    if (step < STEPS.length) {
      await assert.rejects(
        serve(undefined, settings),
        /a restore is running, or was interrupted: run the restore command/,
      );
      process.env.DATABASE_URL = settings.DATABASE_URL;
      const { code, err } = await runCommand(undefined, ...command);
      assert.equal(code, 0, err);
    }
    const asides = readdirSync(own).filter((name) => /\.before-[\dTZ.]+$/.test(name));
    assert.equal(asides.length, 1);
    assert.equal(nameIn(join(own, asides[0]!)), "Later", "nothing of the former database is lost");
    const second = await serve(undefined, settings);
    assert.equal((await second.get("/api/missions/m")).body.name, "Copied");
    await second.stop();
    const left = readdirSync(own).filter((name) => !/^test\.db(?:\.before-[\dTZ.]+)?(?:-wal|-shm)?$/.test(name));
    assert.deepEqual(left, []);
  });
}

test("§11: the temporary files of these tests are removed", () => database.remove());
