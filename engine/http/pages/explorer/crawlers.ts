/** `/robots.txt` (RFC 9309) and `/sitemap.xml` (sitemaps.org): which pages search engines may read. */
import type { FastifyRequest } from "fastify";
import { NO_CREDENTIAL } from "../../../access/requirements.ts";
import { notFound } from "../../../problem.ts";
import { isNamed } from "../../../resource/named.ts";
import { API_ROOT } from "../../../resource/resource.ts";
import type { HttpContext, Route } from "../../context.ts";
import type { Chunks, HttpResponse } from "../../response/response.ts";
import { escapeHtml } from "../html.ts";
import { isOpen, respondOpenly } from "./summaries/read.ts";

/** The most addresses that one file may have. */
const MOST_ADDRESSES = 50_000;
const SCHEMA = "http://www.sitemaps.org/schemas/sitemap/0.9";

/** The routes for crawlers. @param api the routes of the API that have pages */
export function crawlerRoutes(
  context: HttpContext,
  api: readonly Route[],
  originOf: (request: FastifyRequest) => string,
) {
  const { access, bodyLimit } = context;
  const lists = api.filter(({ view, offered }) => view && offered && !view.parent && isNamed(view.resource));
  const nameOf = ({ url }: Route) => url.slice(API_ROOT.length + 1);
  const robots = (origin: string) =>
    // Scripts of pages send queries to the API. Lists with filters are without number.
    isOpen(access)
      ? `User-agent: *\nAllow: ${API_ROOT}/\nDisallow: /*?\n\nSitemap: ${origin}/sitemap.xml\n`
      : "User-agent: *\nDisallow: /\n";
  const index = (origin: string) => {
    const files = lists.map((list) => `<sitemap><loc>${origin}/sitemaps/${nameOf(list)}.xml</loc></sitemap>`);
    return xml(`<sitemapindex xmlns="${SCHEMA}">${files.join("")}</sitemapindex>`);
  };
  const file = async (request: FastifyRequest): Promise<HttpResponse> => {
    const name = (request.params as { name: string }).name;
    const list = lists.find((each) => `${nameOf(each)}.xml` === name);
    const query = "?format=ndjson&fields=id,updated_at";
    const response = list && (await respondOpenly(access, list, request, { query }));
    if (!response) throw notFound("There is no such sitemap.");
    const { chunks = [] } = response;
    return { ...xml(""), chunks: addressesOf(chunks, originOf(request)) };
  };
  const common = { bodyLimit, requirementOf: () => NO_CREDENTIAL };
  return [
    {
      ...common,
      url: "/robots.txt",
      handlers: {
        GET: async (request: FastifyRequest) => ({
          status: 200,
          headers: { "content-type": "text/plain; charset=utf-8" },
          body: robots(escapeHtml(originOf(request))),
        }),
      },
    },
    {
      ...common,
      url: "/sitemap.xml",
      handlers: { GET: async (request: FastifyRequest) => index(escapeHtml(originOf(request))) },
    },
    { ...common, url: "/sitemaps/:name", handlers: { GET: file } },
  ] satisfies Route[];
}

function xml(body: string): HttpResponse {
  const text = body && `<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`;
  return { status: 200, headers: { "content-type": "application/xml; charset=utf-8" }, body: text };
}

/** The addresses of the pages of records, which come as NDJSON, in chunks of whole lines. */
async function* addressesOf(chunks: Chunks, origin: string): AsyncGenerator<string, void> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="${SCHEMA}">`;
  let left = MOST_ADDRESSES;
  for await (const chunk of chunks) {
    const lines = chunk.split("\n").filter((line) => line !== "");
    const found = lines.slice(0, left).map((line) => {
      const { updated_at: at, _links } = JSON.parse(line) as { updated_at: string; _links: { self: string } };
      const page = escapeHtml(origin + _links.self.slice(API_ROOT.length));
      return `<url><loc>${page}</loc><lastmod>${at}</lastmod></url>`;
    });
    yield found.join("\n");
    left -= found.length;
    if (left === 0) break;
  }
  yield "</urlset>\n";
}
