/** Proves that an overloaded or stopping service answers 503, and recovers (§7.2, §11.2). */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { EventLoopLag, eventLoopLoad } from "../engine/http/request/overload.ts";
import { temporaryFolder } from "./support/commands/run-command.ts";
import { createBlockingResource } from "./support/domain/blocking-resource.ts";
import { createKey } from "./support/http/api-keys.ts";
import { fetchMetrics, parseMetrics } from "./support/http/metrics.ts";
import { startProgram, startServer } from "./support/http/process.ts";
import { assertProblem, parseResponses, type RawResponse } from "./support/http/raw-responses.ts";
import { ADMIN_KEY, type HttpResponse, IDLE, serve, TestClock } from "./support/http/serve.ts";
import { runOutOfTime } from "./support/http/time-limit.ts";
import { createDatabaseFile } from "./support/store/databases.ts";

const LIMITED = { RATE_LIMIT: "on", RATE_LIMIT_ANONYMOUS: "2/60", RATE_LIMIT_AUTHENTICATED: "9/60" };

function isRefused({ status, headers, body }: HttpResponse): void {
  assert.deepEqual([status, body.type, body.detail], [503, "/problems/unavailable", "The service is overloaded."]);
  assert.match(headers.get("retry-after")!, /^[1-9]\d*$/);
  assert.equal(body.request_id, headers.get("x-request-id"));
}

test("§7.2: while the event loop lags, requests are 503 with Retry-After; probes and metrics work", async (t) => {
  const load = { ...IDLE, late: 0, lag: () => load.late };
  const served = await serve(undefined, { OVERLOAD_LAG_MS: "250" }, new TestClock(), load);
  t.after(served.stop);
  load.late = 249;
  assert.equal((await served.get("/api/missions")).status, 200);
  load.late = 250;
  for (const path of ["/api/missions", "/api/missions/m", "/docs", "/nowhere"]) isRefused(await served.get(path));
  isRefused(await served.put("/api/missions/m", { name: "M" }));
  isRefused(await served.get("/api/missions", { credential: "not-a-key" }));
  for (const path of ["/livez", "/readyz", "/metrics"]) assert.equal((await served.get(path)).status, 200, path);
  const metrics = await fetchMetrics(served);
  assert.equal(metrics.value("http_requests_refused_total"), 6);
  assert.equal(metrics.value("event_loop_lag_seconds"), 0.25);
  assert.equal(metrics.value("http_requests_total", { route: "/api/missions/:id", status: "503" }), 1);
  load.late = 0;
  assert.equal((await served.get("/api/missions/m")).status, 404);
});

test("§8.2: a request that is refused for overload counts towards the rate limit, and 429 comes first", async (t) => {
  const served = await serve(undefined, LIMITED, new TestClock(), { ...IDLE, lag: () => 10_000 });
  t.after(served.stop);
  const known = await served.get("/api/missions");
  isRefused(known);
  assert.match(known.headers.get("ratelimit")!, /^"authenticated";r=8;/);
  for (const left of [1, 0]) {
    const stranger = await served.get("/api/missions", { credential: false });
    isRefused(stranger);
    assert.equal(stranger.headers.get("ratelimit-policy"), '"anonymous";q=2;w=60');
    assert.match(stranger.headers.get("ratelimit")!, new RegExp(`^"anonymous";r=${left};`));
  }
  assert.equal((await served.get("/api/missions", { credential: false })).status, 429);
});

test("§7.2: a request that is refused for overload looks up no key, and uses none", async (t) => {
  const load = { ...IDLE, late: 0, lag: () => load.late };
  const served = await serve(undefined, LIMITED, new TestClock(), load);
  t.after(served.stop);
  const { id, secret } = await createKey(served, ["missions:read"]);
  load.late = 10_000;
  const refused = await served.get("/api/missions", { credential: secret as string });
  isRefused(refused);
  assert.equal(refused.headers.get("ratelimit"), null);
  load.late = 0;
  assert.equal((await served.get(`/api/api-keys/${id}`)).body.last_used_at, null);
});

test("§7.2: at most OVERLOAD_REQUESTS requests run at once; those finish", async (t) => {
  const blocking = createBlockingResource();
  const served = await serve([blocking.declaration], { OVERLOAD_REQUESTS: "3" });
  t.after(served.stop);
  const writes = ["first", "second", "third"].map((name) => served.post("/api/machines", { name }));
  await blocking.blocked;
  // Including this request.
  while ((await fetchMetrics(served)).value("http_requests_active") < 4);
  isRefused(await served.get("/api/machines"));
  isRefused(await served.post("/api/machines", { name: "fourth" }));
  assert.equal((await served.get("/livez")).status, 200);
  blocking.release();
  for (const { status } of await Promise.all(writes)) assert.equal(status, 201);
  assert.equal((await served.get("/api/machines")).body.total_count, 3);
});

