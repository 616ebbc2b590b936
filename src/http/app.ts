/** The HTTP application: Fastify, with defaults as strict as the contract. */
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Logger } from "pino";
import type { Caller } from "../access/caller.ts";
import { NO_CREDENTIAL } from "../access/requirements.ts";
import { notFound, Problem } from "../problem.ts";
import { type ClientError, ClientErrorHandler } from "./client-errors.ts";
import { allowOf, type HttpContext, type Route } from "./context.ts";
import { resultRoute } from "./handlers/operation-result.ts";
import type { RequestMetrics } from "./metrics/requests.ts";
import { serviceRoutes } from "./pages/service-routes.ts";
import { type AnyProblem, HttpProblem } from "./problem-types.ts";
import { checkAddress, checkOrigin, checkUrlLength, requestPath } from "./request/address.ts";
import { parseBodies } from "./request/body-parser.ts";
import { connectionOf } from "./request/connection.ts";
import type { Overload } from "./request/overload.ts";
import { type Phase, runPhases } from "./request/phases.ts";
import { rateLimiter } from "./request/rate-limit.ts";
import { requestId } from "./request/request-id.ts";
import { DRAINING, OVERLOADED, sendProblem } from "./response/problem.ts";
import { putCachingHeaders, putCommonHeaders } from "./response/send.ts";
import { register, resourceRoutes, routeFinder } from "./routes.ts";
import { runWithTimeout } from "./timeout.ts";

/** What the application needs besides the `HttpContext`. */
export interface AppSettings {
  readonly logger: Logger;
  readonly requestMetrics: RequestMetrics;
  readonly overload: Overload;
  /** In seconds, like the other time-outs. */
  readonly headersTimeout: number;
  readonly bodyTimeout: number;
  readonly handlerTimeout: number;
  /** If false, every caller is admin, and only pages of a loopback address may send requests. */
  readonly authentication: boolean;
}

const MAX_HEADER_SIZE = 16 * 1024;

/** Builds the application, which does not listen yet. */
export function buildApp(context: HttpContext, settings: AppSettings): FastifyInstance {
  const { store } = context;
  const { requestMetrics } = settings;
  const clientErrors = new ClientErrorHandler((status) => requestMetrics.countClientError(status));
  const app = Fastify({
    ...serverOptions(context, settings),
    // Called for a URL that the router cannot decode, before any hook has run.
    frameworkErrors: (error, request, reply) => {
      begin(request, reply as never);
      const respond = (problem: unknown) => sendProblem(request, reply as never, problem);
      Promise.try(runPhases, undecodablePhases, request, reply as never).then(() => respond(error), respond);
    },
    clientErrorHandler: (error: ClientError, socket) => clientErrors.handle(error, socket),
  }) as unknown as FastifyInstance;
  decorate(app, settings);
  parseBodies(app);
  const { catalog } = store;
  const routes = [...serviceRoutes(context, catalog), resultRoute(context), ...resourceRoutes(context, catalog)];
  const unroutedProblem = problemsOfUnrouted(routes);
  const { phases, undecodablePhases } = phasesOf(context, settings, routes, unroutedProblem);

  const begin = (request: FastifyRequest, reply: FastifyReply): void => {
    request.connection = connectionOf(request.raw.socket);
    request.connection.latestReply = reply;
    putCommonHeaders(request, reply, { cors: settings.authentication });
  };
  app.addHook("onRequest", (request, reply, done) => {
    begin(request, reply);
    store.beginRead();
    const waiting = runPhases(phases, request, reply);
    if (waiting === undefined) return done();
    // The request waits for the database, an issuer or Redis, so it counts as running.
    requestMetrics.running += 1;
    waiting
      .finally(() => {
        requestMetrics.running -= 1;
      })
      .then(() => done(), done);
  });
  app.setNotFoundHandler((request, reply) => sendProblem(request, reply, unroutedProblem(request, reply)));
  app.setErrorHandler((error, request, reply) => sendProblem(request, reply, error));
  register(app, routes, context.access, runWithTimeout(app, settings.handlerTimeout * 1000));
  listenToServer(app, clientErrors);
  return app;
}

/** The options of Fastify and of Node's HTTP server that are plain values. */
function serverOptions({ bodyLimit }: HttpContext, { headersTimeout, bodyTimeout }: AppSettings) {
  return {
    // Fastify's own logging costs each request a child logger and two listeners.
    logger: false,
    http: {
      maxHeaderSize: MAX_HEADER_SIZE,
      headersTimeout: headersTimeout * 1000,
      // How often Node checks for requests past their timeout.
      connectionsCheckingInterval: 1_000,
      // `checkAddress` responds with a problem document instead, and also checks what Node accepts.
      requireHostHeader: false,
      joinDuplicateHeaders: true,
    },
    requestTimeout: (headersTimeout + bodyTimeout) * 1000,
    bodyLimit,
    // No id is too long for the router: `checkUrlLength` limits the whole URL.
    routerOptions: { maxParamLength: MAX_HEADER_SIZE },
    // Fastify's HEAD routes would give a 304 a Content-Length.
    exposeHeadRoutes: false,
    // `refuseOverload` responds with a problem document instead.
    return503OnClosing: false,
    genReqId: ({ headers }: IncomingMessage) => requestId(headers),
  };
}

