/** The routes of the API, derived from the catalog, and their registration with Fastify. */
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import { isRead, pastRequirement, type Requirement, requirementFor } from "../access/requirements.ts";
import type { Method } from "../declare/declaration.ts";
import { ADMIN } from "../declare/scopes.ts";
import { Problem } from "../problem.ts";
import { asksAboutPast } from "../query/history/as-of.ts";
import type { Catalog } from "../resource/catalog.ts";
import type { Resource, View } from "../resource/resource.ts";
import { requireSpace } from "../store/health/disk-space.ts";
import { allowOf, type Handler, type HttpContext, type Route } from "./context.ts";
import { announcementOf } from "./deprecation.ts";
import { readCancel } from "./handlers/cancel.ts";
import { readCreate } from "./handlers/create.ts";
import { readDelete } from "./handlers/delete.ts";
import { stream } from "./handlers/event-stream.ts";
import { get } from "./handlers/get.ts";
import { exportList } from "./handlers/lists/export.ts";
import { list, ResponseCache } from "./handlers/lists/list.ts";
import { query, readQuestion } from "./handlers/lists/query.ts";
import { MAX_CONTENT_LENGTH } from "./handlers/lists/question.ts";
import { readReplace, readUpdate, write } from "./handlers/write.ts";
import { checkUrlLength, requestQuery } from "./request/address.ts";
import {
  acceptedType,
  CSV_TYPE,
  checkContent,
  JSON_ONLY,
  JSON_TYPE,
  listType,
  NDJSON_TYPE,
  takesBody,
} from "./request/negotiation.ts";
import { acceptHeader } from "./response/problem.ts";
import { emptyResponse } from "./response/response.ts";
import { putCachingHeaders, putPreflightHeaders, send } from "./response/send.ts";
import { EVENT_STREAM } from "./response/sse.ts";
import type { RunHandler } from "./timeout.ts";

/** The routes of all views of a catalog. */
export function resourceRoutes(context: HttpContext, catalog: Catalog): Route[] {
  const cache = new ResponseCache();
  return catalog.views.flatMap((view) => viewRoutes(context, view, cache));
}

function viewRoutes(context: HttpContext, view: View, cache: ResponseCache): Route[] {
  const { resource } = view;
  const { log } = context.store.catalog;
  const { bodyLimit } = context;
  const common = {
    resource,
    view,
    bodyLimit,
    requirementOf: (method: string) => requirementFor(view, method),
    pastRequirement: pastRequirement(view, log, context.publicHistory),
  };
  const item = allowedHandlers(view, {
    GET: get(context, view),
    PUT: write(context, resource, readReplace),
    PATCH: write(context, resource, readUpdate),
    DELETE: write(context, resource, resource === context.operations.operations.resource ? readCancel : readDelete),
  });
  const formats: Readonly<Record<string, Handler>> = {
    [JSON_TYPE]: list(context, view, cache),
    // Before the stream, which never ends: `text/*` selects the first.
    [CSV_TYPE]: exportList(context, view, "csv"),
    [NDJSON_TYPE]: exportList(context, view, "ndjson"),
    ...(resource === log ? { [EVENT_STREAM]: stream(context, view) } : {}),
  };
  const offered = Object.keys(formats);
  const getList: Handler = (request) => formats[listType(request, offered)]!(request);
  const collection = {
    ...allowedHandlers(view, { GET: getList, POST: write(context, resource, readCreate) }),
    QUERY: query(getList),
  };
  const takesArrays = resource.bulk !== undefined;
  return [view.path, ...view.aliases].flatMap((path): Route[] => {
    const url = urlOf(view, path);
    const announced = announcementOf(view, false);
    if (resource.kind === "single") return [{ ...common, url, handlers: item, announce: announced }];
    const lists: Route = {
      ...common,
      url,
      handlers: collection,
      offered,
      announce: announcementOf(view, true),
      bodyLimit: takesArrays ? context.bulkBodyLimit : bodyLimit,
    };
    return view.hasItems ? [lists, { ...common, url: `${url}/:id`, handlers: item, announce: announced }] : [lists];
  });
}

/** The handlers of the methods that a view allows. */
function allowedHandlers(view: View, handlers: Route["handlers"]): Route["handlers"] {
  return Object.fromEntries(Object.entries(handlers).filter(([method]) => view.methods.includes(method as Method)));
}

function urlOf(view: View, path: string): string {
  return view.parent ? path.replace(/\{\w+\}/, ":of") : path;
}

/** What routes share. */
interface RouteParts extends Pick<HttpContext, "bodies" | "diskSpace"> {
  readonly authorize: Authorize;
  readonly run: RunHandler;
}

