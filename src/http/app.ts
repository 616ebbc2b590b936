/** The HTTP application: Fastify, with its defaults made as strict as the contract. */
import { hash } from "node:crypto";
import type { Socket } from "node:net";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Logger } from "pino";
import type { Caller } from "../access/caller.ts";
import { NO_CREDENTIAL } from "../access/requirements.ts";
import { notFound, Problem } from "../problem.ts";
import { type HttpContext, requestPath } from "./context.ts";
import { resultRoute } from "./handlers/operation-result.ts";
import type { RequestMetrics } from "./metrics/requests.ts";
import { serviceRoutes } from "./pages/service-routes.ts";
import { checkAddress, checkOrigin, routeGuard } from "./request/address.ts";
import { arrivals } from "./request/authenticate.ts";
import { parseJson } from "./request/body.ts";
import { BrokenRequests, type ClientError } from "./request/broken.ts";
import { connectionOf } from "./request/connection.ts";
import { takesBody } from "./request/negotiation.ts";
import type { Overload } from "./request/overload.ts";
import { prefersLater } from "./request/prefer.ts";
import { requestId } from "./request/request-id.ts";
import { deadlines } from "./request/timeout.ts";
import { draining, problemAnswer, sendProblem } from "./response/problem.ts";
import { type AnyProblem, HttpProblem } from "./response/problem-types.ts";
import type { HttpResponse } from "./response/response.ts";
import { putCaching, putCommon, send } from "./response/sending.ts";
import { allowOf, register, resourceRoutes, routeFinder } from "./routes.ts";

export interface AppSettings {
  readonly logger: Logger;
  readonly traffic: RequestMetrics;
  readonly overload: Overload;
  /** Seconds. */
  readonly headersTimeout: number;
  readonly bodyTimeout: number;
  readonly handlerTimeout: number;
  /** Every caller is admin, on one's own machine. */
  readonly tutorial: boolean;
}

const LARGEST_HEADERS = 16 * 1024;
/** One for all: nobody asks where it arose, and there are many of them when there are any. */
const OVERLOADED = new Problem("unavailable", "The service is overloaded.");