/** The phases of a request before its route runs, and those of a request whose URL the router cannot decode. */
function phasesOf(
  { access, rateLimiting, ready }: HttpContext,
  { overload, authentication }: AppSettings,
  routes: readonly Route[],
  unroutedProblem: UnroutedProblem,
): { phases: readonly Phase[]; undecodablePhases: readonly Phase[] } {
  // There are so few that a linear search is faster than hashing the path.
  const probes = routes.filter((route) => route.probe).map((route) => route.url);
  const isProbe = (request: FastifyRequest): boolean => probes.includes(requestPath(request));

  /** Responds 503 while the process is overloaded or draining, except to probes. */
  const refuseOverload: Phase = (request, reply) => {
    const draining = !ready();
    if (!(draining || overload.now()) || isProbe(request)) return;
    if (draining) reply.header("connection", "close");
    else overload.countRefusal();
    // The response carries the rate limit too, unless that takes a lookup: lookups would pile up while a database hangs.
    if (!rateLimiting?.limits.remote && !access.needsLookup(request.headers.authorization)) {
      authenticate(request, reply);
      rateLimit(request, reply);
    }
    throw draining ? DRAINING : OVERLOADED;
  };
  /** Finds the caller. An invalid credential is refused later, once the path is known to exist. */
  const authenticate: Phase = (request) => {
    const caller = access.identify(request.headers.authorization);
    if (!(caller instanceof Promise)) {
      request.caller = caller;
      return;
    }
    return caller.then((found) => {
      request.caller = found;
    });
  };
  const rateLimit: Phase = rateLimiting ? rateLimiter(rateLimiting, isProbe) : () => {};
  /** Responds 404 or 405 before the body is read, or 414. */
  const checkRoute: Phase = (request, reply) => {
    if (!request.is404) return;
    if (request.method === "GET" || request.method === "HEAD") putCachingHeaders(reply, NO_CREDENTIAL);
    checkUrlLength(request);
    throw unroutedProblem(request, reply);
  };
  const phases = [refuseOverload, authenticate, rateLimit, checkAddress, checkRoute];
  if (!authentication) phases.push(checkOrigin);
  return { phases, undecodablePhases: [authenticate, rateLimit, checkUrlLength] };
}

type UnroutedProblem = (request: FastifyRequest, reply: FastifyReply) => AnyProblem;

/** Returns the problem of a request that no route takes: 404, or 405 with `Allow` if its path has other methods. */
function problemsOfUnrouted(routes: readonly Route[]): UnroutedProblem {
  const findRoute = routeFinder(routes);
  return (request, reply) => {
    const route = findRoute(requestPath(request));
    if (!route) return notFound();
    const allow = allowOf(route);
    reply.header("allow", allow);
    const detail = `${request.method} is not allowed on this path. Allowed: ${allow}.`;
    return new HttpProblem("method-not-allowed", detail);
  };
}

function decorate(app: FastifyInstance, { logger, requestMetrics }: AppSettings): void {
  app.decorate("logger", logger);
  app.decorate("requestMetrics", requestMetrics);
  app.decorateRequest("caller", null as never);
  app.decorateRequest("connection", null as never);
  app.decorateRequest("startedAt", 0);
  app.decorateRequest("metrics", null);
}

/** Handles the events of Node's server that Fastify does not. */
function listenToServer({ server }: FastifyInstance, clientErrors: ClientErrorHandler): void {
  // A server may ignore an expectation that it does not know (RFC 9110 §10.1.1).
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  // 100 is sent when the body is read: a request that its header decides gets its response without it (RFC 9110 §10.1.1).
  server.on("checkContinue", (request, response) => {
    request.once("resume", () => response.headersSent || response.writeContinue());
    server.emit("request", request, response);
  });
  server.on("connect", (_request, socket) =>
    clientErrors.writeProblem(
      socket as Socket,
      new Problem("invalid-request", "CONNECT is not supported; the service is not a proxy."),
    ),
  );
}

declare module "fastify" {
  interface FastifyInstance {
    /** Logs failed requests. */
    readonly logger: Logger;
  }
  interface FastifyRequest {
    caller: Caller;
  }
}
