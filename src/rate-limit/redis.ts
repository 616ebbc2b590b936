/** Limits of several processes together: the same token bucket as in memory, kept in Redis by one atomic script. */
import { type Callback, Redis, type Result } from "ioredis";
import type { Logger } from "pino";
import type { Limits, Policy, Taken } from "./token-bucket.ts";

/**
 * The arithmetic of `limits.ts` on Redis' own clock: those of several machines differ. A bucket that is full again
 * expires, which changes nothing.
 */
const TAKE = `
local quota, window = tonumber(ARGV[1]), tonumber(ARGV[2]) * 1000
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local kept = redis.call('HMGET', KEYS[1], 'debt', 'at')
local debt = math.max(0, (tonumber(kept[1]) or 0) - math.max(0, now - (tonumber(kept[2]) or now)) * quota)
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

/** How long an answer of Redis is waited for, and how long a connection to it, in milliseconds. */
const COMMAND_MS = 500;
const CONNECT_MS = 2_000;
/** How long after a lost connection the next is tried, at most. */
const RETRY_MS = 1_000;

/**
 * Connects to Redis, and does without when that is not there: requests then go to the limits of this process, at once
 * and without waiting, until Redis is back.
 * @param alone the limits of this process
 * @param logger is told when Redis goes and when it comes back, once each
 */
export async function sharedLimits(url: string, alone: Limits, logger: Logger): Promise<Limits> {
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    commandTimeout: COMMAND_MS,
    connectTimeout: CONNECT_MS,
    retryStrategy: (times) => Math.min(times * 50, RETRY_MS),
    scripts: { take: { lua: TAKE, numberOfKeys: 1 } },
  });
  let away = false;
  let alones = 0;
  // The message alone: what else is in these errors may hold the password.
  const lose = ({ message }: Error): void => {
    if (!away) logger.warn({ reason: message }, "Redis is away: each process limits requests on its own");
    away = true;
  };
  const regain = (): void => {
    if (away) logger.info("Redis is back: requests are limited together again");
    away = false;
  };
  redis.on("error", lose);
  redis.on("ready", regain);
  redis.on("close", () => lose(new Error("The connection was closed.")));
  await redis.connect().catch(lose);

  const without = (policy: Policy, subject: string): Taken | Promise<Taken> => {
    alones += 1;
    return alone.take(policy, subject);
  };
  const failed = (reason: Error, policy: Policy, subject: string): Taken | Promise<Taken> => {
    lose(reason);
    // Whoever does not answer in time is not asked again on this connection, and nobody waits for it twice.
    if (redis.status === "ready" && reason.message === "Command timed out") redis.disconnect(true);
    return without(policy, subject);
  };
  return {
    take: (policy, subject) => {
      if (redis.status !== "ready") return without(policy, subject);
      return redis.take(keyOf(policy, subject), policy.quota, policy.window).then(
        ([admitted, debt]) => {
          regain();
          return { admitted: admitted === 1, debt };
        },
        (reason: Error) => failed(reason, policy, subject),
      );
    },
    elsewhere: true,
    sharing: () => ({ together: !away, alone: alones }),
    close: () => {
      redis.removeAllListeners();
      redis.on("error", () => {});
      redis.disconnect();
      alone.close();
    },
  };
}

/** What is missing is counted in units of the policy: with another quota or window it means something else. */
function keyOf({ name, quota, window }: Policy, subject: string): string {
  return `space-missions:limit:${name}:${quota}/${window}:${subject}`;
}
