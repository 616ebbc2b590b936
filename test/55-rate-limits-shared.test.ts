/** Proves that several processes share their limits in Redis, and continue without it (§8.2). */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import pino from "pino";
import { redisRateLimiter } from "../engine/rate-limit/redis.ts";
import { memoryRateLimiter } from "../engine/rate-limit/token-bucket.ts";
import { findFreePort } from "./support/http/free-port.ts";
import { parseMetrics } from "./support/http/metrics.ts";
import { type ServerProcess, startServer } from "./support/http/process.ts";
import { ADMIN_KEY, TestClock } from "./support/http/serve.ts";
import { deleteLimits, isRedisAvailable, REDIS_URL, RedisProxy } from "./support/store/redis.ts";

const skip = (await isRedisAvailable()) ? false : "no Redis here";
const folder = mkdtempSync(join(tmpdir(), "space-missions-limits-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** A quota that hardly refills during a test, and that is unique to this run. */
const QUOTA = 200 + (process.pid % 100);
const RATE = `${QUOTA}/86400`;
after(() => (skip ? undefined : deleteLimits(RATE)));

/** Starts a process. @param redis the URL of Redis, or of a proxy to it */
function sharing(t: TestContext, redis: string, more: Record<string, string> = {}): ServerProcess {
  return startServer(t, {
    PORT: "0",
    DATASET: "none",
    ADMIN_API_KEY: ADMIN_KEY,
    DATABASE_URL: `sqlite:${join(mkdtempSync(join(folder, "service-")), "test.db")}`,
    RATE_LIMIT_ANONYMOUS: RATE,
    RATE_LIMIT_AUTHENTICATED: RATE,
    REDIS_URL: redis,
    ...more,
  });
}

async function wired(t: TestContext): Promise<RedisProxy> {
  const wire = new RedisProxy();
  await wire.open();
  t.after(() => wire.cut().catch(() => {}));
  await deleteLimits(RATE);
  return wire;
}

async function left(url: string): Promise<number> {
  const { headers } = await fetch(`${url}/api`);
  return Number(/;r=(\d+);/.exec(headers.get("ratelimit")!)![1]);
}

/** Sends requests over 64 connections to all services in turn; returns how many are admitted. */
async function burst(urls: readonly string[], requests: number, headers: Record<string, string> = {}): Promise<number> {
  let [sent, admitted] = [0, 0];
  const connection = async () => {
    for (; sent < requests; ) {
      sent += 1;
      const { status } = await fetch(`${urls[sent % urls.length]}/api`, { headers });
      if (status !== 429) admitted += 1;
    }
  };
  await Promise.all(Array.from({ length: 64 }, connection));
  return admitted;
}

/** Polls, with requests that are not limited, until a condition holds or the test times out. */
async function until(url: string, met: () => boolean | Promise<boolean>): Promise<void> {
  for (; !(await met()); ) await (await fetch(`${url}/livez`)).text();
}

test("§8.2: a burst of N+100 from 64 connections to two processes admits N, for an address and for a credential", {
  skip,
}, async (t) => {
  // A proxy in this process, which is busy with the burst, would be too slow.
  await deleteLimits(RATE);
  const commands = [sharing(t, REDIS_URL), sharing(t, REDIS_URL)];
  const urls = await Promise.all(commands.map(({ url }) => url));
  assert.equal(await burst(urls, QUOTA + 100), QUOTA);
  const refused = await fetch(`${urls[0]}/api`);
  assert.equal(refused.status, 429);
  // One token takes 86,400 s / QUOTA to come.
  const retryAfter = Number(refused.headers.get("retry-after"));
  assert.ok(retryAfter > 86_400 / QUOTA - 60 && retryAfter <= Math.ceil(86_400 / QUOTA), String(retryAfter));
  assert.equal(refused.headers.get("ratelimit"), `"anonymous";r=0;t=${retryAfter}`);
  assert.equal(await burst(urls, QUOTA + 100, { authorization: `Bearer ${ADMIN_KEY}` }), QUOTA);
});

test("§8.2: without Redis each process limits alone at once, and logs that once; when it is back, they share again", {
  skip,
}, async (t) => {
  const wire = await wired(t);
  // On `PORT`, they are limited too.
  const metricsAddress = `127.0.0.1:${await findFreePort()}`;
  const command = sharing(t, wire.url, { METRICS_ADDRESS: metricsAddress });
  const url = await command.url;
  assert.equal(await left(url), QUOTA - 1);
  const redisMetrics = async () => {
    const metrics = parseMetrics(await (await fetch(`http://${metricsAddress}/metrics`)).text());
    return [metrics.value("rate_limits_shared"), metrics.value("rate_limits_local_requests_total")] as const;
  };
  assert.deepEqual(await redisMetrics(), [1, 0]);
  await wire.cut();
  // Its own bucket is full. When it notices the closed connection is not determined.
  await until(url, async () => (await left(url)) > QUOTA - 40);
  assert.ok((await burst([url], QUOTA + 100)) <= QUOTA);
  assert.equal((await fetch(`${url}/api`)).status, 429);
  // Their text may be a second old. Those that were refused are among them.
  for (let [together, alone] = await redisMetrics(); together !== 0 || alone <= QUOTA; )
    [together, alone] = await redisMetrics();
  await wire.open();
  await until(url, () => command.output().err.includes("Redis is available again"));
  assert.equal((await fetch(`${url}/api`)).status, 200);
  assert.ok((await left(url)) > QUOTA - 40, "what was spent alone is not known to Redis");
  while ((await redisMetrics())[0] !== 1);
  // A slow machine may have outages of its own.
  const { err } = command.output();
  const lines = err.match(/Redis is (?:unavailable|available again)/g)!;
  const expected = lines.map((_, index) => `Redis is ${index % 2 === 0 ? "unavailable" : "available again"}`);
  assert.deepEqual(lines, expected, err);
});

test("§8.2: while Redis does not respond, requests are still served", { skip }, async (t) => {
  const wire = await wired(t);
  const command = sharing(t, wire.url);
  const url = await command.url;
  assert.equal(await left(url), QUOTA - 1);
  wire.block();
  assert.equal(await burst([url], QUOTA + 100), QUOTA);
  assert.match(command.output().err, /Redis is unavailable/);
});

test("§8.2: a process that was too busy to read the reply of Redis in time has not lost it", { skip }, async (t) => {
  const wire = await wired(t);
  const logger = pino({ level: "silent" });
  const limiter = await redisRateLimiter(wire.url, "space-missions", memoryRateLimiter(new TestClock()), logger);
  t.after(() => limiter.close());
  const policy = { name: "anonymous", quota: QUOTA, window: 86_400 };
  await limiter.take(policy, "someone");
  t.mock.timers.enable({ apis: ["setTimeout"] });
  // Before sockets are read again.
  wire.onReply = () => void setImmediate(() => t.mock.timers.tick(5_000));
  assert.equal((await limiter.take(policy, "someone")).admitted, true);
  assert.deepEqual(limiter.sharedState!(), { shared: true, countedLocally: 0 });
});

test("§8.2: a process starts without Redis, with its own limits; no password is logged", async (t) => {
  const command = sharing(t, "redis://somebody:the-password@127.0.0.1:1", {
    LOG_LEVEL: "trace",
  });
  const url = await command.url;
  assert.equal(await burst([url], QUOTA + 100), QUOTA);
  const { out, err } = command.output();
  assert.equal(err.match(/Redis is unavailable/g)!.length, 1);
  assert.doesNotMatch(out + err, /the-password/);
});
