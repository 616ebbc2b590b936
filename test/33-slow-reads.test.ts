/** Proves what SQLite promises of slow reads, and how requests use them. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, mock, test } from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import sql from "sql-template-tag";
import type { Requester } from "../engine/runtime/fair-queue.ts";
import type { Database } from "../engine/store/database.ts";
import type { ListOptions } from "../engine/store/record-store.ts";
import { openSqlite } from "../engine/store/sqlite/database.ts";
import { ReaderPool } from "../engine/store/sqlite/reader-pool.ts";
import { slowReadContract } from "./33-slow-reads-contract.ts";
import { ADMIN_KEY, serve } from "./support/http/serve.ts";
import { runOutOfTime } from "./support/http/time-limit.ts";
import { isProblem } from "./support/store/store-client.ts";

const folder = mkdtempSync(join(tmpdir(), "space-missions-slow-"));
after(() => rmSync(folder, { recursive: true }));

const ENDLESS = sql`WITH RECURSIVE each(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM each) SELECT count(*) FROM each WHERE n & 255 <> 0 OR keep_reading()`;
let files = 0;

async function openDatabase(): Promise<Database> {
  files += 1;
  const database = openSqlite(join(folder, `${files}.db`));
  await database.exclusive((session) => session.run(sql`CREATE TABLE things (n INTEGER)`));
  return database;
}

describe("architecture, slow reads: SQLite", () => slowReadContract(openDatabase, ENDLESS));

test("§11.2: closing the database ends the slow reads that run", async () => {
  const database = await openDatabase();
  const read = database.slowReader({ client: "a" }).all(ENDLESS);
  const outcome = assert.rejects(read);
  await database.close();
  await outcome;
});

/** A program that closes pools whose threads have replied but were not heard yet. It has nothing else that keeps it running. */
function closingProgram(): string {
  const thread = join(folder, "replying-thread.mjs");
  writeFileSync(
    thread,
    `import { writeFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
parentPort.on("message", (request) => {
  if (request === "end") return parentPort.close();
  parentPort.postMessage({ value: [] });
  writeFileSync(workerData.path, "replied");
});`,
  );
  const program = join(folder, "closing-program.mjs");
  writeFileSync(
    program,
    `import { existsSync, rmSync } from "node:fs";
import { ReaderPool } from ${JSON.stringify(new URL("../engine/store/sqlite/reader-pool.ts", import.meta.url).href)};
const replied = ${JSON.stringify(join(folder, "replied"))};
const read = (pool) => pool.use((session) => session.all({ sql: "", values: [] }));
for (let round = 0; round < 10; round += 1) {
  const pool = new ReaderPool(replied, new URL(${JSON.stringify(pathToFileURL(thread))}));
  await read(pool);
  // It writes the file after the reply.
  while (!existsSync(replied));
  rmSync(replied);
  // Its reply may come too late to be heard.
  void read(pool).catch(() => {});
  while (!existsSync(replied));
  await pool.close();
}
console.log("closed");`,
  );
  return program;
}

test("§11.2: closing the database waits for the end of threads that have just replied", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [closingProgram()]);
  assert.equal(stdout, "closed\n");
});

/** A program that closes pools at the moments at which their threads load SQLite. It prints how many. */
function hastyProgram(): string {
  const loading = join(folder, "loading");
  const module = (name: string) => JSON.stringify(new URL(`../engine/store/sqlite/${name}`, import.meta.url).href);
  const thread = join(folder, "loading-thread.mjs");
  writeFileSync(
    thread,
    `import { writeFileSync } from "node:fs";
const { dlopen } = process;
process.dlopen = (...library) => {
  writeFileSync(${JSON.stringify(loading)}, "");
  dlopen.apply(process, library);
};
await import(${module("reader-thread.ts")});`,
  );
  const program = join(folder, "hasty-program.mjs");
  writeFileSync(
    program,
    `import { existsSync, rmSync } from "node:fs";
import { ReaderPool } from ${module("reader-pool.ts")};
import { openSqlite } from ${module("database.ts")};
const path = ${JSON.stringify(join(folder, "hasty.db"))};
const database = openSqlite(path);
let closed = 0;
for (; closed < 10; closed += 1) {
  const pool = new ReaderPool(path, new URL(${JSON.stringify(pathToFileURL(thread))}));
  void pool.use((session) => session.all({ sql: "SELECT 1", values: [] })).catch(() => {});
  // The moment passes while the event loop goes round, and with it the moments of loading.
  while (!existsSync(${JSON.stringify(loading)})) await new Promise(setImmediate);
  rmSync(${JSON.stringify(loading)});
  await pool.close();
}
await database.close();
console.log(closed);`,
  );
  return program;
}

test("§11.2: closing the database at once waits for threads that are still loading SQLite", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [hastyProgram()]);
  assert.equal(stdout, "10\n");
});

/** A thread that ends at its first requests, and answers the others. */
function unreliableThread(endings: number): URL {
  const file = join(folder, `thread-${endings}.mjs`);
  const source = `import { existsSync, writeFileSync } from "node:fs";
import { parentPort } from "node:worker_threads";
parentPort.on("message", (request) => {
  if (request === "end") return parentPort.close();
  for (let ending = 0; ending < ${endings}; ending += 1) {
    const done = ${JSON.stringify(file)} + ending;
    if (existsSync(done)) continue;
    writeFileSync(done, "");
    process.exit(1);
  }
  parentPort.postMessage({ value: [{ one: 1 }] });
});`;
  writeFileSync(file, source);
  return pathToFileURL(file);
}

test("§7.2: a read whose thread ends is repeated by another one; if that one ends too, it is 503", async (t) => {
  const one = sql`SELECT 1 AS one`;
  for (const endings of [1, 2, 3]) {
    const pool = new ReaderPool("", unreliableThread(endings));
    t.after(() => pool.close());
    const read = () => pool.use((session) => session.all(one));
    if (endings === 1) assert.deepEqual(await read(), [{ one: 1 }]);
    else await assert.rejects(read(), isProblem("unavailable"));
    assert.deepEqual(await read(), [{ one: 1 }], `${endings} endings`);
  }
});

test("§8.1: a client that leaves, and a time limit that passes, end the reads of a request", async (t) => {
  const served = await serve();
  t.after(served.stop);
  const started = Promise.withResolvers<Requester>();
  let requester = started;
  /** A list that is read until that is aborted. */
  mock.method(served.store, "list", (...[, , , options]: [unknown, unknown, unknown, ListOptions]) => {
    const { signal } = options.requester!;
    requester.resolve(options.requester!);
    return new Promise((_, reject) => signal!.addEventListener("abort", () => reject(signal!.reason)));
  });

  const request = get(`${served.url}/api/planets`).on("error", () => {});
  const { client, signal } = await started.promise;
  assert.equal(client, "127.0.0.1");
  request.destroy();
  await once(signal!, "abort");

  requester = Promise.withResolvers();
  const late = served.get("/api/planets", { credential: ADMIN_KEY });
  const authenticated = await requester.promise;
  assert.equal(authenticated.client, "admin");
  const { status, headers, body } = await runOutOfTime(served, late);
  assert.deepEqual([status, body.detail], [503, "The request took too long."]);
  assert.ok(headers.has("retry-after"));
  assert.ok(authenticated.signal!.aborted);
});