/** Registers routes, each with OPTIONS. */
export function register(app: FastifyInstance, routes: readonly Route[], context: HttpContext, run: RunHandler): void {
  const parts: RouteParts = { ...context, authorize: authorizer(context), run };
  for (const route of routes) {
    for (const [method, handler] of Object.entries(route.handlers) as [HTTPMethods, Handler][])
      registerMethod(app, route, method, handler, parts);
    registerOptions(app, route);
  }
}

/** Authorizes a request for a path that leads to a resource, if to any. @throws as `Access.authorize` does */
type Authorize = (request: FastifyRequest, requirement: Requirement, resource: Resource | undefined) => void;

/** Returns the function that authorizes requests, and counts those that are refused although only the admin may send them. */
function authorizer({ access, refusedRequests, addressOf }: HttpContext): Authorize {
  return (request, requirement, resource) => {
    try {
      access.authorize(request.caller, requirement);
    } catch (reason) {
      // Another reason, such as an issuer that is unavailable, refuses nobody.
      const isRefused = reason instanceof Problem && ["unauthorized", "forbidden"].includes(reason.slug);
      if (isRefused && resource && requirement.scopes.includes(ADMIN))
        refusedRequests?.add(request.caller, addressOf(request), resource);
      throw reason;
    }
  };
}

function registerMethod(
  app: FastifyInstance,
  { url, bodyLimit: routeLimit, requirementOf, pastRequirement, resource, view, offered, announce }: Route,
  method: HTTPMethods,
  handler: Handler,
  { authorize, diskSpace, bodies, run }: RouteParts,
): void {
  const requirement = requirementOf(method);
  const past = isRead(method) ? pastRequirement : undefined;
  const isQuery = method === "QUERY";
  /** Authorizes a request that asks about the past, which is known once its query is. */
  const authorizePast = (request: FastifyRequest, reply: FastifyReply): void => {
    if (!past || !asksAboutPast(requestQuery(request))) return;
    putCachingHeaders(reply, past);
    authorize(request, past, resource);
  };
  const bodyLimit = isQuery ? MAX_CONTENT_LENGTH : routeLimit;
  const reading = takesBody(method) ? bodies.reading(handler, bodyLimit) : handler;
  /** Carries out a QUERY. What it asks is known only once its content has been read. */
  const asking = (reply: FastifyReply): Handler =>
    bodies.reading((request) => {
      request.question = readQuestion(view!, request);
      authorizePast(request, reply);
      announce?.(request, reply);
      return handler(request);
    }, bodyLimit);
  const metrics = app.requestMetrics.of(url, method);
  const headMetrics = app.requestMetrics.of(url, "HEAD");
  app.route({
    method: method === "GET" ? ["GET", "HEAD"] : method,
    url,
    bodyLimit,
    onRequest: (request, reply, done) => {
      request.metrics = request.method === "HEAD" ? headMetrics : metrics;
      putCachingHeaders(reply, requirement);
      if (!isQuery) announce?.(request, reply);
      checkUrlLength(request);
      authorize(request, requirement, resource);
      authorizePast(request, reply);
      if (requirement.kind !== "open") {
        if (offered && method === "GET") listType(request, offered);
        else if (!isQuery) acceptedType(request, JSON_ONLY);
        checkContent(request);
        if (takesBody(method) && !isQuery) requireSpace(diskSpace);
      }
      done();
    },
    ...(takesBody(method)
      ? { preParsing: (request, reply, payload, done) => done(null, bodies.count(request, reply, payload, bodyLimit)) }
      : {}),
    // Not awaited, because Fastify would inspect the reply once more.
    handler: (request, reply) => {
      void run(request, reply, isQuery ? asking(reply) : reading);
    },
  });
}

const NO_CONTENT = emptyResponse(204);

function registerOptions(app: FastifyInstance, route: Route): void {
  const allow = allowOf(route);
  app.options(route.url, async (request, reply) => {
    checkUrlLength(request);
    reply.header("allow", allow);
    putPreflightHeaders(reply, allow);
    for (const method of ["POST", "PATCH", "QUERY"] as const)
      if (route.handlers[method]) reply.header(...acceptHeader(method));
    void send(request, reply, NO_CONTENT);
    return reply;
  });
}

/** Returns a function that finds the route of a path, for any method. */
export function routeFinder(routes: readonly Route[]): (path: string) => Route | undefined {
  const patternOf = (url: string) => new RegExp(`^${url.replace(/:\w+/g, "[^/]+").replace("*", ".+")}$`);
  const patterns = routes.map((route) => [patternOf(route.url), route] as const);
  return (path) => patterns.find(([pattern]) => pattern.test(path))?.[1];
}
