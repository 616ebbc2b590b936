/** Proves service through a server's restart, hang, and the failover from a primary that is killed under load to its standby. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { fetchMetrics } from "./support/http/metrics.ts";
import { type HttpResponse, type Served, serve } from "./support/http/serve.ts";
import { PostgresServer, postgresBinaries } from "./support/store/postgres-server.ts";
import { isRequired } from "./support/store/required-servers.ts";

const skip =
  postgresBinaries() === undefined && !isRequired("postgres") && "no PostgreSQL binaries to make servers with";

function isAway({ status, headers, body }: HttpResponse): void {
  assert.equal(status, 503, JSON.stringify(body));
  assert.match(headers.get("retry-after")!, /^\d+$/);
}

/** Polls until the response is not 503; a server takes time to start. */
async function untilBack(ask: () => Promise<HttpResponse>): Promise<HttpResponse> {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 503) return answer;
  }
}

test("§7.2: while a server is restarted: 503, then normal service without a restart of ours", {
  skip,
}, async (t) => {
  const server = await PostgresServer.create();
  t.after(() => server.remove());
  const served = await serve(undefined, { DATABASE_URL: `postgres://postgres@127.0.0.1:${server.port}/postgres` });
  t.after(() => served.stop());
  const { headers } = await served.put("/api/missions/m", { name: "Kept" });
  await server.stop();
  isAway(await served.get("/api/missions/m"));
  isAway(await served.get("/api/missions"));
  isAway(await served.put("/api/missions/n", { name: "Lost" }));
  isAway(await served.get("/readyz"));
  assert.equal((await served.get("/livez")).status, 200);
  assert.ok((await fetchMetrics(served)).value("database_errors_total") > 0);
  assert.equal((await served.get("/livez")).status, 200);
  await server.start();
  assert.equal((await untilBack(() => served.get("/readyz"))).status, 200);
  const read = await served.get("/api/missions/m");
  assert.deepEqual([read.body.name, read.headers.get("etag")], ["Kept", headers.get("etag")]);
  assert.equal((await served.get("/api/missions/n")).status, 404);
  assert.equal((await served.put("/api/missions/n", { name: "Made" })).status, 201);
});

test("§7.2: while a server hangs with its connections open: 503 within the handler time-out, then normal service", {
  skip,
}, async (t) => {
  const server = await PostgresServer.create();
  t.after(() => server.remove());
  const served = await serve(undefined, {
    DATABASE_URL: `postgres://postgres@127.0.0.1:${server.port}/postgres`,
    HANDLER_TIMEOUT: "1",
  });
  t.after(() => served.stop());
  await served.put("/api/missions/m", { name: "Kept" });
  const thaw = await server.freeze();
  try {
    const asked = [
      served.get("/api/missions/m"),
      served.get("/api/missions"),
      served.put("/api/missions/n", { name: "N" }),
    ];
    for (const answer of await Promise.all(asked)) isAway(answer);
  } finally {
    thaw();
  }
  assert.equal((await untilBack(() => served.get("/api/missions/m"))).body.name, "Kept");
  assert.ok([200, 201].includes((await untilBack(() => served.put("/api/missions/n", { name: "N" }))).status));
});

/** Writes from several clients, and records what was acknowledged. */
class Load {
  readonly made: string[] = [];
  readonly statuses = new Map<number, number>();
  private going = true;
  private readonly lanes: Promise<unknown>;

  constructor(served: Served, callers: number) {
    this.lanes = Promise.all(Array.from({ length: callers }, (_, caller) => this.lane(served, caller)));
  }

  private async lane(served: Served, caller: number): Promise<void> {
    for (let at = 0; this.going; at += 1) {
      const id = `m-${caller}-${at}`;
      const answer = await served.put(`/api/missions/${id}`, { name: id });
      this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1);
      if (answer.status === 201) this.made.push(id);
      else isAway(answer);
    }
  }

  /** Resolves when this many more writes were acknowledged. */
  async more(count: number): Promise<void> {
    const goal = this.made.length + count;
    while (this.made.length < goal) await Promise.race([setImmediate(), this.lanes]);
  }

  async end(): Promise<void> {
    this.going = false;
    await this.lanes;
  }
}

test("§7.2: a primary killed under load, its synchronous standby promoted: no acknowledged write is lost", {
  skip,
}, async (t) => {
  const primary = await PostgresServer.create("-c synchronous_standby_names=*");
  t.after(() => primary.remove());
  const standby = await primary.createStandby();
  t.after(() => standby.remove());
  const hosts = `127.0.0.1:${primary.port},127.0.0.1:${standby.port}`;
  const served = await serve(undefined, {
    DATABASE_URL: `postgres://postgres@${hosts}/postgres?target_session_attrs=read-write`,
  });
  t.after(() => served.stop());
  const load = new Load(served, 8);
  await load.more(200);
  primary.kill();
  await standby.promote();
  await load.more(200);
  await load.end();
  t.diagnostic(JSON.stringify(Object.fromEntries(load.statuses)));
  const { rows } = await standby.query("SELECT id FROM missions");
  const stored = new Set(rows.map((row) => row.id as string));
  assert.deepEqual(
    load.made.filter((id) => !stored.has(id)),
    [],
    "acknowledged and lost",
  );
  assert.equal((await served.get("/api/missions?limit=1")).body.total_count, stored.size);
});
