/** Pictures on other sites: pages that may be framed (`EMBED_ORIGINS`), and `/oembed` (oEmbed 1.0), which says how. */
import type { FastifyRequest } from "fastify";
import { NO_CREDENTIAL } from "../../../access/requirements.ts";
import { type Fault, notFound, refuseFaults } from "../../../problem.ts";
import type { HttpContext, Route } from "../../context.ts";
import { requestQuery } from "../../request/address.ts";
import { type HttpResponse, jsonResponse } from "../../response/response.ts";
import { escapeHtml } from "../html.ts";

/** The parameter of a page without its frame. */
export const EMBED = "embed";
/** The size of a frame, in pixels, unless a consumer wants it smaller. */
const WIDTH = 960;
const HEIGHT = 640;

/** Returns whether a request is for a page without its frame. */
export function isEmbedded(request: FastifyRequest): boolean {
  return new URLSearchParams(requestQuery(request)).has(EMBED);
}

/** Lets other sites show a page in frames. */
export function framedBy(origins: readonly string[], response: HttpResponse): HttpResponse {
  const { "content-security-policy": policy = "", ...headers } = response.headers;
  if (origins.length === 0) return response;
  const open = policy.replace("frame-ancestors 'none'", `frame-ancestors ${origins.join(" ")}`);
  return { ...response, headers: { ...headers, "content-security-policy": open } };
}

/**
 * The route of `/oembed`.
 * @param titleOf reads what the page of a picture is called; undefined if there is none at a path, or not for everybody
 */
export function oembedRoute(
  { bodyLimit, title: provider, embedOrigins }: HttpContext,
  originOf: (request: FastifyRequest) => string,
  titleOf: (request: FastifyRequest, path: string, search: string) => Promise<string | undefined>,
): Route {
  const respond = async (request: FastifyRequest): Promise<HttpResponse> => {
    const given = new URLSearchParams(requestQuery(request));
    const faults = [...faultsIn(given)];
    refuseFaults(faults);
    const origin = originOf(request);
    const url = URL.parse(given.get("url")!);
    const title = url?.origin === origin ? await titleOf(request, url.pathname, url.search) : undefined;
    if (!url || title === undefined) throw notFound("There is no picture at this URL.");
    const common = { version: "1.0", title, provider_name: provider, provider_url: origin };
    if (embedOrigins.length === 0) return jsonResponse(JSON.stringify({ ...common, type: "link" }));
    const width = Math.min(WIDTH, Number(given.get("maxwidth") ?? WIDTH));
    const height = Math.min(HEIGHT, Number(given.get("maxheight") ?? HEIGHT));
    url.search = url.search === "" ? `?${EMBED}` : `${url.search}&${EMBED}`;
    const source = `<iframe src="${escapeHtml(url.href)}" title="${escapeHtml(title)}"`;
    const html = `${source} width="${width}" height="${height}" style="border:0"></iframe>`;
    return jsonResponse(JSON.stringify({ ...common, type: "rich", html, width, height }));
  };
  return { bodyLimit, url: "/oembed", requirementOf: () => NO_CREDENTIAL, handlers: { GET: respond } };
}

/** Yields the faults of a query: `url` is missing, a size is no number, or the format is not JSON. */
function* faultsIn(given: URLSearchParams): Generator<Fault> {
  const fault = (parameter: string, code: string, message: string): Fault => ({
    in: "shape",
    parameter,
    code,
    message,
  });
  if (!given.has("url")) yield fault("url", "required", "`url` is required: the address of a picture's page.");
  for (const name of ["maxwidth", "maxheight"])
    if (given.has(name) && !/^[1-9]\d{0,4}$/.test(given.get(name)!))
      yield fault(name, "invalid", `\`${name}\` must be a whole number of pixels from 1 to 99999.`);
  const format = given.get("format");
  if (format !== null && format !== "json") yield fault("format", "invalid", "`format` must be `json`.");
}
