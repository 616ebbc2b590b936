/** Proves that `/metrics` counts what happened (§10.2). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { keepFor } from "../engine/runtime/memoize.ts";
import { DailyHistorySize } from "../engine/store/history/size.ts";
import { createBlockingResource } from "./support/domain/blocking-resource.ts";
import { findFreePort } from "./support/http/free-port.ts";
import { fetchMetrics, type Metrics, parseMetrics } from "./support/http/metrics.ts";
import { startServer } from "./support/http/process.ts";
import { openConnection } from "./support/http/raw-http.ts";
import { ADMIN_KEY, type Served, serve, serveForFile, TestClock } from "./support/http/serve.ts";
import { STORE_KINDS } from "./support/store/both-stores.ts";
import { createDatabaseFile } from "./support/store/databases.ts";

const served = await serveForFile();

/** The responses of one service by route, method and status. */
function answers(metrics: Metrics): Record<string, number> {
  const all = metrics.of("http_requests_total").map(({ labels, value }) => {
    const { method, route, status } = labels;
    return [`${method} ${route} ${status}`, value] as const;
  });
  return Object.fromEntries(all);
}

/** The increase of each count by some requests, without those to `/metrics`. */
async function counted(work: () => Promise<unknown>, of: Served = served): Promise<Record<string, number>> {
  const before = answers(await fetchMetrics(of));
  await work();
  const after = Object.entries(answers(await fetchMetrics(of)));
  const more = after.map(([key, value]) => [key, value - (before[key] ?? 0)] as const);
  return Object.fromEntries(more.filter(([key, value]) => value > 0 && !key.includes("/metrics")));
}

