/** How often one may ask, told on every answer (draft-ietf-httpapi-ratelimit-headers) and refused with 429. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { ANONYMOUS, type Caller } from "../../access/caller.ts";
import {
  type Limits,
  type Policy,
  remaining,
  secondsUntilFull,
  secondsUntilNext,
  type Taken,
} from "../../rate-limit/token-bucket.ts";
import { HttpProblem } from "../response/problem-types.ts";
import { clientAddress } from "./client-address.ts";

/** What requests are limited by. */
export interface Limiting {
  readonly limits: Limits;
  /** For each address from which requests without a valid credential come. */
  readonly anonymous: Policy;
  /** For each caller with one, wherever they are. */
  readonly authenticated: Policy;
  /** CIDR ranges of proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
}

/**
 * Counts a request, and puts on the answer what is left.
 * @throws Problem `too-many-requests`; a promise of it where the limits are not in this process
 */
export type Spend = (request: FastifyRequest, reply: FastifyReply, caller: Caller) => void | Promise<void>;

/** A policy with what does not change of its headers (structured fields, RFC 9651). */
interface Advertised {
  readonly policy: Policy;
  readonly header: string;
  readonly start: string;
}

export function spending({ limits, anonymous, authenticated, trustedProxies }: Limiting): Spend {
  const addressOf = clientAddress(trustedProxies);
  const [stranger, known] = [advertised(anonymous), advertised(authenticated)];
  return (request, reply, caller) => {
    // Whose credential is refused has the name of those who send none, and spends what they spend.
    const isKnown = caller.name !== ANONYMOUS.name;
    const by = isKnown ? known : stranger;
    const taken = limits.take(by.policy, isKnown ? caller.name : addressOf(request));
    if (taken instanceof Promise) return taken.then((later) => tell(reply, by, later));
    tell(reply, by, taken);
  };
}

function advertised(policy: Policy): Advertised {
  const { name, quota, window } = policy;
  return { policy, header: `"${name}";q=${quota};w=${window}`, start: `"${name}";r=` };
}

function tell(reply: FastifyReply, { policy, header, start }: Advertised, taken: Taken): void {
  reply.header("ratelimit-policy", header);
  if (taken.admitted) {
    reply.header("ratelimit", `${start}${remaining(policy, taken)};t=${secondsUntilFull(policy, taken)}`);
    return;
  }
  const retryAfter = secondsUntilNext(policy, taken);
  reply.header("ratelimit", `${start}0;t=${retryAfter}`);
  const rate = `${policy.quota} requests in ${policy.window} s are allowed`;
  throw new HttpProblem("too-many-requests", `That was too much: ${rate}. Try again in ${retryAfter} s.`, {
    retryAfter,
  });
}
