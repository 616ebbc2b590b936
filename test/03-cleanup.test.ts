/** Proves that a test run that is killed leaves no process, folder or database behind, and that one that hangs is killed. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { runSql, skipWithoutPostgres } from "./support/store/databases.ts";

const skip = await skipWithoutPostgres();

/** Makes one of each, says where, and goes on forever. */
const RUN = `
import { startServer } from ${JSON.stringify(import.meta.resolve("./support/http/process.ts"))};
import { createDatabaseFile, createSchema } from ${JSON.stringify(import.meta.resolve("./support/store/databases.ts"))};
const [file, schema] = [createDatabaseFile(), await createSchema()];
const server = startServer({ after() {} }, { DATABASE_URL: schema.url, PORT: "0", DATASET: "none" });
await server.url;
console.log(JSON.stringify({ file: file.url, schema: schema.url, pid: server.process.pid }));
setInterval(() => {}, 1_000);
`;

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test("architecture, layout: a killed test run leaves no process, folder or database behind", { skip }, async (t) => {
  const run = spawn(process.execPath, ["--input-type=module-typescript", "--eval", RUN], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(() => run.kill("SIGKILL"));
  const [line] = await once(createInterface(run.stdout), "line");
  const { file, schema, pid } = JSON.parse(line) as { file: string; schema: string; pid: number };
  const folder = dirname(file.slice("sqlite:".length));
  const name = new URL(schema).pathname.slice(1);
  const count = async () => (await runSql(`SELECT 1 FROM pg_database WHERE datname = '${name}'`)).rowCount;
  assert.deepEqual([existsSync(folder), isRunning(pid), await count()], [true, true, 1]);
  run.kill("SIGKILL");
  while (existsSync(folder) || isRunning(pid) || ((await count()) ?? 0) > 0) await setImmediate();
});

/** A run whose second file never ends, and leaves its thread no chance to hear a signal. */
const HANGING_RUN = `
import { Watchdog } from ${JSON.stringify(import.meta.resolve("./support/watchdog.ts"))};
const watchdog = new Watchdog();
watchdog.begin("first.test.ts", 600_000);
watchdog.begin("hanging.test.ts", 0);
for (;;);
`;

test("architecture, layout: a test file that hangs is killed and named", async () => {
  const run = spawn(process.execPath, ["--input-type=module-typescript", "--eval", HANGING_RUN]);
  const [said, [code, signal]] = await Promise.all([text(run.stderr), once(run, "close")]);
  assert.equal(said, "hanging.test.ts did not end within 0 minutes; its process was killed.\n");
  assert.deepEqual([code, signal], [null, "SIGKILL"]);
});
