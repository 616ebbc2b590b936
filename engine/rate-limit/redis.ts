/** The rate limiter of several machines: the token bucket of `token-bucket.ts` in Redis, by one atomic script. */
import { type Callback, Redis, type Result } from "ioredis";
import type { Logger } from "pino";
import { Outage } from "../runtime/outage.ts";
import { giveUpLate, LocalFallback } from "./local-fallback.ts";
import type { BucketState, Policy, RateLimiter, SharedState } from "./token-bucket.ts";

/**
 * The arithmetic of `token-bucket.ts` on the clock of Redis, because the clocks of several machines differ. A bucket expires
 * when it is full: a missing bucket counts as full.
 */
const TAKE = `
local quota, window = tonumber(ARGV[1]), tonumber(ARGV[2]) * 1000
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local stored = redis.call('HMGET', KEYS[1], 'debt', 'at')
local debt = math.max(0, (tonumber(stored[1]) or 0) - math.max(0, now - (tonumber(stored[2]) or now)) * quota)
if debt + window > quota * window then return {0, debt} end
redis.call('HSET', KEYS[1], 'debt', debt + window, 'at', now)
redis.call('PEXPIRE', KEYS[1], math.ceil((debt + window) / quota))
return {1, debt + window}
`;

declare module "ioredis" {
  interface RedisCommander<Context> {
    take(
      key: string,
      quota: number,
      window: number,
      callback?: Callback<[admitted: number, debt: number]>,
    ): Result<[admitted: number, debt: number], Context>;
  }
}

/** The timeout of each step of a connection attempt. Once connected, each request has its own. */
const CONNECT_TIMEOUT_MS = 2_000;
/** The longest pause between attempts to reconnect. */
const MAX_RETRY_MS = 1_000;

/** The message of ioredis, too. */
const TIMED_OUT = "Command timed out";

const MESSAGES = {
  began: "Redis is unavailable: each process now limits requests alone",
  ended: "Redis is available again: rate limits are shared",
};

/**
 * Connects to Redis. While Redis is unavailable, requests go to the local limiter without waiting.
 * @param name of the service, with which its keys begin
 * @param local the limiter of this machine
 * @param logger logs when Redis becomes unavailable, and when it is available again
 */
export async function redisRateLimiter(
  url: string,
  name: string,
  local: RateLimiter,
  logger: Logger,
): Promise<RateLimiter> {
  const redis = new Redis(url, {
    keyPrefix: `${name}:limit:`,
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    connectTimeout: CONNECT_TIMEOUT_MS,
    retryStrategy: (times) => Math.min(times * 50, MAX_RETRY_MS),
    scripts: { take: { lua: TAKE, numberOfKeys: 1 } },
  });
  redis.on("connecting", () => {
    redis.options.commandTimeout = CONNECT_TIMEOUT_MS;
  });
  redis.on("ready", () => {
    delete redis.options.commandTimeout;
  });
  const limiter = new RedisRateLimiter(redis, new LocalFallback(local, new Outage(logger, MESSAGES)));
  await limiter.connect();
  return limiter;
}

class RedisRateLimiter implements RateLimiter {
  readonly remote = true;
  private readonly redis: Redis;
  private readonly fallback: LocalFallback;

  /** The fallback gets only the messages of errors, because their other properties may contain the password. */
  constructor(redis: Redis, fallback: LocalFallback) {
    this.redis = redis;
    this.fallback = fallback;
    redis.on("error", ({ message }: Error) => fallback.failed(message));
    redis.on("ready", () => fallback.succeeded());
    redis.on("close", () => fallback.failed("The connection was closed."));
  }

  /** Makes the first attempt to connect. Does not throw. */
  async connect(): Promise<void> {
    await this.redis.connect().catch(({ message }: Error) => this.fallback.failed(message));
  }

  take(policy: Policy, subject: string): BucketState | Promise<BucketState> {
    const { fallback } = this;
    if (this.redis.status !== "ready") return fallback.take(policy, subject);
    return this.takeInTime(policy, subject).then(
      ([admitted, debt]) => {
        fallback.succeeded();
        return { admitted: admitted === 1, debt };
      },
      (error: Error) => {
        fallback.failed(error.message);
        // If Redis does not reply in time, the connection is closed, so that no other request waits for the reply.
        if (this.redis.status === "ready" && error.message === TIMED_OUT) this.redis.disconnect(true);
        return fallback.take(policy, subject);
      },
    );
  }

  private takeInTime(policy: Policy, subject: string): Promise<[admitted: number, debt: number]> {
    return new Promise((resolve, reject) => {
      const stopWaiting = giveUpLate(() => reject(new Error(TIMED_OUT)));
      const reply = this.redis.take(keyOf(policy, subject), policy.quota, policy.window);
      reply.then(resolve, reject).finally(stopWaiting);
    });
  }

  sharedState(): SharedState {
    return this.fallback.state;
  }

  close(): void {
    this.redis.removeAllListeners();
    this.redis.on("error", () => {});
    this.redis.disconnect();
    this.fallback.close();
  }
}

/** The key of a bucket. It contains the quota and the window, because the debt is counted in units of them. */
function keyOf({ name, quota, window }: Policy, subject: string): string {
  return `${name}:${quota}/${window}:${subject}`;
}
