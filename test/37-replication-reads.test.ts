/** Proves that lists read from a replica are correct: never outdated, no revoked key works, no failure when it stops. */
import assert from "node:assert/strict";
import { type AddressInfo, createServer } from "node:net";
import { after, before, beforeEach, describe, type TestContext, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import sql from "sql-template-tag";
import { openPostgres } from "../engine/store/postgres/database.ts";
import { campaignSize } from "./support/campaign.ts";
import { fetchMetrics, type Metrics } from "./support/http/metrics.ts";
import { type ServerProcess, startServer } from "./support/http/process.ts";
import { type HttpResponse, type Served, serve } from "./support/http/serve.ts";
import { runOutOfTime } from "./support/http/time-limit.ts";
import { PostgresServer, postgresBinaries } from "./support/store/postgres-server.ts";
import { isRequired } from "./support/store/required-servers.ts";

const skip =
  postgresBinaries() === undefined && !isRequired("postgres") && "no PostgreSQL binaries to make servers with";

const urlOf = (...servers: { port: number }[]): string =>
  `postgres://postgres@${servers.map(({ port }) => `127.0.0.1:${port}`).join(",")}/postgres`;

async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) await setImmediate();
}

/** Queries one value. */
async function queryValue(server: PostgresServer, expression: string): Promise<unknown> {
  return (await server.query(`SELECT ${expression} AS value`)).rows[0].value;
}

class Pair {
  readonly primary: PostgresServer;
  readonly standby: PostgresServer;

  constructor(primary: PostgresServer, standby: PostgresServer) {
    this.primary = primary;
    this.standby = standby;
  }

  static async make(): Promise<Pair> {
    const primary = await PostgresServer.create();
    return new Pair(primary, await primary.createStandby());
  }

  get settings(): Record<string, string> {
    return { DATABASE_URL: urlOf(this.primary), READ_DATABASE_URL: urlOf(this.standby) };
  }

  /** Resolves when the standby has caught up with the primary. */
  async even(): Promise<void> {
    const lsn = await queryValue(this.primary, "pg_current_wal_lsn()");
    await until(async () => (await queryValue(this.standby, `pg_last_wal_replay_lsn() >= '${lsn}'`)) as boolean);
  }

  /** Pauses the standby's replay. */
  async pause(): Promise<void> {
    await this.standby.query("SELECT pg_wal_replay_pause()");
    await until(async () => (await queryValue(this.standby, "pg_get_wal_replay_pause_state()")) === "paused");
  }

  async resume(): Promise<void> {
    await this.standby.query("SELECT pg_wal_replay_resume()");
  }

  async remove(): Promise<void> {
    await this.standby.remove();
    await this.primary.remove();
  }
}

/** The last statement on each connection of the service to a server. */
async function lastAsked(server: PostgresServer): Promise<string[]> {
  const { rows } = await server.query(
    "SELECT query FROM pg_stat_activity WHERE application_name = 'space-missions' AND backend_type = 'client backend'",
  );
  return rows.map((row) => row.query as string);
}

const contentOf = ({ status, headers, text }: HttpResponse) => [status, headers.get("etag"), text];
const revalidated = (served: Served, path: string, etag: string) =>
  served.get(path, { headers: { "if-none-match": etag } });

