/** Proves the rate limits of one process (§8.2, §12.12). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type BucketState, memoryRateLimiter, type Policy, remaining } from "../engine/rate-limit/token-bucket.ts";
import { sendRawRequest } from "./support/http/raw-http.ts";
import { type HttpResponse, type Served, serve, serveForFile, TestClock } from "./support/http/serve.ts";

const anonymous = { credential: false } as const;
const bad = { credential: "smk_this-key-was-never-made" } as const;

/** A service for one test, so that tests do not share limits. */
async function limited(t: { after(stop: () => unknown): void }, settings: Record<string, string>): Promise<Served> {
  const served = await serve(undefined, { RATE_LIMIT: "on", ...settings });
  t.after(() => served.stop());
  return served;
}

const rateLimitOf = ({ headers }: HttpResponse) => [headers.get("ratelimit-policy"), headers.get("ratelimit")];

/** Sends requests over 64 connections; returns how many are admitted. */
async function burst(served: Served, path: string, requests: number): Promise<number> {
  let [left, admitted] = [requests, 0];
  const connection = async () => {
    for (; left > 0; ) {
      left -= 1;
      const { status } = await fetch(served.url + path);
      if (status !== 429) admitted += 1;
    }
  };
  await Promise.all(Array.from({ length: 64 }, connection));
  return admitted;
}

test("§8.2: a burst of N+100 from 64 connections right after the start admits N, and then what refills", async (t) => {
  const served = await limited(t, { RATE_LIMIT_ANONYMOUS: "600/60" });
  assert.equal(await burst(served, "/api", 700), 600);
  served.clock.advance(1_000);
  assert.equal(await burst(served, "/api", 100), 10, "ten a second");
  served.clock.advance(59_950);
  assert.equal(await burst(served, "/api", 700), 599, "and a half");
  served.clock.advance(86_400_000);
  assert.equal(await burst(served, "/api", 700), 600, "never more than the quota");
});

test("§8.2: the defaults are 6,000 a minute for an address and 30,000 for a credential", async (t) => {
  const served = await limited(t, {});
  assert.deepEqual(rateLimitOf(await served.get("/api", anonymous)), [
    '"anonymous";q=6000;w=60',
    '"anonymous";r=5999;t=1',
  ]);
  assert.deepEqual(rateLimitOf(await served.get("/api")), [
    '"authenticated";q=30000;w=60',
    '"authenticated";r=29999;t=1',
  ]);
});

test("§8.2: RateLimit: r is the number of requests admitted now, t the seconds until the quota is full again", async (t) => {
  const served = await limited(t, { RATE_LIMIT_ANONYMOUS: "4/60" });
  const next = async () => rateLimitOf(await served.get("/api", anonymous))[1];
  assert.equal(await next(), '"anonymous";r=3;t=15');
  assert.equal(await next(), '"anonymous";r=2;t=30');
  served.clock.advance(14_999);
  assert.equal(await next(), '"anonymous";r=1;t=31');
  served.clock.advance(1);
  assert.equal(await next(), '"anonymous";r=1;t=45');
  assert.equal(await next(), '"anonymous";r=0;t=60');
});

test("§7.2: 429 is a problem with Retry-After: a client is admitted after that time, and not before", async (t) => {
  const served = await limited(t, { RATE_LIMIT_ANONYMOUS: "3/100" });
  for (let count = 0; count < 3; count += 1) assert.equal((await served.get("/api", anonymous)).status, 200);
  const refused = await served.get("/api", anonymous);
  assert.equal(refused.status, 429);
  assert.equal(refused.body.type, "/problems/too-many-requests");
  assert.equal(refused.headers.get("retry-after"), "34");
  assert.deepEqual(rateLimitOf(refused), ['"anonymous";q=3;w=100', '"anonymous";r=0;t=34']);
  served.clock.advance(33_333);
  const early = await served.get("/api", anonymous);
  assert.deepEqual([early.status, early.headers.get("retry-after")], [429, "1"]);
  served.clock.advance(667);
  assert.equal((await served.get("/api", anonymous)).status, 200);
});

test("§8.2: refused requests cost nothing: a client that keeps trying is admitted as early as any", async (t) => {
  const served = await limited(t, { RATE_LIMIT_ANONYMOUS: "1/10" });
  assert.equal((await served.get("/api", anonymous)).status, 200);
  for (let second = 1; second < 10; second += 1) {
    served.clock.advance(1_000);
    assert.equal((await served.get("/api", anonymous)).status, 429);
  }
  served.clock.advance(1_000);
  assert.equal((await served.get("/api", anonymous)).status, 200);
});

