/** The rate limiter of several machines: the token bucket of `token-bucket.ts` in Redis, by one atomic script. */
import { type Callback, Redis, type Result } from "ioredis";
import type { Logger } from "pino";
import { PRODUCT } from "../runtime/product.ts";
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

/** The timeouts of a command and of a connection attempt. */
const COMMAND_TIMEOUT_MS = 500;
const CONNECT_TIMEOUT_MS = 2_000;
/** The longest pause between attempts to reconnect. */
const MAX_RETRY_MS = 1_000;

/**
 * Connects to Redis. While Redis is unavailable, requests go to the local limiter without waiting.
 * @param local the limiter of this machine
 * @param logger logs when Redis becomes unavailable, and when it is available again
 */
export async function redisRateLimiter(url: string, local: RateLimiter, logger: Logger): Promise<RateLimiter> {
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    retryStrategy: (times) => Math.min(times * 50, MAX_RETRY_MS),
    scripts: { take: { lua: TAKE, numberOfKeys: 1 } },
  });
  const limiter = new RedisRateLimiter(redis, local, logger);
  await limiter.connect();
  return limiter;
}

class RedisRateLimiter implements RateLimiter {
  readonly remote = true;
  private readonly redis: Redis;
  private readonly local: RateLimiter;
  private readonly logger: Logger;
  private available = true;
  private countedLocally = 0;

  constructor(redis: Redis, local: RateLimiter, logger: Logger) {
    this.redis = redis;
    this.local = local;
    this.logger = logger;
    redis.on("error", (error: Error) => this.setUnavailable(error));
    redis.on("ready", () => this.setAvailable());
    redis.on("close", () => this.setUnavailable(new Error("The connection was closed.")));
  }

  /** Makes the first attempt to connect. Does not throw. */
  async connect(): Promise<void> {
    await this.redis.connect().catch((error: Error) => this.setUnavailable(error));
  }

  take(policy: Policy, subject: string): BucketState | Promise<BucketState> {
    if (this.redis.status !== "ready") return this.takeLocally(policy, subject);
    return this.redis.take(keyOf(policy, subject), policy.quota, policy.window).then(
      ([admitted, debt]) => {
        this.setAvailable();
        return { admitted: admitted === 1, debt };
      },
      (error: Error) => {
        this.setUnavailable(error);
        // If Redis does not reply in time, the connection is closed, so that no other request waits for the reply.
        if (this.redis.status === "ready" && error.message === "Command timed out") this.redis.disconnect(true);
        return this.takeLocally(policy, subject);
      },
    );
  }

  sharedState(): SharedState {
    return { shared: this.available, countedLocally: this.countedLocally };
  }

  close(): void {
    this.redis.removeAllListeners();
    this.redis.on("error", () => {});
    this.redis.disconnect();
    this.local.close();
  }

  private takeLocally(policy: Policy, subject: string): BucketState | Promise<BucketState> {
    this.countedLocally += 1;
    return this.local.take(policy, subject);
  }

  private setAvailable(): void {
    if (!this.available) this.logger.info("Redis is available again: rate limits are shared");
    this.available = true;
  }

  /** Logs only the message, because other properties of these errors may contain the password. */
  private setUnavailable({ message }: Error): void {
    if (this.available)
      this.logger.warn({ reason: message }, "Redis is unavailable: each process now limits requests alone");
    this.available = false;
  }
}

/** The key of a bucket. It contains the quota and the window, because the debt is counted in units of them. */
function keyOf({ name, quota, window }: Policy, subject: string): string {
  return `${PRODUCT}:limit:${name}:${quota}/${window}:${subject}`;
}
