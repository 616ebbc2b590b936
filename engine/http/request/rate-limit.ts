/** Rate limiting: `RateLimit` headers on every response (draft-ietf-httpapi-ratelimit-headers), 429 beyond the quota. */
import type { FastifyReply, FastifyRequest } from "fastify";
import {
  type BucketState,
  type Policy,
  type RateLimiter,
  remaining,
  secondsUntilFull,
  secondsUntilNext,
} from "../../rate-limit/token-bucket.ts";
import { HttpProblem } from "../problem-types.ts";
import { requestPath } from "./address.ts";
import { isAuthenticated } from "./client-address.ts";
import type { ClientOf } from "./requester.ts";

/** The rate limiter with the policies that it enforces. */
export interface RateLimiting {
  readonly limits: RateLimiter;
  /** For each address that sends requests without a valid credential. */
  readonly anonymous: Policy;
  /** For each caller with a valid credential, from any address. */
  readonly authenticated: Policy;
  readonly clientOf: ClientOf;
}

/** The requests that do not count as others do. */
export interface RateLimitExceptions {
  /** Whether a request does not count at all. */
  readonly isExempt: (request: FastifyRequest) => boolean;
  /** Whether it counts in a quota that it shares only with its like, so that other requests never use that up. */
  readonly isSeparate: (request: FastifyRequest) => boolean;
}

/**
 * Returns the phase that counts a request and puts the remaining quota on its response.
 *
 * The phase throws Problem `too-many-requests`; it returns a promise if the counters are in another process.
 */
export function rateLimiter(
  { limits, anonymous, authenticated, clientOf }: RateLimiting,
  { isExempt, isSeparate }: RateLimitExceptions,
): (request: FastifyRequest, reply: FastifyReply) => void | Promise<void> {
  const [forAddresses, forCallers] = [advertise(anonymous), advertise(authenticated)];
  return (request, reply) => {
    if (isExempt(request)) return;
    const advertised = isAuthenticated(request) ? forCallers : forAddresses;
    const client = clientOf(request);
    const state = limits.take(advertised.policy, isSeparate(request) ? `${client} ${requestPath(request)}` : client);
    if (state instanceof Promise) return state.then((awaited) => putHeaders(reply, advertised, awaited));
    putHeaders(reply, advertised, state);
  };
}

/** A policy with the constant parts of its headers (structured fields, RFC 9651). */
interface AdvertisedPolicy {
  readonly policy: Policy;
  readonly header: string;
  readonly prefix: string;
}

function advertise(policy: Policy): AdvertisedPolicy {
  const { name, quota, window } = policy;
  return { policy, header: `"${name}";q=${quota};w=${window}`, prefix: `"${name}";r=` };
}

function putHeaders(reply: FastifyReply, { policy, header, prefix }: AdvertisedPolicy, state: BucketState): void {
  reply.header("ratelimit-policy", header);
  if (state.admitted) {
    reply.header("ratelimit", `${prefix}${remaining(policy, state)};t=${secondsUntilFull(policy, state)}`);
    return;
  }
  const retryAfter = secondsUntilNext(policy, state);
  reply.header("ratelimit", `${prefix}0;t=${retryAfter}`);
  const rate = `${policy.quota} requests per ${policy.window} s`;
  const detail = `Rate limit exceeded: ${rate} are allowed. Try again in ${retryAfter} s.`;
  throw new HttpProblem("too-many-requests", detail, { retryAfter });
}