test("§10.2: /metrics is Prometheus text, for every caller; every metric has HELP and TYPE", async () => {
  const { status, headers, text } = await served.get("/metrics", { credential: false });
  assert.deepEqual([status, headers.get("content-type")], [200, "text/plain; version=0.0.4; charset=utf-8"]);
  const names = [...text.matchAll(/^([a-z_]+)[{ ]/gm)].map(([, name]) => name!.replace(/_(?:bucket|sum|count)$/, ""));
  assert.ok(names.length > 50);
  for (const name of new Set(names)) {
    assert.match(text, new RegExp(`^# HELP ${name}\\S* \\S`, "m"));
    assert.match(text, new RegExp(`^# TYPE ${name}\\S* (?:counter|gauge|histogram)$`, "m"));
  }
  assert.equal((await served.request("HEAD", "/metrics")).status, 200);
  assert.equal((await served.post("/metrics", {})).status, 405);
});

test("§10.2: every response is counted once, by route template, method and status", async () => {
  const more = await counted(async () => {
    await served.put("/api/missions/m-1", { name: "One" });
    await served.put("/api/missions/m-1", { name: "Two" });
    const { headers } = await served.get("/api/missions/m-1");
    await served.get("/api/missions/m-1", { headers: { "if-none-match": headers.get("etag")! } });
    await served.request("HEAD", "/api/missions/m-1");
    await served.get("/api/missions/nobody");
    await served.get("/api/missions?limit=0");
    await served.get("/api/missions", { headers: { "accept-encoding": "gzip" } });
    await served.get("/docs", { headers: { "accept-encoding": "gzip" } });
    await served.post("/api/missions", { name: 3 });
    await served.post("/api/missions", { name: "X" }, { credential: false });
    await served.request("OPTIONS", "/api/missions");
    await served.delete("/api/missions/m-1");
  });
  assert.deepEqual(more, {
    "PUT /api/missions/:id 201": 1,
    "PUT /api/missions/:id 200": 1,
    "GET /api/missions/:id 200": 1,
    "GET /api/missions/:id 304": 1,
    "HEAD /api/missions/:id 200": 1,
    "GET /api/missions/:id 404": 1,
    "GET /api/missions 400": 1,
    "GET /api/missions 200": 1,
    "GET /docs 200": 1,
    "POST /api/missions 400": 1,
    "POST /api/missions 401": 1,
    "OPTIONS /api/missions 204": 1,
    "DELETE /api/missions/:id 204": 1,
  });
});

test("§10.2: requests without a route are counted without one, whatever their path", async () => {
  const more = await counted(async () => {
    for (const path of ["/nowhere/1", "/nowhere/2", "/api//missions", "/%zz"]) await served.get(path);
    await served.delete("/api/missions");
    for (const request of ["NONSENSE\r\n\r\n", "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n"]) {
      const connection = await openConnection(served.url);
      connection.write(request);
      await connection.waitFor(/"request_id"/);
    }
  });
  assert.deepEqual(more, { "GET  404": 3, "GET  400": 1, "DELETE  405": 1, "  400": 2 });
});

test("§10.2: no metric contains an id of a resource", async () => {
  await served.put("/api/planets/p-secret-planet", { name: "P", planet_type: "terrestrial" });
  await served.get("/api/planets/p-secret-planet/moons/m-secret-moon");
  const { text } = await served.get("/metrics");
  assert.match(text, /route="\/api\/planets\/:of\/moons\/:id"/);
  assert.doesNotMatch(text, /secret/);
});

test("§10.2: durations are histograms by route, whose buckets add up to the responses", async () => {
  const metrics = await fetchMetrics(served);
  const of = (name: string) =>
    metrics
      .of(`http_request_duration_seconds_${name}`)
      .filter(({ labels }) => labels.route === "/api/missions/:id" && labels.method === "GET");
  const buckets = of("bucket");
  const total = metrics
    .of("http_requests_total")
    .filter(({ labels }) => labels.route === "/api/missions/:id" && labels.method === "GET")
    .reduce((sum, { value }) => sum + value, 0);
  assert.ok(total > 0);
  assert.deepEqual(buckets.at(-1), { labels: { route: "/api/missions/:id", method: "GET", le: "+Inf" }, value: total });
  assert.equal(of("count")[0]!.value, total);
  assert.ok(of("sum")[0]!.value > 0);
  const bounds = buckets.map(({ labels }) => Number(labels.le!.replace("+Inf", "Infinity")));
  assert.deepEqual(
    bounds,
    [...bounds].sort((a, b) => a - b),
  );
  for (const [at, { value }] of buckets.entries()) assert.ok(value >= (buckets[at - 1]?.value ?? 0));
});

test("§10.2: gauges show running and waiting requests; a histogram shows the size of commit groups", async (t) => {
  const blocking = createBlockingResource();
  const blocked = await serve([blocking.declaration]);
  t.after(blocked.stop);
  const write = (name: string) => blocked.post("/api/machines", { name });
  const writes = [write("blocked")];
  await blocking.blocked;
  writes.push(write("waits"), write("waits too"));
  let metrics = await fetchMetrics(blocked);
  // Including this request.
  while (metrics.value("http_requests_active") < 4) metrics = await fetchMetrics(blocked);
  assert.equal(metrics.value("http_requests_active"), 4);
  assert.equal(metrics.value("database_queue_length", { queue: "writer" }), 2);
  const before = metrics.value("database_write_group_size_count") || 0;
  blocking.release();
  for (const { status } of await Promise.all(writes)) assert.equal(status, 201);
  metrics = await fetchMetrics(blocked);
  assert.equal(metrics.value("http_requests_active"), 1);
  assert.equal(metrics.value("database_queue_length", { queue: "writer" }), 0);
  assert.equal(metrics.value("database_write_group_size_count"), before + 2);
  const upTo = (bound: string) => metrics.value("database_write_group_size_bucket", { le: bound });
  assert.equal(upTo("2") - upTo("1"), 1);
});

test("§10.2: metrics show the version, the process and its event loop", async () => {
  const metrics = await fetchMetrics(served);
  assert.equal(metrics.value("build_info", { version: (await served.get("/api")).body.version }), 1);
  for (const name of ["process_resident_memory_bytes", "process_cpu_seconds_total", "nodejs_heap_size_used_bytes"])
    assert.ok(metrics.value(name) > 0, name);
  assert.ok(metrics.of("nodejs_eventloop_lag_p99_seconds").length === 1);
  for (const name of ["event_loop_lag_seconds", "http_requests_refused_total", "database_errors_total"])
    assert.equal(metrics.value(name), 0, name);
});

test("§10.2: no value of the first scrape is NaN or the largest number that there is", async (t) => {
  const database = createDatabaseFile();
  t.after(database.remove);
  const server = startServer(t, { DATABASE_URL: database.url, DATASET: "none", PORT: "0", ADMIN_API_KEY: ADMIN_KEY });
  const text = await (await fetch(`${await server.url}/metrics`)).text();
  assert.match(text, /^nodejs_eventloop_lag_max_seconds \d/m);
  assert.doesNotMatch(text, /^nodejs_eventloop_lag_\S+ 9223372036/m);
  assert.doesNotMatch(text, /^\S+ nan$/im);
});

test("§10.2: METRICS_ADDRESS serves the metrics, and nothing else; PORT then has none", async (t) => {
  const address = `127.0.0.1:${await findFreePort()}`;
  const elsewhere = await serve(undefined, { METRICS_ADDRESS: address });
  t.after(elsewhere.stop);
  await elsewhere.get("/api/missions");
  const scraped = await fetch(`http://${address}/metrics`);
  assert.equal(scraped.headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8");
  const metrics = parseMetrics(await scraped.text());
  assert.equal(metrics.value("http_requests_total", { route: "/api/missions", method: "GET", status: "200" }), 1);
  const statusOf = async (path: string, method = "GET") => (await fetch(`http://${address}${path}`, { method })).status;
  assert.deepEqual(
    [await statusOf("/metrics", "HEAD"), await statusOf("/metrics", "POST"), await statusOf("/api/missions")],
    [200, 405, 404],
  );
  for (const target of ["//", "http://[", "*"]) {
    const connection = await openConnection(`http://${address}`);
    connection.write(`GET ${target} HTTP/1.1\r\nHost: metrics\r\n\r\n`);
    await connection.waitFor(/^HTTP\/1.1 404 [\s\S]*only \/metrics/);
  }
  assert.equal((await fetch(`${elsewhere.url}/metrics`)).status, 404);
  const document = (await (await fetch(`${elsewhere.url}/openapi.json`)).json()) as { paths: object };
  assert.equal("/metrics" in document.paths, false);
  await assert.rejects(
    serve(undefined, { METRICS_ADDRESS: address }),
    /\d is already in use\. Set METRICS_ADDRESS to another address\.$/,
  );
  await assert.rejects(serve(undefined, { METRICS_ADDRESS: "9090" }), /METRICS_ADDRESS must be <host>:<port>/);
});

for (const { name: store, create, skip } of STORE_KINDS) {
  test(`§10.2: metrics say how many versions and events there are, and their part of the database, once a day, on ${store}`, {
    skip,
  }, async (t) => {
    const database = await create();
    t.after(database.remove);
    const of = await serve(undefined, { DATABASE_URL: database.url });
    t.after(of.stop);
    /** The metrics once they show this number of versions: a scrape begins the measurement. */
    const metricsWith = async (versions: number): Promise<Metrics> => {
      for (;;) {
        const metrics = await fetchMetrics(of);
        if (metrics.value("history_rows", { kind: "versions" }) === versions) return metrics;
      }
    };
    await of.put("/api/missions/m-1", { name: "One" });
    await metricsWith(0);
    for (const name of ["Two", "Three"]) {
      of.clock.advance(1);
      await of.put("/api/missions/m-1", { name });
    }
    of.clock.advance(86_400_000);
    const metrics = await metricsWith(2);
    const { total_count: events } = (await of.get("/api/events")).body;
    assert.deepEqual([metrics.value("history_rows", { kind: "events" }), events], [3, 3]);
    const bytes = metrics.of("history_bytes").map(({ value }) => value);
    assert.ok(bytes.length === 2 && bytes.every((value) => value > 0));
    assert.ok(bytes[0]! + bytes[1]! < metrics.value("database_bytes"));
  });
}

test("§10.2: the size of the history is measured once a day, even if that fails", async () => {
  const [clock, failures] = [new TestClock(), [] as unknown[]];
  let measured = 0;
  const daily = new DailyHistorySize(async () => {
    measured += 1;
    if (measured === 2) throw new Error("It fails.");
    const size = { rows: measured, bytes: measured };
    return { versions: size, events: size, databaseBytes: measured };
  }, clock);
  const seen: unknown[] = [];
  for (let day = 1; day <= 3; day += 1) {
    for (let scrape = 1; scrape <= 2; scrape += 1) {
      seen.push(daily.latest((error) => failures.push(error))?.databaseBytes);
      await setImmediate();
    }
    clock.advance(86_400_000);
  }
  assert.deepEqual(seen, [undefined, 1, 1, 1, 1, 3]);
  assert.deepEqual([measured, failures.length], [3, 1]);
});

test("§10.2: the text of the metrics is kept for a while; calls share what is being collected, and a failure is not kept", async () => {
  let calls = 0;
  const kept = keepFor(60_000, async () => {
    calls += 1;
    if (calls === 1) throw new Error("The first one fails.");
    return calls;
  });
  await assert.rejects(kept());
  assert.deepEqual(await Promise.all([kept(), kept()]), [2, 2]);
  assert.equal(await kept(), 2);
  const always = keepFor(0, async () => {
    calls += 1;
    return calls;
  });
  assert.notEqual(await always(), await always());
});