const EVERYTHING: [status: number, method: string, path: string, options: object][] = [
  [200, "GET", "/api/missions/m", anonymous],
  [200, "HEAD", "/api/missions", anonymous],
  [304, "GET", "/api/missions/m", { ...anonymous, headers: { "if-none-match": "*" } }],
  [204, "OPTIONS", "/api/missions", anonymous],
  [400, "GET", "/api/missions?x=1", anonymous],
  [400, "GET", "/api/%zz", anonymous],
  [401, "POST", "/api/missions", { ...anonymous, body: {} }],
  [401, "GET", "/api/missions", bad],
  [404, "GET", "/api/nowhere", anonymous],
  [404, "GET", "/api/missions/", anonymous],
  [405, "PATCH", "/api/missions", { ...anonymous, body: {} }],
  [406, "GET", "/api/missions", { ...anonymous, headers: { accept: "text/html" } }],
  [414, "GET", `/api/missions?name=${"x".repeat(8_200)}`, anonymous],
  [200, "GET", "/openapi.json", anonymous],
  [200, "GET", "/docs", anonymous],
];

test("§8.2: every response has the policy and the remaining quota; every request costs the same", async (t) => {
  const served = await limited(t, { RATE_LIMIT_ANONYMOUS: "1000/60" });
  await served.put("/api/missions/m", { name: "M" });
  let left = 1_000;
  for (const [status, method, path, options] of EVERYTHING) {
    left -= 1;
    const answer = await served.request(method, path, options);
    assert.equal(answer.status, status, path);
    const [policy, rate] = rateLimitOf(answer);
    assert.equal(policy, '"anonymous";q=1000;w=60', path);
    assert.match(rate!, new RegExp(`^"anonymous";r=${left};t=\\d$`), path);
  }
});

test("§7.3: 429 precedes all other errors", async (t) => {
  const served = await limited(t, { RATE_LIMIT_ANONYMOUS: "1/60" });
  await served.put("/api/missions/m", { name: "M" });
  await served.get("/api", anonymous);
  for (const [, method, path, options] of EVERYTHING) {
    const answer = await served.request(method, path, options);
    assert.equal(answer.status, 429, path);
    assert.equal(answer.headers.get("retry-after"), "60");
  }
});

test("§12.12: an invalid credential spends the anonymous quota of its address, and is 429 when that is used up", async (t) => {
  const served = await limited(t, { RATE_LIMIT_ANONYMOUS: "3/60" });
  const statuses: number[] = [];
  for (const options of [bad, anonymous, bad, bad, anonymous])
    statuses.push((await served.get("/api", options)).status);
  assert.deepEqual(statuses, [401, 200, 401, 429, 429]);
});

test("§8.2: a valid credential has its own limit, from any address", async (t) => {
  const served = await limited(t, { RATE_LIMIT_ANONYMOUS: "1/60", RATE_LIMIT_AUTHENTICATED: "2/60" });
  await served.get("/api", anonymous);
  assert.equal((await served.get("/api", anonymous)).status, 429);
  assert.equal((await served.get("/api")).status, 200);
  assert.equal((await served.get("/api")).status, 200);
  const refused = await served.get("/api");
  assert.deepEqual(
    [refused.status, ...rateLimitOf(refused)],
    [429, '"authenticated";q=2;w=60', '"authenticated";r=0;t=30'],
  );
});

test("§10.2: probes are not limited, and have no RateLimit fields; /metrics has a quota of its own", async (t) => {
  const served = await limited(t, { RATE_LIMIT_ANONYMOUS: "1/60" });
  await served.get("/api", anonymous);
  for (const path of ["/livez", "/readyz", "/readyz?from=balancer"]) {
    const answer = await served.get(path, anonymous);
    assert.deepEqual([answer.status, ...rateLimitOf(answer)], [200, null, null], path);
  }
  const scrape = async () => (await served.get("/metrics", anonymous)).status;
  assert.deepEqual([await scrape(), await scrape()], [200, 429]);
});

test("§12.12: with RATE_LIMIT=off nothing is limited, and the header fields are absent", async (t) => {
  const served = await limited(t, { RATE_LIMIT: "off", RATE_LIMIT_ANONYMOUS: "1/60" });
  for (let count = 0; count < 3; count += 1) {
    const answer = await served.get("/api", anonymous);
    assert.deepEqual([answer.status, ...rateLimitOf(answer)], [200, null, null]);
  }
});

