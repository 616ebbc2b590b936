/** Every path of the API, read off the catalog: what it answers, and what a request to it needs. */
import type { FastifyInstance, HTTPMethods } from "fastify";
import { type Requirement, requirementFor } from "../access/requirements.ts";
import type { Method } from "../declare/declare.ts";
import type { Catalog } from "../resource/catalog.ts";
import type { View } from "../resource/resource.ts";
import type { HttpContext } from "./context.ts";
import { create } from "./handlers/create.ts";
import { remove } from "./handlers/delete.ts";
import { LISTED_OR_STREAMED, listOrStream } from "./handlers/event-stream.ts";
import { get } from "./handlers/get.ts";
import { list } from "./handlers/list.ts";
import { replace } from "./handlers/replace.ts";
import { update } from "./handlers/update.ts";
import type { Tally } from "./metrics/requests.ts";
import type { routeGuard } from "./request/address.ts";
import { decoding } from "./request/decoding.ts";
import { JSON_ONLY, takesBody } from "./request/negotiation.ts";
import type { Deadline, Handler } from "./request/timeout.ts";
import { ResponseCache } from "./response/cache.ts";
import { acceptHeader } from "./response/problem.ts";
import { emptyResponse } from "./response/response.ts";
import { putCaching, putPreflight, send } from "./response/sending.ts";

const NOTHING = emptyResponse(204);

/** A path with the handlers of its methods. */
export interface Route {
  /** As Fastify writes it: `/api/planets/:of/moons/:id`. */
  readonly url: string;
  readonly handlers: Partial<Record<HTTPMethods, Handler>>;
  readonly bodyLimit: number;
  readonly needs: (method: string) => Requirement;
  /** For machines that watch the service: asked as often as they like, answered also while it drains or is overloaded. */
  readonly watching?: true;
  /** The media types of its answers to GET, where it is not JSON alone. */
  readonly offered?: readonly string[];
}

/** The methods that a path takes, as `Allow` lists them. */
export function allowOf(route: Route): string {
  const methods = Object.keys(route.handlers);
  return [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
}

/** The routes of all views of a catalog. */
export function resourceRoutes(service: HttpContext, catalog: Catalog): Route[] {
  const answers = new ResponseCache();
  return catalog.views.flatMap((view) => {
    const { resource } = view;
    const bulk = resource.declaration.kind === "collection" && resource.declaration.bulk !== undefined;
    const common = {
      bodyLimit: service.bodyLimit,
      needs: (method: string) => requirementFor(view, method),
    };
    const item = taken(view, {
      GET: get(service, view),
      PUT: replace(service, resource),
      PATCH: update(service, resource),
      DELETE: remove(service, resource),
    });
    const page = list(service, view, answers);
    const logs = resource === catalog.log;
    const GET = logs ? listOrStream(service, view, page) : page;
    const collection = taken(view, { GET, POST: create(service, resource) });
    return [view.path, ...view.aliases].flatMap((path) => {
      const url = urlOf(view, path);
      if (resource.kind === "single") return [{ ...common, url, handlers: item }];
      const offered = logs ? { offered: LISTED_OR_STREAMED } : {};
      const lists = {
        ...common,
        ...offered,
        ...(bulk ? { bodyLimit: service.bulkBodyLimit } : {}),
        url,
        handlers: collection,
      };
      return view.items ? [lists, { ...common, url: `${url}/:id`, handlers: item }] : [lists];
    });
  });
}

/** The handlers of those methods that a view takes. */
function taken(view: View, handlers: Route["handlers"]): Route["handlers"] {
  return Object.fromEntries(Object.entries(handlers).filter(([method]) => view.methods.includes(method as Method)));
}

function urlOf(view: View, path: string): string {
  return view.of ? path.replace(`{${view.of.column}}`, ":of") : path;
}

/** Registers routes, with OPTIONS on each. */
export function register(
  app: FastifyInstance,
  routes: readonly Route[],
  guard: ReturnType<typeof routeGuard>,
  within: Deadline,
): void {
  for (const route of routes) {
    const allow = allowOf(route);
    const tallyOf = (method: string): Tally => app.traffic.of(route.url, method);
    for (const [method, handler] of Object.entries(route.handlers) as [HTTPMethods, Handler][]) {
      const need = route.needs(method);
      const { offered = JSON_ONLY } = route;
      const [tally, headTally] = [tallyOf(method), tallyOf("HEAD")];
      app.route({
        method: method === "GET" ? ["GET", "HEAD"] : method,
        url: route.url,
        bodyLimit: route.bodyLimit,
        onRequest: (request, reply, done) => {
          request.tally = request.method === "HEAD" ? headTally : tally;
          putCaching(reply, need);
          guard(request, need, offered);
          done();
        },
        ...(takesBody(method)
          ? { preParsing: (request, reply, payload, done) => done(null, decoding(request, reply, payload)) }
          : {}),
        // Not awaited by Fastify, which would look at the reply once more.
        handler: (request, reply) => {
          void within(request, reply, handler);
        },
      });
    }
    app.options(route.url, async (request, reply) => {
      reply.header("allow", allow);
      putPreflight(reply, allow);
      for (const method of ["POST", "PATCH"] as const)
        if (route.handlers[method]) reply.header(...acceptHeader(method));
      void send(request, reply, NOTHING);
      return reply;
    });
  }
}

/** Finds the route that a path belongs to, whatever the method. */
export function routeFinder(routes: readonly Route[]): (path: string) => Route | undefined {
  const patterns = routes.map((route) => [new RegExp(`^${route.url.replace(/:\w+/g, "[^/]+")}$`), route] as const);
  return (path) => patterns.find(([pattern]) => pattern.test(path))?.[1];
}
