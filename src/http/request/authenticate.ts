/** What happens to a request before anybody looks where it goes: whose it is, and whether they asked too often. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../../access/caller.ts";
import { type HttpContext, requestPath } from "../context.ts";
import { spending } from "./rate-limit.ts";

/**
 * Lets a request in, as the caller that it comes from. At once, unless a token has to be verified or the limits are
 * shared with other processes: a promise then, which may throw the same.
 * @throws Problem `too-many-requests`
 */
export type Arrive = (request: FastifyRequest, reply: FastifyReply) => void | Promise<void>;

export interface Arrivals {
  readonly arrive: Arrive;
  /**
   * The same for a request that is refused whoever sends it: not where that takes anything but this process. What nobody waits
   * for would pile up while the database or another process hangs.
   */
  readonly arriveAtOnce: Arrive;
}

/** @param unlimited paths that are never limited; so few that to look through them is less work than to hash the path asked */
export function arrivals({ access, limiting }: HttpContext, unlimited: readonly string[]): Arrivals {
  const spend = limiting && spending(limiting);
  const enter = (request: FastifyRequest, reply: FastifyReply, caller: Caller): void | Promise<void> => {
    request.caller = caller;
    if (spend && !unlimited.includes(requestPath(request))) return spend(request, reply, caller);
  };
  const arrive: Arrive = (request, reply) => {
    const caller = access.identify(request.headers.authorization, request.connection.credential);
    return caller instanceof Promise
      ? caller.then((known) => enter(request, reply, known))
      : enter(request, reply, caller);
  };
  return {
    arrive,
    arriveAtOnce: (request, reply) => {
      if (!limiting?.limits.elsewhere && !access.looksUp(request.headers.authorization)) return arrive(request, reply);
    },
  };
}