test("§7.2: a request whose client left still counts", async (t) => {
  const blocking = createBlockingResource();
  const served = await serve([blocking.declaration], { OVERLOAD_REQUESTS: "1" });
  t.after(served.stop);
  const late = await runOutOfTime(served, served.post("/api/machines", { name: "late" }));
  assert.deepEqual([late.status, late.body.detail], [503, "The request took too long. Nothing was changed."]);
  isRefused(await served.get("/api/machines"));
  blocking.release();
  while ((await fetchMetrics(served)).value("http_requests_active") > 1);
  assert.equal((await served.get("/api/machines")).body.total_count, 0);
});

/** A loop with turns of these lengths, in milliseconds, and how it is measured after each. */
function measureTurns(...lengths: number[]) {
  let now = 1_000;
  const measured = new EventLoopLag(() => now);
  const pass = (length: number): void => {
    now += length;
    measured.endTurn();
    measured.endReading();
  };
  const idle = (milliseconds: number): void => {
    for (let left = milliseconds; left > 0; left -= 20) pass(20);
  };
  idle(3_000);
  for (const length of lengths) pass(length);
  const work = (milliseconds: number): void => {
    now += milliseconds;
  };
  return { measured, idle, work, at: () => now };
}

test("§7.2: turns of any length count as lag if they last for two seconds, whether they have ended or not", () => {
  for (const length of [100, 985, 1_100, 3_000]) {
    const times = Math.ceil(2_000 / length);
    const { measured, idle, work } = measureTurns(...Array(times).fill(length));
    assert.ok(Math.abs(measured.lag() - (length - 20)) < 1, `${times} turns of ${length} ms: ${measured.lag()}`);
    idle(1_000);
    assert.equal(measured.lag(), 0);
    work(length * times);
    assert.equal(measured.lag(), length * times - 20, "a turn that still runs");
  }
});

test("§7.2: one turn of less than a second counts as half of its length at most", () => {
  const { measured, idle } = measureTurns(980);
  assert.equal(measured.lag(), 0);
  for (let waited = 0; waited < 2_000; waited += 100) {
    idle(100);
    assert.ok(measured.lag() < 490, `${measured.lag()} ms, ${waited} ms later`);
  }
  assert.equal(measured.lag(), 0);
});

test("§10.2: a request that is read during or after a long turn has waited since that turn began", () => {
  const { measured, work, at } = measureTurns();
  assert.equal(measured.waitingSince(), at());
  work(20);
  const due = at();
  work(500);
  assert.equal(measured.waitingSince(), due);
  measured.endTurn();
  work(3);
  assert.equal(measured.waitingSince(), due);
  work(30);
  const next = at() - 13;
  measured.endTurn();
  assert.equal(measured.waitingSince(), due, "while requests are read, another turn was late");
  measured.endReading();
  assert.equal(measured.waitingSince(), next);
  measured.endReading();
  assert.equal(measured.waitingSince(), at());
});

test("§7.2: the measured lag of a process is high while every turn of its event loop is long, and only then", async (t) => {
  let now = 1_000;
  t.mock.method(performance, "now", () => now);
  t.mock.timers.enable({ apis: ["setInterval"] });
  const load = eventLoopLoad();
  const read = async (): Promise<void> => {
    for (let phase = 0; phase < 2; phase += 1) await setImmediate();
  };
  const turns = async (length: number, count: number): Promise<void> => {
    for (let turn = 0; turn < count; turn += 1) {
      await read();
      now += length;
      t.mock.timers.tick(20);
    }
  };
  await turns(300, 7);
  assert.equal(load.lag(), 280);
  await turns(20, 100);
  assert.equal(load.lag(), 0);
  await turns(300, 1);
  assert.equal(load.waitingSince(), now - 280, "what was sent during the turn may be unread");
  await read();
  assert.equal(load.waitingSince(), now);
  load.close();
  now += 20;
  t.mock.timers.tick(20);
  now += 20;
  assert.equal(load.waitingSince(), now - 20, "it is measured no more");
});

/** A connection to a service. */
async function openConnection(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  return socket;
}

/** Sends a request. @returns its response, once the service can read it */
async function sendUnread(socket: Socket): Promise<{ readonly response: Promise<RawResponse> }> {
  const received = text(socket);
  const request = "GET /api/machines HTTP/1.1\r\nHost: service.test\r\nConnection: close\r\n\r\n";
  await new Promise<void>((resolve) => socket.write(request, () => resolve()));
  return { response: received.then((all) => parseResponses(all)[0]!) };
}

