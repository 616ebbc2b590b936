/** Pictures as files: `/rockets/-/timeline.svg` draws what `/rockets/-/timeline` shows. */
import type { FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { API_ROOT } from "../../../../resource/resource.ts";
import { timestamp } from "../../../../runtime/clock.ts";
import type { HttpContext, Route } from "../../../context.ts";
import { requestPath, requestQuery } from "../../../request/address.ts";
import { FixedBody } from "../../../response/fixed-body.ts";
import { type HttpResponse, PRIVATE } from "../../../response/response.ts";
import { apiReader } from "../read-api.ts";
import type { DrawingThread } from "./drawing-thread.ts";

/** The kind of pictures of groups, which every list has. */
export const GROUPS = "groups";
/** The kind of the picture of a record. */
export const FACE = "face";

const FILE = /^(?<kind>[a-z]+)\.(?<format>svg|png)$/;
/** What the names of a picture's own settings begin with. No field has a name like that, so no filter has. */
const OWN = "-";
/** How long a picture for everybody is kept, in seconds, and the most of all of them together, in bytes. */
const KEPT = 60;
const MOST_KEPT = 16 * 2 ** 20;

const TYPES = { svg: "image/svg+xml; charset=utf-8", png: "image/png" } as const;
const HEADERS = {
  // Other sites may show it.
  "cross-origin-resource-policy": "cross-origin",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
  vary: "Accept-Encoding, Authorization",
};

/** The kind and the format in the name of a file: `timeline.svg`. */
export interface PictureFile {
  readonly kind: string;
  readonly format: "svg" | "png";
}

/** Reads the name of a file; undefined if it is none of a picture. */
export function pictureFileOf(name: string): PictureFile | undefined {
  return FILE.exec(name)?.groups as PictureFile | undefined;
}

/** Returns the address of the file of a picture in the size of previews. @param query with its question mark, or empty */
export function previewOf(picture: string, query = ""): string {
  return `${picture}.png${query}${query === "" ? "?" : "&"}-size=preview`;
}

/** Returns the function that draws a picture of the list or the record at a request's path. @param api all routes of the API */
export function pictureFiles(
  { access, clock }: HttpContext,
  thread: DrawingThread,
  api: readonly Route[],
  originOf: (request: FastifyRequest) => string,
) {
  const readApi = apiReader(access, api);
  const kept = new LRUCache<string, FixedBody>({ maxSize: MOST_KEPT });
  return async (request: FastifyRequest, { kind, format }: PictureFile): Promise<HttpResponse> => {
    const { search, settings } = parametersOf(requestQuery(request));
    const [page = ""] = requestPath(request).split(/\.(?:svg|png)$/);
    const path = page.slice(0, -`/-/${kind}`.length);
    const origin = originOf(request);
    const day = timestamp(clock).slice(0, "2000-01-01".length);
    const isOpen = request.headers.authorization === undefined;
    const key = [Math.floor(clock.now() / (KEPT * 1000)), origin, request.url].join(" ");
    const known = isOpen ? kept.get(key) : undefined;
    if (known) return known.respond(request);
    const theme = settings.get("theme") === "dark" ? "dark" : "light";
    const size = settings.get("size") === "preview" ? "preview" : "whole";
    for (const name of ["theme", "size"]) settings.delete(name);
    const fragment = settings.toString();
    const picture = await thread.draw(
      {
        ...{ kind, format, theme, size, day, search, settings: fragment, path: API_ROOT + path },
        // Groups are a way to look at a list, and a face stands on the page of its record.
        address: `${origin}${kind === GROUPS || kind === FACE ? path : page}${search}${fragment && `#${fragment}`}`,
      },
      (read) => readApi(request, read),
    );
    const bytes = Buffer.from(picture);
    const body = new FixedBody(bytes, {
      headers: {
        ...HEADERS,
        "content-type": TYPES[format],
        "cache-control": isOpen ? `public, max-age=${KEPT}` : PRIVATE,
      },
      uncoded: format === "png",
    });
    if (isOpen) kept.set(key, body, { size: bytes.length });
    return body.respond(request);
  };
}

/** Tells the query of a list from the settings of its picture. */
function parametersOf(query: string): { readonly search: string; readonly settings: URLSearchParams } {
  const pairs = query.split("&").filter((pair) => pair !== "");
  const own = pairs.filter((pair) => pair.startsWith(OWN)).map((pair) => pair.slice(OWN.length));
  const search = pairs.filter((pair) => !pair.startsWith(OWN)).join("&");
  return { search: search && `?${search}`, settings: new URLSearchParams(own.join("&")) };
}
