/** The pages and assets of the explorer as routes, read off those of the API. */
import { setTimeout } from "node:timers/promises";
import type { FastifyRequest } from "fastify";
import { NO_CREDENTIAL } from "../../../access/requirements.ts";
import { NOTHING, notFound, Problem } from "../../../problem.ts";
import { API_ROOT, type View } from "../../../resource/resource.ts";
import type { HttpContext, Route } from "../../context.ts";
import { picturesOf } from "../../openapi/schemas/extensions.ts";
import { FixedBody } from "../../response/fixed-body.ts";
import { emptyResponse, type HttpResponse } from "../../response/response.ts";
import { htmlResponse } from "../html.ts";
import { ASSETS } from "./build.ts";
import { crawlerRoutes } from "./crawlers.ts";
import type { DescribedExplorer } from "./description.ts";
import { framedBy, isEmbedded, oembedRoute } from "./embedding.ts";
import { noBuildPage } from "./not-found.ts";
import { HOME_PAGES, pagesBelow, pictureKinds, pictureTitle } from "./page-names.ts";
import type { DrawingThread } from "./pictures/drawing-thread.ts";
import { FACE, GROUPS, pictureFileOf, pictureFiles } from "./pictures/picture-files.ts";
import { matcherOf, readdressed } from "./read-api.ts";
import { facedSummary, isGrouped, picturedSummary, pictureSummary } from "./summaries/pictured.ts";
import { homeSummary, type ReadSummary, summaryReader } from "./summaries/read.ts";
import { type Summary, withSummary } from "./summaries/summary.ts";

/** The segment between a path and what is shown of it. It is neither an id nor the name of a collection, so nothing collides. */
const MARK = "-";

/** What follows the name of a font in a build: a hash. */
const FONT_ENDING = /^[-.][\w-]{4,8}\.woff2$/;

/** A path with a page, and the pages below it. */
interface PagePath {
  readonly url: string;
  readonly pages: readonly string[];
  /** The kinds of its pictures, and the titles of those that are declared. */
  readonly pictures: ReadonlyMap<string, string | undefined>;
  readonly isList: boolean;
  /** It is the page of a record of the registry. */
  readonly hasFace: boolean;
  readonly read: ReadSummary;
}

/** What pages are about, and what draws their pictures. */
export interface Served {
  /** The routes of the API that have pages. */
  readonly api: readonly Route[];
  /** All routes that pictures may read. */
  readonly readable: readonly Route[];
  readonly thread: DrawingThread | undefined;
}

/**
 * The routes of pages and assets: the page of an API path is that path without `/api`.
 * @param explorer undefined if it is not built
 */
