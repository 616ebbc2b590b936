/** The routes of the service itself: entry point, probes, metrics, OpenAPI document, HTML pages. */

import { NO_CREDENTIAL, READ_ACCESS } from "../../access/requirements.ts";
import { type Fault, notFound, refuseFaults } from "../../problem.ts";
import { readParameters } from "../../query/parameters.ts";
import type { Catalog } from "../../resource/catalog.ts";
import { API_ROOT } from "../../resource/resource.ts";
import { memoize } from "../../runtime/memoize.ts";
import { TITLE } from "../../runtime/product.ts";
import type { HttpContext, Route } from "../context.ts";
import { METRICS_TYPE } from "../metrics/prometheus.ts";
import { openApiDocument } from "../openapi/document.ts";
import { requestQuery } from "../request/address.ts";
import { DRAINING } from "../response/problem.ts";
import { emptyResponse, jsonResponse } from "../response/response.ts";
import { htmlResponse } from "./html.ts";
import { problemPage, problemsPage } from "./problems.ts";
import { referencePage } from "./reference.ts";

const reference = memoize((context: HttpContext) => referencePage(context));
const openApi = memoize((context: HttpContext) => JSON.stringify(openApiDocument(context)));

/** The routes that no declaration describes. */
export function serviceRoutes(context: HttpContext, catalog: Catalog): Route[] {
  const entry = JSON.stringify(entryPoint(context, catalog));
  const publicRoute = { bodyLimit: context.bodyLimit, requirementOf: () => READ_ACCESS };
  const page = { bodyLimit: context.bodyLimit, requirementOf: () => NO_CREDENTIAL };
  const probe = { ...page, probe: true as const };
  return [
    {
      ...publicRoute,
      url: API_ROOT,
      handlers: {
        GET: async (request) => {
          const faults: Fault[] = [];
          readParameters(requestQuery(request), [], faults);
          refuseFaults(faults);
          return jsonResponse(entry);
        },
      },
    },
    { ...page, url: "/", handlers: { GET: async () => emptyResponse(302, { location: "/docs" }) } },
    { ...probe, url: "/livez", handlers: { GET: async () => jsonResponse('{"status":"alive"}') } },
    {
      ...probe,
      url: "/readyz",
      handlers: {
        GET: async () => {
          if (!context.ready()) throw DRAINING;
          await context.store.ping();
          return jsonResponse('{"status":"ready"}');
        },
      },
    },
    {
      ...probe,
      url: "/metrics",
      handlers: {
        GET: async () => ({ status: 200, headers: { "content-type": METRICS_TYPE }, body: await context.metrics() }),
      },
    },
    { ...page, url: "/openapi.json", handlers: { GET: async () => jsonResponse(openApi(context)) } },
    {
      ...page,
      url: "/docs",
      handlers: {
        GET: async () => htmlResponse(reference(context)),
      },
    },
    {
      ...page,
      url: "/problems",
      handlers: { GET: async () => htmlResponse(problemsPage(catalog)) },
    },
    {
      ...page,
      url: "/problems/:slug",
      handlers: {
        GET: async (request) => {
          const page = problemPage(catalog, (request.params as { slug: string }).slug);
          if (!page) throw notFound("There is no problem type with this name.");
          return htmlResponse(page);
        },
      },
    },
  ];
}

/** The body of `GET /api`. */
function entryPoint({ version }: HttpContext, catalog: Catalog): object {
  const lists = catalog.views.filter((view) => !view.parent && view.resource.kind === "collection");
  const links = lists.map((view) => [view.plural, view.path]);
  return {
    name: TITLE,
    version,
    _links: {
      self: API_ROOT,
      ...Object.fromEntries(links),
      docs: "/docs",
      openapi: "/openapi.json",
      problems: "/problems",
    },
  };
}
