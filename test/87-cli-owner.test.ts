/** Proves that commands on a SQLite database run as the user of the service only: it could not open what others leave there (§11.2). */
import assert from "node:assert/strict";
import { chmodSync, chownSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { CLI, runCli, runProgram } from "./support/http/process.ts";

/** A user that is not the one who runs the tests. */
const SERVICE_USER = 54_321;
const skip = process.geteuid?.() === 0 ? false : "only root can give files to another user";
const folder = mkdtempSync(join(tmpdir(), "space-missions-owner-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const backup = join(folder, "backup.db");

/** Creates a folder of the service's user, with a mode. Returns the path of the database in it. */
function folderOfService(name: string, mode: number): string {
  const path = join(folder, name);
  mkdirSync(path);
  chownSync(path, SERVICE_USER, SERVICE_USER);
  chmodSync(path, mode);
  return join(path, "space-missions.db");
}

/** Expects that the command is refused, names the user to run it as, and leaves no new file. */
async function assertRefused(database: string, ...given: string[]): Promise<void> {
  const before = readdirSync(join(database, ".."));
  const { code, out, err } = await runCli({ DATABASE_URL: `sqlite:${database}` }, ...given);
  assert.deepEqual([code, out], [1, ""], given.join(" "));
  assert.match(err, /^error: [^\n]* belongs to user 54321, and this command runs as user 0: [^\n]*\n$/);
  assert.match(err, /sudo --user='#54321'/);
  assert.deepEqual(readdirSync(join(database, "..")), before, given.join(" "));
}

test("§11.2: commands on a database that belongs to another user are refused, and say whom to run them as", {
  skip,
}, async () => {
  const made = await runCli({ DATABASE_URL: `sqlite:${backup}` }, "keys", "create", "--name", "n", "--scope", "admin");
  assert.equal(made.code, 0, made.err);
  const database = folderOfService("owned", 0o700);
  copyFileSync(backup, database);
  chownSync(database, SERVICE_USER, SERVICE_USER);
  await assertRefused(database, "restore", backup);
  await assertRefused(database, "backup", `${backup}.copy`);
  await assertRefused(database, "keys", "list");
});

test("§11.2: so is a restore into an empty folder of the service; a folder that others may write to has no such owner", {
  skip,
}, async () => {
  await assertRefused(folderOfService("empty", 0o755), "restore", backup);
  const shared = await runCli({ DATABASE_URL: `sqlite:${folderOfService("shared", 0o1777)}` }, "restore", backup);
  assert.equal(shared.code, 0, shared.err);
});

test("§11.2: a folder of the service that a user may not look into is named, with its owner; doctor does not blame DATABASE_URL", {
  skip,
}, async () => {
  const settings = { DATABASE_URL: `sqlite:${folderOfService("closed", 0o700)}` };
  // Root may look into any folder; without that right, into those that any user may.
  const within = ["setpriv", "--bounding-set=-dac_override,-dac_read_search", process.execPath, CLI] as const;
  const restored = await runProgram({ command: [...within, "restore", backup] }, settings);
  const message = `${join(folder, "closed")} belongs to user 54321, and this command runs as user 0: it may not look into that folder. Run it as the user of the service: sudo --user='#54321' …`;
  assert.deepEqual([restored.code, restored.err], [1, `error: ${message}\n`]);
  const nothing = ["doctor", "--json", "--url", "http://127.0.0.1:9"];
  const examined = await runProgram({ command: [...within, ...nothing] }, settings);
  const { checks } = JSON.parse(examined.out);
  const [database] = checks.filter(({ check }: { check: string }) => check === "database");
  assert.deepEqual(database, {
    ...{ check: "database", status: "failed", finding: message },
    remedy: "Run `doctor` as the user of the service.",
  });
});
