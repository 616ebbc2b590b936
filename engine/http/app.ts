/** The HTTP application: Fastify, with defaults as strict as the contract. */
import type { IncomingMessage } from "node:http";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Logger } from "pino";
import { ANONYMOUS, type Caller } from "../access/caller.ts";
import { phasesOf, problemsOfUnrouted, runPhases } from "./admission.ts";
import { type ClientError, ClientErrorHandler, listenToServer } from "./client-errors.ts";
import { type ConnectionLimits, limitConnections } from "./connection-limits.ts";
import type { HttpContext } from "./context.ts";
import { eventRecordsRoute } from "./handlers/event-records.ts";
import { resultRoute } from "./handlers/operation-result.ts";
import type { RequestMetrics } from "./metrics/requests.ts";
import type { Explorer } from "./pages/explorer/build.ts";
import { type DescribedExplorer, withDescription } from "./pages/explorer/description.ts";
import { notFoundPages } from "./pages/explorer/not-found.ts";
import { DrawingThread } from "./pages/explorer/pictures/drawing-thread.ts";
import { explorerRoutes } from "./pages/explorer/routes.ts";
import { openApiText, serviceRoutes } from "./pages/service-routes.ts";
import { collectBodies } from "./request/body-parser.ts";
import { connectionOf } from "./request/connection.ts";
import type { Overload } from "./request/overload.ts";
import { requestId } from "./request/request-id.ts";
import type { ClientOf } from "./request/requester.ts";
import { sendProblem } from "./response/problem.ts";
import { putCommonHeaders } from "./response/send.ts";
import { register, resourceRoutes } from "./routes.ts";
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
  readonly connections: ConnectionLimits;
  /** If false, every caller is admin, and only pages of a loopback address may send requests. */
  readonly authentication: boolean;
  /** The protection space of its credentials (RFC 9110 §11.5). */
  readonly realm: string;
  /** Undefined if it is not built. */
  readonly explorer: Explorer | undefined;
}

const MAX_HEADER_SIZE = 16 * 1024;

/** Builds the application, which does not listen yet. */
export function buildApp(context: HttpContext, settings: AppSettings): FastifyInstance {
  const { store } = context;
  const { requestMetrics } = settings;
  const explorer = settings.explorer && withDescription(settings.explorer, () => openApiText(context));
  const clientErrors = new ClientErrorHandler((status) => requestMetrics.countClientError(status));
  const app = Fastify({
    ...serverOptions(context, settings),
    // Called for a URL that the router cannot decode, before any hook has run.
    frameworkErrors: (error, request, reply) => {
      const respond = (problem: unknown) => sendProblem(request, reply as never, problem);
      begin(request, reply as never, () => {
        Promise.try(runPhases, undecodablePhases, request, reply as never).then(() => respond(error), respond);
      });
    },
    clientErrorHandler: (error: ClientError, socket) => clientErrors.handle(error, socket),
  }) as unknown as FastifyInstance;
  decorate(app, { ...settings, explorer }, context);
  collectBodies(app);
  const { catalog } = store;
  const resources = resourceRoutes(context, catalog);
  const eventRecords = catalog.log ? [eventRecordsRoute(context, catalog.log)] : [];
  const service = serviceRoutes(context, catalog, explorer !== undefined);
  const served = [...service, resultRoute(context), ...eventRecords, ...resources];
  const drawing = explorer?.standalone;
  const thread = drawing === undefined ? undefined : new DrawingThread(drawing, () => openApiText(context));
  app.addHook("onClose", () => thread?.close());
  const pages = explorerRoutes(context, explorer, { api: resources, readable: served, thread });
  const routes = [...served, ...pages];
  const unroutedProblem = problemsOfUnrouted(routes, served);
  const { phases, undecodablePhases } = phasesOf(context, settings, routes, unroutedProblem);

  /** Prepares a request, and starts it when it is its turn. */
  const begin = (request: FastifyRequest, reply: FastifyReply, start: () => void): void => {
    request.caller = ANONYMOUS;
    request.connection = connectionOf(request.raw.socket);
    requestMetrics.noteReceipt(request);
    putCommonHeaders(request, reply, { cors: settings.authentication });
    request.connection.takeTurn(reply, start);
  };
  app.addHook("onRequest", (request, reply, done) =>
    begin(request, reply, () => {
      store.beginRead();
      let waiting: void | Promise<void>;
      try {
        waiting = runPhases(phases, request, reply);
      } catch (problem) {
        return done(problem as Error);
      }
      if (waiting === undefined) return done();
      waiting.then(() => done(), done);
    }),
  );
  app.setNotFoundHandler((request, reply) => sendProblem(request, reply, unroutedProblem(request, reply)));
  app.setErrorHandler((error, request, reply) => sendProblem(request, reply, error));
  const run = runWithTimeout(app, context.clientOf, context.clock, settings.handlerTimeout * 1000);
  register(app, routes, context, run);
  listenToServer(app, clientErrors);
  limitConnections(app.server, settings.connections, context.clock, {
    logger: settings.logger,
    countRefusal: () => requestMetrics.countRefusedConnection(),
    countEviction: () => requestMetrics.countEvictedConnection(),
  });
  return app;
}

/** The compilers of a schema controller, none of which is called: no route has a schema. */
const noCompiler = () => () => () => true as never;

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
    // Bodies are validated by `validation.ts`; Fastify would load compilers of its own.
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    // No id is too long for the router: `checkUrlLength` limits the whole URL.
    routerOptions: { maxParamLength: MAX_HEADER_SIZE },
    // Fastify's HEAD routes would give a 304 a Content-Length.
    exposeHeadRoutes: false,
    // `refuseOverload` responds with a problem document instead.
    return503OnClosing: false,
    genReqId: ({ headers }: IncomingMessage) => requestId(headers),
  };
}

function decorate(
  app: FastifyInstance,
  {
    logger,
    requestMetrics,
    explorer,
    realm,
  }: Omit<AppSettings, "explorer"> & { readonly explorer: DescribedExplorer | undefined },
  { addressOf }: HttpContext,
): void {
  app.decorate("logger", logger);
  app.decorate("addressOf", addressOf);
  app.decorate("requestMetrics", requestMetrics);
  app.decorate("realm", realm);
  app.decorate("notFoundPage", notFoundPages(explorer));
  app.decorateRequest("caller", null as never);
  app.decorateRequest("question", null);
  app.decorateRequest("connection", null as never);
  app.decorateRequest("receivedAt", 0);
  app.decorateRequest("startedAt", null);
  app.decorateRequest("requester", null as never);
  app.decorateRequest("metrics", null);
}

declare module "fastify" {
  interface FastifyInstance {
    /** Logs failed requests. */
    readonly logger: Logger;
    /** Finds the address of a request's client, as log lines show it. */
    readonly addressOf: ClientOf;
  }
  interface FastifyRequest {
    caller: Caller;
  }
}
