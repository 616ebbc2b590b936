/** Proves that faults of PostgreSQL are temporary: 503 with Retry-After or an invisible retry, then normal service. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import pg from "pg";
import { createKey } from "./support/http/api-keys.ts";
import { fetchMetrics } from "./support/http/metrics.ts";
import { startServer } from "./support/http/process.ts";
import { openConnection } from "./support/http/raw-http.ts";
import { type HttpResponse, type Served, serve } from "./support/http/serve.ts";
import { runOutOfTime } from "./support/http/time-limit.ts";
import {
  createSchema,
  createServerDatabase,
  POSTGRES,
  runSql,
  skipWithoutPostgres,
} from "./support/store/databases.ts";

const skip = await skipWithoutPostgres();

interface Scene {
  readonly served: Served;
  /** Another client's session in the same schema. */
  readonly other: pg.Client;
  readonly name: string;
}

/** @param parameters of the URL, as `&name=value` */
async function fixtures(t: TestContext, settings: Record<string, string> = {}, parameters = ""): Promise<Scene> {
  const database = await createSchema();
  const name = `faults-${database.url.slice(-8)}`;
  const url = `${database.url}${parameters}&application_name=${name}`;
  const served = await serve(undefined, { ...settings, DATABASE_URL: url });
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  t.after(async () => {
    await other.end();
    await served.stop();
    await database.remove();
  });
  return { served, other, name };
}

function isAway({ status, headers, body }: HttpResponse): void {
  assert.equal(status, 503, JSON.stringify(body));
  assert.equal(body.type, "/problems/unavailable");
  assert.match(headers.get("retry-after")!, /^\d+$/);
}

test("§7.2: connections killed under load: acknowledged writes are stored, there is no 500, and the service recovers by itself", {
  skip,
}, async (t) => {
  const { served, other, name } = await fixtures(t);
  const kill = () =>
    other.query("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = $1", [name]);
  const made: string[] = [];
  const statuses = new Map<number, number>();
  let going = true;
  const lane = async (lane: number) => {
    for (let at = 0; going; at += 1) {
      const id = `m-${lane}-${at}`;
      const answer = await (at % 2 === 0
        ? served.put(`/api/missions/${id}`, { name: id })
        : served.get("/api/missions?sort=name"));
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.status === 503) isAway(answer);
      else assert.ok(answer.status < 300, `${answer.status} ${answer.text}`);
      if (answer.status === 201) made.push(id);
    }
  };
  const lanes = Promise.all(Array.from({ length: 8 }, (_, each) => lane(each)));
  for (let kills = 0; kills < 12; ) {
    const before = made.length;
    while (made.length < before + 10) await served.get("/api/planets");
    await kill();
    kills += 1;
  }
  going = false;
  await lanes;
  t.diagnostic(JSON.stringify(Object.fromEntries(statuses)));
  for (const id of made) assert.equal((await served.get(`/api/missions/${id}`)).status, 200, id);
  const { body } = await served.get("/api/missions?limit=1");
  const rows = await other.query("SELECT count(*)::int AS total FROM missions");
  assert.equal(body.total_count, rows.rows[0].total);
});

test("§7.2: connections killed while idle: the next request succeeds", { skip }, async (t) => {
  const { served, other, name } = await fixtures(t);
  await served.put("/api/missions/m", { name: "Before" });
  await other.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1", [name]);
  const answers = await Promise.all([served.get("/api/missions/m"), served.put("/api/missions/m", { name: "After" })]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  );
});

test("§7.2: a statement that takes too long, or an exhausted pool, is 503 in time; then service is normal", {
  skip,
}, async (t) => {
  const { served, other } = await fixtures(t, { HANDLER_TIMEOUT: "1", DATABASE_CONNECTIONS: "2" });
  await served.put("/api/missions/m", { name: "Locked" });
  await other.query("BEGIN; LOCK TABLE missions IN ACCESS EXCLUSIVE MODE");
  const reads = Promise.all(
    Array.from({ length: 8 }, (_, at) => served.get(`/api/missions/${at % 2 ? "m" : "n"}?fields=name`)),
  );
  (await runOutOfTime(served, reads)).forEach(isAway);
  isAway(await runOutOfTime(served, served.put("/api/missions/m", { name: "Later" })));
  await other.query("ROLLBACK");
  assert.equal((await served.get("/api/missions/m")).body.name, "Locked");
  assert.equal((await served.put("/api/missions/m", { name: "Later" })).status, 200);
});

