/** The routes of the API, derived from the catalog, and their registration with Fastify. */
import type { FastifyInstance, HTTPMethods } from "fastify";
import type { Access } from "../access/authenticate.ts";
import { requirementFor } from "../access/requirements.ts";
import type { Method } from "../declare/declare.ts";
import type { Catalog } from "../resource/catalog.ts";
import type { View } from "../resource/resource.ts";
import { allowOf, type Handler, type HttpContext, type Route } from "./context.ts";
import { readCreate } from "./handlers/create.ts";
import { readDelete } from "./handlers/delete.ts";
import { LIST_OR_STREAM, listOrStream } from "./handlers/event-stream.ts";
import { get } from "./handlers/get.ts";
import { list } from "./handlers/list.ts";
import { readReplace } from "./handlers/replace.ts";
import { readUpdate } from "./handlers/update.ts";
import { write } from "./handlers/write.ts";
import { checkUrlLength } from "./request/address.ts";
import { decodeBody } from "./request/body.ts";
import { acceptedType, checkContent, JSON_ONLY, takesBody } from "./request/negotiation.ts";
import { ResponseCache } from "./response/cache.ts";
import { acceptHeader } from "./response/problem.ts";
import { emptyResponse } from "./response/response.ts";
import { putCachingHeaders, putPreflightHeaders, send } from "./response/send.ts";
import type { RunHandler } from "./timeout.ts";

/** The routes of all views of a catalog. */
export function resourceRoutes(context: HttpContext, catalog: Catalog): Route[] {
  const cache = new ResponseCache();
  return catalog.views.flatMap((view) => viewRoutes(context, view, cache));
}

function viewRoutes(context: HttpContext, view: View, cache: ResponseCache): Route[] {
  const { resource } = view;
  const { log } = context.store.catalog;
  const common = { bodyLimit: context.bodyLimit, requirementOf: (method: string) => requirementFor(view, method) };
  const item = allowedHandlers(view, {
    GET: get(context, view),
    PUT: write(context, resource, readReplace),
    PATCH: write(context, resource, readUpdate),
    DELETE: write(context, resource, readDelete),
  });
  const page = list(context, view, cache);
  const collection = allowedHandlers(view, {
    GET: resource === log ? listOrStream(context, view, page) : page,
    POST: write(context, resource, readCreate),
  });
  const takesArrays = resource.bulk !== undefined;
  return [view.path, ...view.aliases].flatMap((path): Route[] => {
    const url = urlOf(view, path);
    if (resource.kind === "single") return [{ ...common, url, handlers: item }];
    const lists: Route = {
      ...common,
      url,
      handlers: collection,
      offered: resource === log ? LIST_OR_STREAM : undefined,
      bodyLimit: takesArrays ? context.bulkBodyLimit : context.bodyLimit,
    };
    return view.hasItems ? [lists, { ...common, url: `${url}/:id`, handlers: item }] : [lists];
  });
}

/** The handlers of the methods that a view allows. */
function allowedHandlers(view: View, handlers: Route["handlers"]): Route["handlers"] {
  return Object.fromEntries(Object.entries(handlers).filter(([method]) => view.methods.includes(method as Method)));
}

function urlOf(view: View, path: string): string {
  return view.parent ? path.replace(`{${view.parent.column}}`, ":of") : path;
}

/** Registers routes, each with OPTIONS. */
export function register(app: FastifyInstance, routes: readonly Route[], access: Access, run: RunHandler): void {
  for (const route of routes) {
    for (const [method, handler] of Object.entries(route.handlers) as [HTTPMethods, Handler][])
      registerMethod(app, route, method, handler, access, run);
    registerOptions(app, route);
  }
}

function registerMethod(
  app: FastifyInstance,
  { url, bodyLimit, requirementOf, offered = JSON_ONLY }: Route,
  method: HTTPMethods,
  handler: Handler,
  access: Access,
  run: RunHandler,
): void {
  const requirement = requirementOf(method);
  const metrics = app.requestMetrics.of(url, method);
  const headMetrics = app.requestMetrics.of(url, "HEAD");
  app.route({
    method: method === "GET" ? ["GET", "HEAD"] : method,
    url,
    bodyLimit,
    onRequest: (request, reply, done) => {
      request.metrics = request.method === "HEAD" ? headMetrics : metrics;
      putCachingHeaders(reply, requirement);
      checkUrlLength(request);
      access.authorize(request.caller, requirement);
      if (requirement.kind !== "open") {
        acceptedType(request, offered);
        checkContent(request);
      }
      done();
    },
    ...(takesBody(method)
      ? { preParsing: (request, reply, payload, done) => done(null, decodeBody(request, reply, payload)) }
      : {}),
    // Not awaited, because Fastify would inspect the reply once more.
    handler: (request, reply) => {
      void run(request, reply, handler);
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
    for (const method of ["POST", "PATCH"] as const) if (route.handlers[method]) reply.header(...acceptHeader(method));
    void send(request, reply, NO_CONTENT);
    return reply;
  });
}

/** Returns a function that finds the route of a path, for any method. */
export function routeFinder(routes: readonly Route[]): (path: string) => Route | undefined {
  const patterns = routes.map((route) => [new RegExp(`^${route.url.replace(/:\w+/g, "[^/]+")}$`), route] as const);
  return (path) => patterns.find(([pattern]) => pattern.test(path))?.[1];
}
