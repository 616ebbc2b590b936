/** Rate limiting: `RateLimit` headers on every response (draft-ietf-httpapi-ratelimit-headers), 429 beyond the quota. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { ANONYMOUS } from "../../access/caller.ts";
import {
  type BucketState,
  type Policy,
  type RateLimiter,
  remaining,
  secondsUntilFull,
  secondsUntilNext,
} from "../../rate-limit/token-bucket.ts";
import { HttpProblem } from "../problem-types.ts";
import { clientAddress } from "./client-address.ts";
import type { Phase } from "./phases.ts";

/** The rate limiter with the policies that it enforces. */
export interface RateLimiting {
  readonly limits: RateLimiter;
  /** For each address that sends requests without a valid credential. */
  readonly anonymous: Policy;
  /** For each caller with a valid credential, from any address. */
  readonly authenticated: Policy;
  /** CIDR ranges of proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[];
}

/**
 * Returns the phase that counts a request and puts the remaining quota on its response.
 *
 * The phase throws Problem `too-many-requests`; it returns a promise if the counters are in another process.
 */
export function rateLimiter(
  { limits, anonymous, authenticated, trustedProxies }: RateLimiting,
  isExempt: (request: FastifyRequest) => boolean,
): Phase {
  const addressOf = clientAddress(trustedProxies);
  const [forAddresses, forCallers] = [advertise(anonymous), advertise(authenticated)];
  return (request, reply) => {
    if (isExempt(request)) return;
    const { name } = request.caller;
    // Invalid credentials are limited as anonymous: `rejectedCaller` gives them its name.
    const isAuthenticated = name !== ANONYMOUS.name;
    const advertised = isAuthenticated ? forCallers : forAddresses;
    const state = limits.take(advertised.policy, isAuthenticated ? name : addressOf(request));
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