describe("§11.1: READ_DATABASE_URL", { skip }, () => {
  let pair: Pair;
  let served: Served;
  /** Another process, which reads from the primary only. */
  let plain: Served;
  before(async () => {
    pair = await Pair.make();
    plain = await serve(undefined, { DATABASE_URL: urlOf(pair.primary) });
    await pair.even();
    served = await serve(undefined, { ...pair.settings, HANDLER_TIMEOUT: "2" });
  });
  beforeEach(async () => {
    await pair.resume();
    await pair.even();
  });
  after(async () => {
    await served?.stop();
    await plain?.stop();
    await pair?.remove();
  });

  test("§11.1: lists are read from a standby that has caught up, even while the primary's table is locked", async () => {
    await served.put("/api/missions/locked", { name: "Locked" });
    await pair.even();
    // Paused, the standby does not get the lock, which is replicated.
    await pair.pause();
    const locked = pair.primary.query("BEGIN; LOCK TABLE missions IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(60)");
    const ended = locked.catch(() => {});
    const holders = "FROM pg_stat_activity WHERE query LIKE '%pg_sleep(60)' AND wait_event = 'PgSleep'";
    await until(async () => (await queryValue(pair.primary, `(SELECT count(*)::int ${holders})`)) === 1);
    try {
      for (const path of [
        "/api/missions",
        "/api/missions?name_contains=locked",
        "/api/missions?sort=name:desc&fields=name",
      ]) {
        const { status, body } = await served.get(path);
        assert.deepEqual([status, body.missions?.map((each: { id: string }) => each.id)], [200, ["locked"]], path);
      }
      // One record costs as little as the check of the standby.
      assert.equal((await runOutOfTime(served, served.get("/api/missions/locked"))).status, 503);
    } finally {
      await pair.primary.query(`SELECT pg_cancel_backend(pid) ${holders}`);
      await ended;
    }
  });

  test("§10.2: metrics show the connections to the standby and to the primary, and the reads that wait for one", async () => {
    await served.get("/api/missions?sort=name:desc");
    const [metrics, without] = [await fetchMetrics(served), await fetchMetrics(plain)];
    const connections = (of: Metrics, server: string) =>
      ["idle", "used"].map((state) => of.value("database_connections", { server, state }));
    const [idle, used] = connections(metrics, "replica");
    assert.ok(idle! > 0);
    assert.equal(used, 0);
    assert.equal(metrics.value("database_queue_length", { queue: "replica" }), 0);
    assert.ok(connections(metrics, "primary")[0]! > 0);
    assert.deepEqual(connections(without, "replica"), [Number.NaN, Number.NaN]);
    assert.equal(without.value("database_queue_length", { queue: "replica" }), Number.NaN);
  });

  test("§4.10: a change that is not replicated yet is in every list at once, for every process", async () => {
    await served.put("/api/missions/seen", { name: "Before" });
    await pair.even();
    await pair.pause();
    for (const [turn, writer] of [served, plain].entries()) {
      const path = "/api/missions?name_starts_with=after";
      const { headers } = await served.get(path);
      await writer.patch("/api/missions/seen", { name: `After ${turn}` });
      assert.equal(await queryValue(pair.standby, "(SELECT name FROM missions WHERE id = 'seen')"), "Before");
      const anonymous = await served.get(path, { credential: false });
      assert.deepEqual(
        anonymous.body.missions.map((each: { name: string }) => each.name),
        [`After ${turn}`],
      );
      assert.deepEqual(contentOf(await served.get(path)), contentOf(await plain.get(path)));
      assert.equal((await revalidated(served, path, headers.get("etag")!)).status, 200);
    }
  });

  test("§4.10: while replay pauses and resumes, pages and ETags equal those of the primary", async () => {
    const paths = [
      "/api/missions?sort=name",
      "/api/missions?name_contains=turn&sort=name:desc&limit=3",
      "/api/planets",
      "/api/planets/saturn/moons",
      "/api/missions/m-0/crew",
    ];
    await plain.put("/api/planets/saturn", { name: "Saturn", planet_type: "gas_giant" });
    await plain.put("/api/missions/m-0", { name: "First" });
    for (let turn = 0; turn < campaignSize("REPLICATION_TURNS"); turn += 1) {
      const [writer, id] = [turn % 3 === 0 ? plain : served, `m-${turn % 5}`];
      if (turn % 4 === 1) await pair.pause();
      if (turn % 4 === 3) await pair.resume();
      if (turn % 8 === 7) await pair.even();
      if (turn % 5 === 4) await writer.post("/api/planets/saturn/moons", { name: `Moon ${turn}` });
      else await writer.put(`/api/missions/${id}`, { name: `Turn ${turn}` });
      for (const path of paths) {
        const [here, there] = await Promise.all([served.get(path), plain.get(path)]);
        assert.deepEqual(contentOf(here), contentOf(there), `${turn} ${path}`);
        assert.equal((await revalidated(served, path, there.headers.get("etag")!)).status, 304, `${turn} ${path}`);
      }
    }
  });

  test("§5.5: a key created or revoked while replay is paused is accepted or refused at once", async () => {
    await pair.pause();
    const { body } = await plain.post("/api/api-keys", { name: "Brief", scopes: ["missions:write"] });
    const use = () => served.post("/api/missions", { name: "By key" }, { credential: body.secret });
    assert.equal((await use()).status, 201);
    assert.equal((await served.get("/api/api-keys?name=brief")).body.total_count, 1);
    assert.equal((await plain.delete(`/api/api-keys/${body.id}`)).status, 204);
    assert.equal((await use()).status, 401);
    assert.equal((await served.get("/api/missions", { credential: body.secret })).status, 401);
    assert.equal((await served.get("/api/api-keys?name=brief")).body.total_count, 0);
  });

  test("§7.2: a read from a hanging standby times out early enough to use the primary", async () => {
    await served.get("/api/planets?sort=name");
    const thaw = await pair.standby.freeze();
    try {
      const answers = await Promise.all(
        ["name", "id", "mass_kg"].map((sort) => served.get(`/api/planets?sort=${sort}`)),
      );
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 200],
      );
    } finally {
      thaw();
    }
  });
});