export function explorerRoutes(
  context: HttpContext,
  explorer: DescribedExplorer | undefined,
  { api, readable, thread }: Served,
): Route[] {
  const { bodyLimit, title } = context;
  const common = { bodyLimit, requirementOf: () => NO_CREDENTIAL };
  if (!explorer) return [{ ...common, url: "/", handlers: { GET: async () => htmlResponse(noBuildPage()) } }];
  const originOf = ({ headers: { host, "x-forwarded-proto": protocol } }: FastifyRequest) =>
    context.publicUrl ?? `${protocol === "https" ? "https" : "http"}://${host ?? ""}`;
  const home: PagePath = {
    url: "",
    pages: HOME_PAGES,
    read: async () => undefined,
    pictures: new Map(),
    isList: false,
    hasFace: false,
  };
  /** The page of a route, with its summary. What has none is of no use to search engines. */
  const pageWith = (read: ReadSummary) => async (request: FastifyRequest) => {
    const summary = await inTime(read(request));
    if (summary === LATE) return explorer.shell.respond(request);
    if (!summary) return respondUnlisted(explorer, request);
    const text = withSummary(explorer.document, summary, { title, origin: originOf(request) });
    return new FixedBody(text, { headers: explorer.headers, brief: true }).respond(request);
  };
  const paged = api.filter(({ handlers }) => handlers.GET);
  const paths = paged.map(
    (route): PagePath => ({
      url: route.url.slice(API_ROOT.length),
      pages: pagesBelow(route),
      read: summaryReader(context, route, api),
      pictures: route.view && route.offered ? titlesOf(route.view) : new Map(),
      isList: route.offered !== undefined,
      hasFace: route.view !== undefined && route.offered === undefined && !route.view.resource.isSystem,
    }),
  );
  const draw = thread && pictureFiles(context, thread, readable, originOf);
  /** The page of a picture, which other sites may frame. */
  const framable = (read: ReadSummary) => async (request: FastifyRequest) => {
    const response = await pageWith(read)(request);
    return isEmbedded(request) ? framedBy(context.embedOrigins, response) : response;
  };
  const oneOf = ({ pages, pictures, isList, hasFace, read }: PagePath) => {
    const derived = isList ? GROUPS : hasFace ? FACE : undefined;
    const below = new Map([...pictures].map(([kind, named]) => [kind, framable(pictureSummary(kind, named, read))]));
    return async (request: FastifyRequest) => {
      const name = restOf(request);
      const file = pictureFileOf(name);
      const isPicture = file && (pictures.has(file.kind) || file.kind === derived);
      if (draw && isPicture) return await draw(request, file);
      if (!pages.includes(name)) throw notFound(NOTHING);
      return below.get(name)?.(request) ?? respondUnlisted(explorer, request);
    };
  };
  const own = ({ pictures, isList, hasFace, read }: PagePath) => {
    const pictured = isList ? picturedSummary([...pictures.keys()], read) : hasFace ? facedSummary(read) : read;
    const [page, picture] = [pageWith(pictured), framable(pictured)];
    return (request: FastifyRequest) => (isList && isGrouped(request) ? picture : page)(request);
  };
  const match = matcherOf(paths);
  /** Reads the title of the picture at an address. */
  const titleAt = async (request: FastifyRequest, address: string, search: string) => {
    const [path = "", kind] = address.split(`/${MARK}/`);
    const { found, params } = match(path) ?? {};
    const at = readdressed(request, path + search, params);
    if (!found || (kind === undefined ? !(found.isList && isGrouped(at)) : !found.pictures.has(kind))) return undefined;
    const summary = await inTime(found.read(at));
    if (summary === LATE || !summary) return undefined;
    return kind === undefined ? summary.title : pictureTitle(kind, found.pictures.get(kind), summary.title);
  };
  const asset = async (request: FastifyRequest) => {
    const found = explorer.asset(restOf(request));
    if (!found) throw notFound("There is no such asset. The explorer may have been updated: reload the page.");
    return found.respond(request);
  };
  /** Fonts by names that stay the same, for pages outside the build. */
  const font = async (request: FastifyRequest) => {
    const stem = restOf(request).replace(/\.woff2$/, "");
    const name = explorer.names.find((each) => each.startsWith(stem) && FONT_ENDING.test(each.slice(stem.length)));
    if (!name) throw notFound(NOTHING);
    return emptyResponse(307, { location: `/${ASSETS}/${name}`, "cache-control": "public, max-age=3600" });
  };
  return [
    { ...common, url: "/", handlers: { GET: pageWith(async () => homeSummary(context)) } },
    ...[home, ...paths].map((path) => ({
      ...common,
      url: `${path.url}/${MARK}/*`,
      handlers: { GET: oneOf(path) },
    })),
    ...paths.map((path) => ({ ...common, url: path.url, handlers: { GET: own(path) } })),
    oembedRoute(context, originOf, titleAt),
    ...crawlerRoutes(context, api, originOf),
    { ...common, url: `/${ASSETS}/*`, handlers: { GET: asset } },
    { ...common, url: `/${MARK}/fonts/*`, handlers: { GET: font } },
    { ...common, url: `/${MARK}/reference`, handlers: { GET: async () => emptyResponse(308, { location: "/docs" }) } },
  ];
}

/** Returns the kinds of the pictures of a list, with the titles of those that are declared. */
function titlesOf(view: View): Map<string, string | undefined> {
  const titles = new Map(picturesOf(view).map(({ kind, title }) => [kind, title as string | undefined]));
  return new Map(pictureKinds(view).map((kind) => [kind, titles.get(kind)]));
}

/** A page waits no longer for its summary, in milliseconds: its scripts say what is wrong. */
const SUMMARY_LIMIT_MS = 1_000;
const LATE = Symbol("late");

/** Returns a summary; `LATE` if the service cannot read it now, or not soon. */
async function inTime(summary: Promise<Summary | undefined>): Promise<Summary | undefined | typeof LATE> {
  const limit = new AbortController();
  try {
    return await Promise.race([summary, setTimeout(SUMMARY_LIMIT_MS, LATE, { ref: false, signal: limit.signal })]);
  } catch (reason) {
    if (reason instanceof Problem) return LATE;
    throw reason;
  } finally {
    limit.abort();
  }
}

/** The document of all pages, for one that search engines need not list. */
function respondUnlisted({ shell }: DescribedExplorer, request: FastifyRequest): HttpResponse {
  const response = shell.respond(request);
  return { ...response, headers: { ...response.headers, "x-robots-tag": "noindex" } };
}

/** The part of a path for which a route has `*`. */
function restOf({ params }: FastifyRequest): string {
  return (params as { "*": string })["*"];
}
