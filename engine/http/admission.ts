/** Whether a request reaches its route: overload, authentication, rate limits, address. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { isRead, NO_CREDENTIAL } from "../access/requirements.ts";
import { NOTHING, notFound } from "../problem.ts";
import { allowOf, type HttpContext, type Route } from "./context.ts";
import type { RequestMetrics } from "./metrics/requests.ts";
import { type AnyProblem, HttpProblem } from "./problem-types.ts";
import { checkAddress, checkOrigin, checkUrlLength, requestPath } from "./request/address.ts";
import { checkAccept } from "./request/negotiation.ts";
import type { Overload } from "./request/overload.ts";
import { rateLimiter } from "./request/rate-limit.ts";
import { DRAINING, OVERLOADED } from "./response/problem.ts";
import { putCachingHeaders } from "./response/send.ts";
import { routeFinder } from "./routes.ts";
import { pathSuggester } from "./similar-paths.ts";

/**
 * A step that every request passes before its route runs: lets it pass, or throws the problem that is its response. Returns
 * a promise only if it has to wait for the database, an issuer or Redis (decision 26).
 */
export type Phase = (request: FastifyRequest, reply: FastifyReply) => void | Promise<void>;

/** Runs phases in order; returns a promise once one of them has to wait. */
export function runPhases(
  phases: readonly Phase[],
  request: FastifyRequest,
  reply: FastifyReply,
  from = 0,
): void | Promise<void> {
  for (let at = from; at < phases.length; at += 1) {
    const waiting = phases[at]!(request, reply);
    if (waiting !== undefined) return waiting.then(() => runPhases(phases, request, reply, at + 1));
  }
}

/** What the phases need besides the `HttpContext`. */
interface AdmissionSettings {
  readonly overload: Overload;
  readonly requestMetrics: RequestMetrics;
  readonly authentication: boolean;
}

/** The phases of a request before its route runs, and those of a request whose URL the router cannot decode. */
export function phasesOf(
  { access, rateLimiting, clientOf, ready }: HttpContext,
  { overload, requestMetrics, authentication }: AdmissionSettings,
  routes: readonly Route[],
  unroutedProblem: UnroutedProblem,
): { phases: readonly Phase[]; undecodablePhases: readonly Phase[] } {
  const isMonitoring = requestsTo(routes.filter((route) => route.monitoring));
  const isExempt = requestsTo(routes.filter((route) => route.unlimited));
  const isSeparate = (request: FastifyRequest): boolean => isMonitoring(request) && !isExempt(request);

  /** Counts a request as running while it waits for the database or Redis. */
  const countRunning = (waiting: Promise<void>): Promise<void> => {
    requestMetrics.running += 1;
    return waiting.finally(() => {
      requestMetrics.running -= 1;
    });
  };
  /** Responds 503 while the process is overloaded or draining, except to what monitors it. */
  const refuseOverload: Phase = (request, reply) => {
    const draining = !ready();
    if (!(draining || overload.now()) || isMonitoring(request)) return;
    if (draining) reply.header("connection", "close");
    else overload.countRefusal();
    // The response carries the rate limit too, unless that takes a lookup: lookups would pile up while a database hangs.
    const caller = rateLimiting?.limits.remote ? undefined : access.recall(request.headers.authorization);
    if (caller) {
      request.caller = caller;
      rateLimit(request, reply);
    }
    throw draining ? DRAINING : OVERLOADED;
  };
  /** Finds the caller. An invalid credential is refused later, once the path is known to exist. */
  const authenticate: Phase = (request) => {
    const { authorization } = request.headers;
    const caller = access.identify(authorization, () => clientOf(request));
    if (!(caller instanceof Promise)) {
      request.caller = caller;
      return;
    }
    const waiting = caller.then((found) => {
      request.caller = found;
    });
    // An issuer that hangs is no work of this process; `JwksCache` limits how many requests wait for it.
    return access.waitsForIssuer(authorization) ? waiting : countRunning(waiting);
  };
  const takeToken = rateLimiting && rateLimiter(rateLimiting, { isExempt, isSeparate });
  const rateLimit: Phase = (request, reply) => {
    const waiting = takeToken?.(request, reply);
    if (waiting !== undefined) return countRunning(waiting);
  };
  /** Responds 404 or 405 before the body is read, or 414. */
  const checkRoute: Phase = (request, reply) => {
    if (!request.is404) return;
    if (isRead(request.method)) putCachingHeaders(reply, NO_CREDENTIAL);
    checkUrlLength(request);
    throw unroutedProblem(request, reply);
  };
  const phases = [refuseOverload, authenticate, rateLimit, checkAccept, checkAddress, checkRoute];
  if (!authentication) phases.push(checkOrigin);
  return { phases, undecodablePhases: [authenticate, rateLimit, checkUrlLength] };
}

/** Returns a function that recognizes requests to some routes. They are so few that a search is faster than hashing the path. */
function requestsTo(routes: readonly Route[]): (request: FastifyRequest) => boolean {
  const paths = routes.map(({ url }) => url);
  return (request) => paths.includes(requestPath(request));
}

type UnroutedProblem = (request: FastifyRequest, reply: FastifyReply) => AnyProblem;

/**
 * Returns the problem of a request that no route takes: 404, or 405 with `Allow` if its path has other methods.
 * @param suggested the routes that a 404 may suggest: those of the API, not its pages
 */
export function problemsOfUnrouted(routes: readonly Route[], suggested: readonly Route[]): UnroutedProblem {
  const findRoute = routeFinder(routes);
  const suggestPath = pathSuggester(suggested);
  return (request, reply) => {
    const route = findRoute(requestPath(request));
    if (!route) return notFound(`${NOTHING}${suggestPath(requestPath(request))}`);
    const allow = allowOf(route);
    reply.header("allow", allow);
    const detail = `${request.method} is not allowed on this path. Allowed: ${allow}.`;
    return new HttpProblem("method-not-allowed", detail);
  };
}
