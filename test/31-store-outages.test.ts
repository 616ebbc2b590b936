/** Proves what happens while nothing can be written: the cause is logged once, /readyz says it, and all returns by itself. */

import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import pino from "pino";
import { bootstrap } from "../engine/app/bootstrap.ts";
import { readConfig } from "../engine/app/config.ts";
import { startService } from "../engine/app/service.ts";
import { Outage } from "../engine/runtime/outage.ts";
import { isLong } from "./support/campaign.ts";
import { domain } from "./support/domain/space/index.ts";
import { spaceMissions } from "./support/domain/space/registry.ts";
import { ADMIN_KEY, type Body, IDLE, TestClock } from "./support/http/serve.ts";
import { createDatabaseFile } from "./support/store/databases.ts";
import { injectSqliteFaults } from "./support/store/injected-faults.ts";

let code = "";
const faults = injectSqliteFaults(() => code);

/** A service whose log a test reads, and requests to it. */
async function start(t: TestContext) {
  const database = createDatabaseFile();
  const lines: Body[] = [];
  const logger = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
  const config = readConfig(
    {
      ...{ DATABASE_URL: database.url, ADMIN_API_KEY: ADMIN_KEY, DATASET: "none", RATE_LIMIT: "off" },
      SLOW_REQUEST_MS: "3600000",
    },
    spaceMissions,
  );
  const clock = new TestClock();
  const registry = await bootstrap(domain, config, clock, logger);
  const { app, stop } = await startService(registry, config, clock, logger, { load: IDLE });
  t.after(async () => {
    faults.disarm();
    await stop();
    await database.remove();
  });
  const send = async (method: "GET" | "PUT", url: string, payload?: object) => {
    const headers = { authorization: `Bearer ${ADMIN_KEY}`, host: "localhost" };
    const response = await app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
    const isRetried = response.headers["retry-after"] !== undefined;
    return { status: response.statusCode, body: response.json<Body>(), isRetried };
  };
  const put = (id: string) => send("PUT", `/api/missions/${id}`, { name: id });
  return { get: (url: string) => send("GET", url), put, lines, file: database.url.slice("sqlite:".length) };
}

const UNDONE = "The database is currently not writable.";
const FULL = /^The disk of the database is full\. Nothing was changed\.$/;
/** SQLite may have written the transaction before the disk failed: who opens the file next may find it (§4.2). */
const UNKNOWN = /^The disk failed while the change was committed, so it is unknown whether it was saved\./;

for (const [failing, reason, problem, detail] of [
  ["SQLITE_FULL", "its disk is full", "insufficient-storage", FULL],
  ["SQLITE_READONLY", "its file is read-only", "unavailable", UNDONE],
  ["SQLITE_IOERR_WRITE", "its disk reports an error", "outcome-unknown", UNKNOWN],
  ["SQLITE_IOERR_SHMSIZE", "its disk reports an error", "outcome-unknown", UNKNOWN],
  ["SQLITE_BUSY", "it is locked by another process", "unavailable", UNDONE],
] as const)
  test(`§4.2, §10.2: while no commit succeeds (${failing}), the cause is logged once, and /readyz is 503 with it`, async (t) => {
    const { get, put, lines } = await start(t);
    assert.equal((await put("before")).status, 201);
    assert.equal((await get("/readyz")).status, 200);
    code = failing;
    faults.armFor((text) => text === "COMMIT");
    for (let at = 0; at < 20; at += 1) {
      const { status, body, isRetried } = await put(`m-${at}`);
      assert.deepEqual([status, body.type], [failing === "SQLITE_FULL" ? 507 : 503, `/problems/${problem}`]);
      assert.match(body.detail, new RegExp(detail));
      // The client has to look first, or repeat the request with its Idempotency-Key.
      assert.equal(isRetried, problem === "unavailable");
    }
    const ready = await get("/readyz");
    assert.deepEqual([ready.status, ready.body.detail], [503, `The database cannot be written: ${reason}.`]);
    assert.deepEqual([(await get("/livez")).status, (await get("/api/missions")).body.total_count], [200, 1]);
    faults.disarm();
    while ((await get("/readyz")).status !== 200) await setImmediate();
    assert.equal((await put("after")).status, 201);
    assert.equal((await get("/api/missions")).body.total_count, 2);
    const [began, ended] = lines;
    assert.deepEqual(
      [began.level, began.msg, ended.level, ended.msg, lines.length],
      [
        50,
        "the database is unavailable: requests that need it get 503, or 507 if its disk is full",
        30,
        "the database is available again",
        2,
      ],
    );
    assert.equal(began.reason, `the fault of a test (${failing})`);
    assert.ok(ended.failures >= 20);
  });

test("§10.2: a database that another process locks is written again as soon as it is unlocked; /readyz says that it is locked", {
  skip: !isLong && "takes as long as writes wait for the lock; it runs in test:long",
}, async (t) => {
  const { get, put, lines, file } = await start(t);
  const other = new Sqlite(file);
  t.after(() => other.close());
  other.exec("BEGIN IMMEDIATE");
  const [one, two] = await Promise.all([put("a"), put("b")]);
  assert.deepEqual([one.status, two.status], [503, 503]);
  assert.equal((await get("/readyz")).body.detail, "The database cannot be written: it is locked by another process.");
  assert.equal((await get("/api/missions")).body.total_count, 0);
  other.exec("ROLLBACK");
  assert.equal((await put("a")).status, 201);
  while ((await get("/readyz")).status !== 200) await setImmediate();
  assert.deepEqual(
    lines.map(({ level }) => level),
    [50, 30],
  );
});

test("§10.2: a statement that fails alone is no outage: /readyz stays 200", async (t) => {
  const { get, lines } = await start(t);
  code = "SQLITE_IOERR_READ";
  faults.armFor((text) => /FROM "?planets/.test(text));
  assert.equal((await get("/api/planets/mars")).status, 503);
  for (let at = 0; at < 50; at += 1) assert.equal((await get("/readyz")).status, 200);
  while (lines.length < 2) await setImmediate();
  assert.deepEqual([lines[0]!.failures, lines[1]!.failures], [undefined, 1]);
});

test("§10.2: an outage is one line when it begins and one when it ends, with the number of failures", () => {
  const lines: Body[] = [];
  const logger = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
  const outage = new Outage(logger, { began: "It is away.", ended: "It is back." });
  outage.succeeded();
  for (const reason of ["first", "second", "third"]) outage.failed(reason);
  outage.succeeded();
  outage.succeeded();
  outage.failed("again");
  assert.deepEqual(
    lines.map(({ level, msg, reason, failures }) => [level, msg, reason ?? failures]),
    [
      [40, "It is away.", "first"],
      [30, "It is back.", 3],
      [40, "It is away.", "again"],
    ],
  );
});