test("§7.2: at the defaults, requests that waited for a turn of more than two seconds are refused, and logged as slow", async (t) => {
  const database = createDatabaseFile();
  t.after(database.remove);
  const program = fileURLToPath(new URL("support/domain/busy-service.ts", import.meta.url));
  const release = temporaryFolder().path("release");
  execFileSync("mkfifo", [release]);
  const settings = { PORT: "0", DATABASE_URL: database.url, ADMIN_API_KEY: ADMIN_KEY, RATE_LIMIT: "off" };
  const service = startProgram(t, { command: [process.execPath, program] }, { ...settings, RELEASE: release });
  const url = await service.url;
  const open = await openConnection(url);
  const headers = { authorization: `Bearer ${ADMIN_KEY}`, "content-type": "application/json" };
  const body = JSON.stringify({ name: "Mill", busy_ms: 2_500 });
  const write = fetch(`${url}/api/machines`, { method: "POST", headers, body });
  while (!service.output().out.includes("busy")) await once(service.process.stdout!, "data");
  const unread = [await sendUnread(open), await sendUnread(await openConnection(url))];
  await writeFile(release, "go on");
  assert.equal((await write).status, 201);
  const refusals = new Set<string>();
  for (const { response } of unread) {
    const problem = assertProblem(await response, "unavailable");
    assert.equal(problem.detail, "The service is overloaded.");
    refusals.add(problem.request_id);
  }
  const metrics = parseMetrics(await (await fetch(`${url}/metrics`)).text());
  assert.equal(metrics.value("http_requests_refused_total"), 2);
  const waited = metrics.value("http_request_duration_seconds_sum", { route: "/api/machines", method: "GET" });
  assert.ok(waited >= 5, `${waited} s`);
  service.process.kill("SIGTERM");
  assert.equal(await service.ended, 0);
  const slow = service.news().filter(({ msg, status }) => msg === "request completed" && status === 503);
  assert.deepEqual(new Set(slow.map(({ request_id }) => request_id)), refusals);
  for (const { duration_ms } of slow) assert.ok(duration_ms >= 2_500, `${duration_ms} ms`);
});

test("§7.2: every request of a flood gets its response or a 503, and memory is bounded", async (t) => {
  const database = createDatabaseFile();
  t.after(database.remove);
  const key = "an-admin-key-0123456";
  const settings = { PORT: "0", DATASET: "none", DATABASE_URL: database.url, ADMIN_API_KEY: key };
  const command = startServer(t, { ...settings, OVERLOAD_REQUESTS: "8" });
  const url = await command.url;
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  await fetch(`${url}/api/missions/m`, { method: "PUT", headers, body: '{"name":"Flooded"}' });
  const metrics = async () => parseMetrics(await (await fetch(`${url}/metrics`)).text());
  const memory = async () => (await metrics()).value("process_resident_memory_bytes");
  const sample = { instrument: "camera", parameter: "pressure", value: 1, collected_at: "2026-01-01T00:00:00Z" };
  const body = JSON.stringify(Array.from({ length: 500 }, () => ({ ...sample, notes: "n".repeat(100) })));
  const before = await memory();
  const statuses = new Map<number, number>();
  const ask = async (): Promise<void> => {
    const answer = await fetch(`${url}/api/missions/m/data`, { method: "POST", headers, body });
    await answer.arrayBuffer();
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    if (answer.status === 503) assert.ok(answer.headers.has("retry-after"));
  };
  let most = 0;
  for (let wave = 0; wave < 3; wave += 1) {
    await Promise.all(Array.from({ length: 100 }, ask));
    most = Math.max(most, await memory());
  }
  t.diagnostic(`${JSON.stringify(Object.fromEntries(statuses))}, ${Math.round((most - before) / 2 ** 20)} MiB more`);
  assert.deepEqual([...statuses.keys()].sort(), [201, 503]);
  // More than the garbage under load, less than all that was sent.
  assert.ok(most - before < 250 * 2 ** 20, `${before} → ${most}`);
  // The text of the metrics may be a second old.
  while ((await metrics()).value("http_requests_refused_total") !== statuses.get(503));
  const { total_count } = (await (await fetch(`${url}/api/missions/m/data?limit=1`)).json()) as { total_count: number };
  assert.equal(total_count, 500 * statuses.get(201)!);
  const lines = command
    .output()
    .err.split("\n")
    .filter((line) => line.includes('"msg":"overloaded"'));
  assert.ok(lines.length > 0 && lines.length < statuses.get(503)!, `${lines.length} lines`);
  command.process.kill("SIGTERM");
  assert.equal(await command.ended, 0);
});