test("§12.10: a page of another origin may read the headers", async (t) => {
  const served = await limited(t, {});
  const answer = await sendRawRequest(served.url, "GET", "/api", { host: "x", origin: "https://page.example" });
  const exposed = String(answer.headers["access-control-expose-headers"]).toLowerCase().split(", ");
  for (const name of ["ratelimit", "ratelimit-policy", "retry-after"]) assert.ok(exposed.includes(name), name);
});

test("§10.1: too-many-requests has a page, and is in /docs and the OpenAPI document", async () => {
  const served = await serveForFile();
  assert.match((await served.get("/problems/too-many-requests", anonymous)).text, /<code>429<\/code>/);
  const docs = await served.get("/docs", anonymous);
  for (const words of ["RateLimit-Policy", "Retry-After", "/problems/too-many-requests"])
    assert.ok(docs.text.includes(words), words);
  const { paths } = (await served.get("/openapi.json", anonymous)).body;
  for (const [path, item] of Object.entries<Record<string, { responses: object }>>(paths)) {
    for (const [method, operation] of Object.entries(item))
      if (operation.responses)
        assert.equal("429" in operation.responses, !/^\/(livez|readyz)$/.test(path), `${method} ${path}`);
  }
});

test("§8.2: bytes that never become a request do not count", async (t) => {
  const served = await limited(t, { RATE_LIMIT_ANONYMOUS: "1/60" });
  const { status, headers } = await sendRawRequest(served.url, "GET", "/api", {
    host: "a",
    "x-large": "x".repeat(17_000),
  });
  assert.deepEqual([status, headers.ratelimit], [431, undefined]);
  assert.equal((await served.get("/api", anonymous)).status, 200);
});

/** A textbook token bucket, in exact fractions: tokens × window are integers. */
function oracle({ quota, window }: Policy): (now: number) => boolean {
  let [level, at] = [BigInt(quota * window * 1000), 0n];
  return (now) => {
    const full = BigInt(quota * window * 1000);
    const refilled = level + (BigInt(now) - at) * BigInt(quota);
    level = refilled > full ? full : refilled;
    at = BigInt(now);
    const admitted = level >= BigInt(window * 1000);
    if (admitted) level -= BigInt(window * 1000);
    return admitted;
  };
}

test("§8.2: for any policy and any sequence of requests, the bucket equals the textbook's, to the token", () => {
  let seed = 7;
  const random = (most: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return 1 + (seed % most);
  };
  for (let round = 0; round < 200; round += 1) {
    const policy = { name: "p", quota: random(round % 2 ? 20 : 1_000_000), window: random(round % 3 ? 60 : 86_400) };
    const clock = new TestClock();
    const [limits, expected] = [memoryRateLimiter(clock), oracle(policy)];
    const step = Math.max(2, Math.ceil((2_000 * policy.window) / policy.quota));
    for (let count = 0; count < 200; count += 1) {
      if (random(3) === 1) clock.advance(random(step));
      if (random(100) === 1) clock.advance(random(policy.window * 2_000));
      assert.equal((limits.take(policy, "s") as BucketState).admitted, expected(clock.now()), JSON.stringify(policy));
    }
  }
});

test("§8.2: a clock that is set back neither refills nor blocks", () => {
  const [clock, policy] = [new TestClock(), { name: "p", quota: 2, window: 10 }];
  const limits = memoryRateLimiter(clock);
  const left = () => remaining(policy, limits.take(policy, "s") as BucketState);
  assert.equal(left(), 1);
  clock.advance(-3_600_000);
  assert.equal(left(), 0);
  clock.advance(5_000);
  assert.equal(left(), 0);
});

test("§8.2: the memory for buckets is bounded: the least recently used ones are dropped, and no others", () => {
  const [clock, policy] = [new TestClock(), { name: "p", quota: 10, window: 60 }];
  const limits = memoryRateLimiter(clock, 100);
  const left = (subject: string) => remaining(policy, limits.take(policy, subject) as BucketState);
  assert.equal(left("first"), 9);
  for (let other = 0; other < 99; other += 1) left(`a${other}`);
  assert.equal(left("first"), 8, "as many as configured are kept");
  for (let other = 0; other < 200; other += 1) left(`b${other}`);
  assert.equal(left("first"), 9, "forgotten: full again");
  for (let other = 0; other < 1_000; other += 1) {
    left(`c${other}`);
    if (other % 50 === 0) left("busy");
  }
  assert.equal(left("busy"), 0, "recently used buckets are kept");
});