test("§7.2: while another process holds the writers' lock, writes are 503 and rolled back, reads work", {
  skip,
}, async (t) => {
  const { served, other } = await fixtures(t, { HANDLER_TIMEOUT: "1" });
  await other.query("SELECT pg_advisory_lock(hashtextextended('space-missions ' || current_schema(), 0))");
  isAway(await runOutOfTime(served, served.put("/api/missions/m", { name: "Stuck" })));
  assert.equal((await served.get("/api/missions")).body.total_count, 0);
  await other.query("SELECT pg_advisory_unlock_all()");
  assert.equal((await served.put("/api/missions/m", { name: "Free" })).status, 201);
});

/** A service on its own database, whose settings a test changes as a failover does: all connections break. */
async function onDatabase(t: TestContext): Promise<{ served: Served; become: (change: string) => Promise<void> }> {
  const { name: database, url, remove } = await createServerDatabase();
  const served = await serve(undefined, { DATABASE_URL: url });
  t.after(async () => {
    await served.stop();
    await remove();
  });
  const become = async (change: string) => {
    await runSql(`ALTER DATABASE ${database} ${change}`);
    await runSql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`);
  };
  return { served, become };
}

test("§7.2: a database that refuses connections: 503, until it accepts them", { skip }, async (t) => {
  const { served, become } = await onDatabase(t);
  assert.equal((await served.put("/api/missions/m", { name: "Before" })).status, 201);
  await become("ALLOW_CONNECTIONS false");
  for (const path of ["/api/missions/m", "/api/missions", "/readyz"]) isAway(await served.get(path));
  isAway(await served.put("/api/missions/m", { name: "Refused" }));
  await become("ALLOW_CONNECTIONS true");
  assert.equal((await served.get("/api/missions/m")).body.name, "Before");
  assert.equal((await served.put("/api/missions/m", { name: "Taken" })).status, 200);
});

test("§7.2: a primary that became read-only: reads work, writes are 503 until it accepts them", {
  skip,
}, async (t) => {
  const { served, become } = await onDatabase(t);
  assert.equal((await served.put("/api/missions/m", { name: "Before" })).status, 201);
  const { secret: credential } = await createKey(served, ["missions:read"]);
  await become("SET default_transaction_read_only = on");
  isAway(await served.put("/api/missions/n", { name: "Refused" }));
  assert.equal((await served.get("/api/missions")).body.total_count, 1);
  // The use of the key cannot be recorded: that is tried once a minute, not with each request.
  const failures = async () => (await fetchMetrics(served)).value("database_errors_total");
  while ((await failures()) < 2) assert.equal((await served.get("/api/missions", { credential })).status, 200);
  for (let at = 0; at < 10; at += 1) await served.get("/api/missions", { credential });
  isAway(await served.put("/api/missions/n", { name: "Refused" }));
  assert.equal(await failures(), 3);
  await become("SET default_transaction_read_only = off");
  assert.equal((await served.put("/api/missions/n", { name: "Taken" })).status, 201);
});

for (const [what, state] of [
  ["serialization failures", "serialization_failure"],
  ["deadlocks", "deadlock_detected"],
  // Servers know this name from version 17 on.
  ["time-outs of transactions", "SQLSTATE '25P04'"],
] as const) {
  test(`§7.2: ${what} are retried invisibly, and are 503 if they persist`, { skip }, async (t) => {
    const { served, other } = await fixtures(t);
    await other.query("CREATE SEQUENCE tries");
    // A sequence is not rolled back.
    await other.query(
      `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN IF nextval('tries') % 3 <> 0 THEN RAISE ${state}; END IF; RETURN NEW; END $$`,
    );
    await other.query("CREATE TRIGGER fail BEFORE INSERT ON missions FOR EACH ROW EXECUTE FUNCTION fail()");
    const answers = [];
    for (let at = 0; at < 3; at += 1) answers.push(await served.put(`/api/missions/m-${at}`, { name: "Again" }));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201, 201],
    );
    await other.query(
      `CREATE OR REPLACE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE ${state}; END $$`,
    );
    isAway(await served.put("/api/missions/never", { name: "Never" }));
    assert.equal((await served.get("/api/missions")).body.total_count, 3);
  });
}

test("§7.2: of writes at once, an error of the database fails only the one that it is about", { skip }, async (t) => {
  const { served, other } = await fixtures(t);
  await other.query(
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN IF NEW.id = 'refused' THEN RAISE 'Refused.'; END IF; RETURN NEW; END $$`,
  );
  await other.query("CREATE TRIGGER refuse BEFORE INSERT ON missions FOR EACH ROW EXECUTE FUNCTION refuse()");
  const ids = ["a", "b", "c", "refused", "d", "e"];
  const answers = await Promise.all(ids.map((id) => served.put(`/api/missions/${id}`, { name: id })));
  assert.deepEqual(
    answers.map(({ status }) => status),
    ids.map((id) => (id === "refused" ? 500 : 201)),
  );
  const { body } = await served.get("/api/missions?sort=id");
  assert.deepEqual(
    [body.total_count, body.missions.map(({ id }: { id: string }) => id)],
    [5, ["a", "b", "c", "d", "e"]],
  );
});