/** Starts the service, and returns what it logs about its standby. */
async function running(t: TestContext, settings: Record<string, string>): Promise<{ url: string; news(): string[] }> {
  const command: ServerProcess = startServer(t, {
    PORT: "0",
    DATASET: "none",
    ADMIN_API_KEY: "x".repeat(16),
    ...settings,
  });
  const news = () => [...command.output().err.matchAll(/"msg":"([^"]*replica[^"]*)"/g)].map(([, message]) => message!);
  return { url: await command.url, news };
}

const AWAY = "no replica of READ_DATABASE_URL is available: all reads go to DATABASE_URL";
const BACK = "a replica is available again: lists are read from it";

test("§7.2: while a standby stops, comes back and is promoted, lists are correct; each change is logged once", {
  skip,
}, async (t) => {
  const pair = await Pair.make();
  t.after(() => pair.remove());
  // The first host closes every connection, and counts the attempts to find a standby.
  let calls = 0;
  const nobody = createServer((socket) => {
    calls += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => nobody.listen(0, "127.0.0.1", resolve));
  t.after(() => nobody.close());
  const { url, news } = await running(t, {
    ...pair.settings,
    READ_DATABASE_URL: urlOf(nobody.address() as AddressInfo, pair.standby),
  });
  const authorization = `Bearer ${"x".repeat(16)}`;
  let made = 0;
  const write = async () => {
    made += 1;
    const body = JSON.stringify({ name: `Made ${made}` });
    const headers = { authorization, "content-type": "application/json" };
    const { status } = await fetch(`${url}/api/missions`, { method: "POST", headers, body });
    assert.equal(status, 201);
  };
  const listed = async () => {
    const answer = await fetch(`${url}/api/missions?name_contains=made&fields=name&limit=100`);
    const { missions, total_count } = (await answer.json()) as { missions: unknown[]; total_count: number };
    assert.deepEqual([answer.status, missions.length, total_count], [200, Math.min(made, 100), made]);
  };
  /** Writes, so that caches are invalid, and lists until the standby is read. */
  const readThere = () =>
    until(async () => {
      await write();
      await pair.even();
      await listed();
      return (await lastAsked(pair.standby)).some((query) => query.includes('FROM "missions"'));
    });
  await readThere();
  assert.deepEqual(news(), []);

  pair.standby.kill();
  const before = calls;
  await until(async () => {
    await write();
    await listed();
    return calls >= before + 3;
  });
  assert.deepEqual(news(), [AWAY]);

  await until(() =>
    pair.standby.start().then(
      () => true,
      () => false,
    ),
  );
  await readThere();
  assert.deepEqual(news(), [AWAY, BACK]);

  // Promoted while the primary runs, so that histories diverge; the other one seems to be ahead.
  await pair.standby.promote();
  await pair.standby.query("DELETE FROM missions");
  await pair.standby.query("UPDATE collection_counters SET changes = changes + 1000, total = 0");
  for (let turn = 0; turn < 5; turn += 1) {
    await write();
    await listed();
  }
  await until(() => news().length > 2);
  assert.deepEqual(news(), [AWAY, BACK, AWAY]);
});

test("§4.10: a session on a standby ends when the server restarts, since it may then be further behind", {
  skip,
}, async (t) => {
  const pair = await Pair.make();
  t.after(() => pair.remove());
  const changes: (string | undefined)[] = [];
  const database = await openPostgres(urlOf(pair.primary), {
    name: "space-missions",
    readConnections: 2,
    statementTimeoutMs: 30_000,
    replica: { url: urlOf(pair.standby), onChange: (reason) => changes.push(reason) },
  });
  t.after(() => database.close());
  const first = database.replica!.current!;
  const statement = sql`SELECT 1 AS one`;
  assert.deepEqual(await first.reader.all(statement), [{ one: 1 }]);
  await pair.standby.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()");
  assert.deepEqual(await first.reader.all(statement), [{ one: 1 }], "a connection that was cut is no other server");
  await pair.standby.stop();
  await pair.standby.start();
  await assert.rejects(first.reader.all(statement));
  await until(() => database.replica!.current !== undefined);
  const second = database.replica!.current!;
  assert.notEqual(second, first);
  assert.deepEqual(await second.reader.all(statement), [{ one: 1 }]);
  assert.deepEqual(changes, []);
});

test("§11.1: a standby of another database is not used, and a missing one does not prevent the start", {
  skip,
}, async (t) => {
  const [pair, other] = [await Pair.make(), await PostgresServer.createUnrelated()];
  t.after(() => pair.remove());
  t.after(() => other.remove());
  const elsewhere = await other.createStandby();
  t.after(() => elsewhere.remove());
  for (const server of [elsewhere, pair.primary, { port: 1 }]) {
    const { url, news } = await running(t, { ...pair.settings, READ_DATABASE_URL: urlOf(server) });
    assert.equal((await fetch(`${url}/api/missions`)).status, 200);
    assert.deepEqual(news(), [AWAY]);
  }
  assert.deepEqual(await lastAsked(elsewhere), []);
});