/** Builds the application; it does not listen yet. */
export function buildApp(service: HttpContext, settings: AppSettings): FastifyInstance {
  const { logger, traffic, overload } = settings;
  const broken = new BrokenRequests(traffic);
  const app = Fastify({
    // Its own would cost each request a child logger and two listeners.
    logger: false,
    http: {
      maxHeaderSize: LARGEST_HEADERS,
      headersTimeout: settings.headersTimeout * 1000,
      // Node looks for late requests only so often.
      connectionsCheckingInterval: 1_000,
      // So that `checkAddress` sees what Node would answer without a problem document, or let pass.
      requireHostHeader: false,
      joinDuplicateHeaders: true,
    },
    requestTimeout: (settings.headersTimeout + settings.bodyTimeout) * 1000,
    bodyLimit: service.bodyLimit,
    routerOptions: { maxParamLength: 8 * 1024 },
    // Fastify's own would give a 304 a Content-Length.
    exposeHeadRoutes: false,
    // The hook below says it in a problem document.
    return503OnClosing: false,
    genReqId: ({ headers }) => requestId(headers),
    frameworkErrors: (error, request, reply) => {
      begin(request, reply as never);
      const send = (problem: unknown) => sendProblem(request, reply as never, problem);
      Promise.try(arrive, request, reply as never).then(() => send(error), send);
    },
    clientErrorHandler: (error: ClientError, socket) => broken.answer(error, socket),
  }) as unknown as FastifyInstance;
  app.decorate("journal", logger);
  app.decorate("traffic", traffic);
  app.decorateRequest("fingerprint", "");
  app.decorateRequest("text", "");
  app.decorateRequest("caller", null as never);
  app.decorateRequest("connection", null as never);
  app.decorateRequest("begun", 0);
  app.decorateRequest("tally", null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (request, body, done) => {
    if (!takesBody(request.method)) return done(null);
    try {
      request.fingerprint = fingerprintOf(request, body as Buffer);
      const parsed = parseJson(body as Buffer);
      if (prefersLater(request.headers)) request.text = (body as Buffer).toString();
      done(null, parsed);
    } catch (problem) {
      done(problem as Error);
    }
  });
  app.addHook("onRequest", (request, reply, done) => {
    begin(request, reply);
    service.store.beginRead();
    const refusal = refusalOf(request, reply);
    if (refusal) {
      arriveAtOnce(request, reply);
      return void send(request, reply, refusal);
    }
    const arriving = arrive(request, reply);
    if (arriving === undefined) {
      enter(request, reply);
      done();
      return;
    }
    // It waits for the database, an issuer or Redis, as others wait within.
    traffic.running += 1;
    arriving
      .then(() => enter(request, reply))
      .finally(() => {
        traffic.running -= 1;
      })
      .then(() => done(), done);
  });
  const begin = (request: FastifyRequest, reply: FastifyReply): void => {
    request.connection = connectionOf(request.raw.socket);
    request.connection.latest = reply;
    putCommon(request, reply, !settings.tutorial);
  };
  /** What is answered instead of what was asked for, while there is too much to do or the service stops. */
  const refusalOf = (request: FastifyRequest, reply: FastifyReply): HttpResponse | undefined => {
    const stopping = !service.ready();
    if (!(stopping || overload.now()) || isWatching(request)) return undefined;
    if (stopping) {
      reply.header("connection", "close");
      return draining(request);
    }
    overload.refuse();
    return problemAnswer(OVERLOADED, requestPath(request), request.id);
  };
  const enter = (request: FastifyRequest, reply: FastifyReply): void => {
    checkAddress(request, reply);
    // Before the body is read: whatever it holds, nothing here takes it.
    if (request.is404) {
      if (request.method === "GET" || request.method === "HEAD") putCaching(reply, NO_CREDENTIAL);
      throw unrouted(request, reply);
    }
    if (settings.tutorial) checkOrigin(request);
  };
  // An expectation that is not known is no reason to refuse (RFC 9110 §10.1.1 leaves it to the server).
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
  // A body is asked for when it is read: what the header alone decides is answered without (RFC 9110 §10.1.1).
  app.server.on("checkContinue", (request, response) => {
    request.once("resume", () => response.headersSent || response.writeContinue());
    app.server.emit("request", request, response);
  });
  app.server.on("connect", (_request, socket) =>
    broken.answerBare(socket as Socket, new Problem("invalid-request", "CONNECT is for proxies, and this is none.")),
  );
  app.setErrorHandler((error, request, reply) => sendProblem(request, reply, error));
  const catalog = service.store.catalog;
  const routes = [...serviceRoutes(service, catalog), resultRoute(service), ...resourceRoutes(service, catalog)];
  const watching = routes.filter((route) => route.watching).map((route) => route.url);
  const isWatching = (request: FastifyRequest): boolean => watching.includes(requestPath(request));
  const { arrive, arriveAtOnce } = arrivals(service, watching);
  const guard = routeGuard(service.access);
  register(app, routes, guard, deadlines(app, settings.handlerTimeout * 1000));
  const find = routeFinder(routes);
  const unrouted = (request: FastifyRequest, reply: FastifyReply): AnyProblem => {
    const route = find(requestPath(request));
    if (!route) return notFound();
    const allow = allowOf(route);
    reply.header("allow", allow);
    return new HttpProblem("method-not-allowed", `${request.method} is not allowed here; allowed are ${allow}.`);
  };
  app.setNotFoundHandler((request, reply) => sendProblem(request, reply, unrouted(request, reply)));
  return app;
}

declare module "fastify" {
  interface FastifyInstance {
    /** Where failures are logged. */
    readonly journal: Logger;
  }
  interface FastifyRequest {
    /** What the body was, byte for byte, of a request with an `Idempotency-Key`. */
    fingerprint: string;
    /** The body as it came, of a request that may be put off. */
    text: string;
    caller: Caller;
  }
}

function fingerprintOf(request: FastifyRequest, body: Buffer): string {
  return request.headers["idempotency-key"] === undefined ? "" : hash("sha256", body, "base64url");
}
