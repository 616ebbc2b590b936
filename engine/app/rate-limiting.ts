/** The rate limits of the service, as configured. */
import type { Logger } from "pino";
import type { RateLimiting } from "../http/request/rate-limit.ts";
import type { ClientOf } from "../http/request/requester.ts";
import { redisRateLimiter } from "../rate-limit/redis.ts";
import type { RateLimiter } from "../rate-limit/token-bucket.ts";
import type { Config } from "./config.ts";

/**
 * Opens the rate limiter, which uses Redis if that is configured. Returns undefined if rate limiting is off.
 * @param local the limiter of this machine
 */
export async function openRateLimiting(
  { name, rates, redis }: Config,
  clientOf: ClientOf,
  local: RateLimiter,
  logger: Logger,
): Promise<RateLimiting | undefined> {
  if (!rates) return undefined;
  return {
    limits: redis === undefined ? local : await redisRateLimiter(redis, name, local, logger),
    anonymous: { name: "anonymous", ...rates.anonymous },
    authenticated: { name: "authenticated", ...rates.authenticated },
    clientOf,
  };
}
