/** The routes of the service itself: entry point, probes, metrics, OpenAPI document, HTML pages. */

import { NO_CREDENTIAL, OWN_IDENTITY, READ_ACCESS } from "../../access/requirements.ts";
import { type Fault, notFound, refuseFaults } from "../../problem.ts";
import { readParameters } from "../../query/parameters.ts";
import type { Catalog } from "../../resource/catalog.ts";
import { API_ROOT } from "../../resource/resource.ts";
import { memoize } from "../../runtime/memoize.ts";
import type { HttpContext, Route } from "../context.ts";
import { ME, me } from "../handlers/me.ts";
import { SEARCH, search } from "../handlers/search.ts";
import { METRICS } from "../metrics/prometheus.ts";
import { openApiDocument } from "../openapi/document.ts";
import { requestQuery } from "../request/address.ts";
import { FixedBody } from "../response/fixed-body.ts";
import { DRAINING } from "../response/problem.ts";
import { jsonResponse } from "../response/response.ts";
import { PROBLEMS, problemPage, problemsPage } from "./problems.ts";
import { REFERENCE } from "./reference/addresses.ts";
import { Reference, SCRIPT } from "./reference/reference.ts";

/** Writes the OpenAPI document, once. */
export const openApiText = memoize((context: HttpContext) =>
  JSON.stringify(openApiDocument({ ...context, catalog: context.store.catalog, metricsElsewhere: !context.metrics })),
);
const openApi = memoize((context: HttpContext) => new FixedBody(openApiText(context)));

/**
 * The routes that no declaration describes.
 * @param hasExplorer whether the explorer is served
 */
export function serviceRoutes(context: HttpContext, catalog: Catalog, hasExplorer: boolean): Route[] {
  const publicRoute = { bodyLimit: context.bodyLimit, requirementOf: () => READ_ACCESS };
  const page = { bodyLimit: context.bodyLimit, requirementOf: () => NO_CREDENTIAL };
  const monitoring = { ...page, monitoring: true as const };
  const probe = { ...monitoring, unlimited: true as const };
  const { metrics } = context;
  const reference = new Reference(context, () => JSON.parse(openApiText(context)), hasExplorer);
  return [
    {
      ...publicRoute,
      url: API_ROOT,
      handlers: {
        GET: async (request) => {
          const faults: Fault[] = [];
          readParameters(requestQuery(request), [], faults);
          refuseFaults(faults);
          return jsonResponse(JSON.stringify(await entryPoint(context, catalog)));
        },
      },
    },
    { ...page, url: ME, requirementOf: () => OWN_IDENTITY, handlers: { GET: me(context) } },
    { ...publicRoute, url: SEARCH, handlers: { GET: search(context) } },
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
    ...(metrics
      ? [
          {
            ...monitoring,
            url: METRICS,
            handlers: { GET: metrics },
          },
        ]
      : []),
    { ...page, url: "/openapi.json", handlers: { GET: async (request) => openApi(context).respond(request) } },
    { ...page, url: REFERENCE, handlers: { GET: async (request) => reference.overview().respond(request) } },
    {
      ...page,
      url: `${REFERENCE}/:name`,
      handlers: {
        GET: async (request) => reference.below((request.params as { name: string }).name).respond(request),
      },
    },
    { ...page, url: SCRIPT, handlers: { GET: async (request) => reference.script().respond(request) } },
    {
      ...page,
      url: PROBLEMS,
      handlers: {
        GET: async (request) => reference.page(PROBLEMS, () => problemsPage(catalog)).respond(request),
      },
    },
    {
      ...page,
      url: `${PROBLEMS}/:slug`,
      handlers: {
        GET: async (request) => {
          const { slug } = request.params as { slug: string };
          const parts = problemPage(catalog, slug);
          if (!parts) throw notFound("There is no problem type with this name.");
          return reference.page(`${PROBLEMS}/${slug}`, () => parts).respond(request);
        },
      },
    },
  ];
}

/** The body of `GET /api`. */
async function entryPoint({ title, version, dataset }: HttpContext, catalog: Catalog): Promise<object> {
  const { asOf, storedAt } = await dataset();
  const lists = catalog.views.filter((view) => !view.parent && view.resource.kind === "collection");
  const links = lists.map((view) => [view.plural, view.path]);
  return {
    name: title,
    version,
    data_as_of: asOf,
    data_stored_at: storedAt,
    _links: {
      self: API_ROOT,
      ...Object.fromEntries(links),
      docs: "/docs",
      openapi: "/openapi.json",
      problems: "/problems",
    },
  };
}