test("§7.2: a write in a deadlock with another transaction is executed after it", { skip }, async (t) => {
  const { served, other } = await fixtures(t, {}, "%20-c%20deadlock_timeout%3D50ms");
  await served.put("/api/missions/m", { name: "Before" });
  await other.query("SET deadlock_timeout = '1min'");
  await other.query("BEGIN; UPDATE missions SET name = 'Theirs'");
  const write = served.patch("/api/missions/m", { name: "Ours" });
  const theirs = other.query(
    "SELECT pg_advisory_xact_lock(hashtextextended('space-missions ' || current_schema(), 0))",
  );
  await theirs;
  await other.query("COMMIT");
  assert.equal((await write).status, 200);
  assert.equal((await served.get("/api/missions/m")).body.name, "Ours");
});

test("§11.2: a start without a database ends with one line", { skip }, async () => {
  const away = POSTGRES.replace(/:\d+\//, ":1/");
  await assert.rejects(serve(undefined, { DATABASE_URL: away }), (error: Error) => {
    assert.match(error.message, /^DATABASE_URL: cannot connect to PostgreSQL \([^\n]*ECONNREFUSED[^\n]*\)\.$/);
    return true;
  });
});

test("§11.2: a stop waits for a request whose client left, before it closes the database", {
  skip,
}, async (t) => {
  const database = await createSchema();
  const other = new pg.Client({ connectionString: database.url });
  t.after(async () => {
    await other.end();
    await database.remove();
  });
  const ADMIN_API_KEY = "an-admin-key-0123456";
  const command = startServer(t, { DATABASE_URL: database.url, PORT: "0", DATASET: "none", ADMIN_API_KEY });
  const url = await command.url;
  const headers = { authorization: `Bearer ${ADMIN_API_KEY}`, "content-type": "application/json" };
  // A list with items is read in several steps.
  await fetch(`${url}/api/missions`, { method: "POST", headers, body: '{"name":"Voyager 1"}' });
  await other.connect();
  await other.query("BEGIN; LOCK TABLE missions IN ACCESS EXCLUSIVE MODE");
  // More than there are connections to the database: some requests wait for one.
  const callers = await Promise.all(Array.from({ length: 12 }, () => openConnection(url)));
  for (const [at, caller] of callers.entries())
    caller.write(`GET /api/missions?status=planned&limit=${at + 1} HTTP/1.1\r\nHost: test\r\n\r\n`);
  const waiting = "SELECT 1 FROM pg_locks WHERE relation = 'missions'::regclass AND NOT granted";
  while ((await other.query(waiting)).rowCount === 0);
  for (const caller of callers) caller.end();
  await Promise.all(callers.map((caller) => caller.closed()));
  command.process.kill("SIGTERM");
  const isReady = () =>
    fetch(`${url}/api`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (await isReady());
  await other.query("COMMIT");
  assert.equal(await command.ended, 0);
  assert.deepEqual(command.news(), []);
});
