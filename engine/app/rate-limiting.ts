/** The rate limits of the service, as configured. */
import type { Logger } from "pino";
import type { RateLimiting } from "../http/request/rate-limit.ts";
import type { ClientOf } from "../http/request/requester.ts";
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
  // Loaded only where it is used, because the client of Redis delays the start.
  const limits =
    redis === undefined
      ? local
      : await (await import("../rate-limit/redis.ts")).redisRateLimiter(redis, name, local, logger);
  return {
    limits,
    anonymous: { name: "anonymous", ...rates.anonymous },
    authenticated: { name: "authenticated", ...rates.authenticated },
    clientOf,
  };
}
