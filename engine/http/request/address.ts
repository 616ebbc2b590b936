/** The address of a request (RFC 9110 §7.1): path, query and ids of its target, and checks of target and Host. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { NOTHING, notFound, Problem, refuseFaults } from "../../problem.ts";
import type { Place } from "../../store/place.ts";
import { HttpProblem } from "../problem-types.ts";

/** The ids in a request's path, in which routes call the parent's id `:of`. */
export function requestPlace({ params }: { readonly params: unknown }): Place {
  const { of, id } = params as { of?: string; id?: string };
  return { parentId: of, id };
}

/** A request's path, without the query, and without the origin of a target in absolute form (RFC 9112 §3.2.2). */
export function requestPath({ url }: { readonly url: string }): string {
  const query = url.indexOf("?");
  const target = query < 0 ? url : url.slice(0, query);
  return target.startsWith("/") ? target : target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, "") || "/";
}

/** The parts of a request that say what it asks. */
interface AskingRequest {
  readonly url: string;
  readonly question?: { readonly query: string } | null;
}

/** What a request asks: the part of its URL after `?`, empty if there is none; of a QUERY, its content. */
export function requestQuery({ url, question }: AskingRequest): string {
  if (question) return question.query;
  const start = url.indexOf("?");
  return start < 0 ? "" : url.slice(start + 1);
}

/** The longest URL, in characters. */
export const MAX_URL_LENGTH = 8 * 1024;

/** @throws Problem `uri-too-long` */
export function checkUrlLength({ url }: FastifyRequest): void {
  if (url.length <= MAX_URL_LENGTH) return;
  throw new HttpProblem("uri-too-long", `The URL has ${url.length} characters; at most ${MAX_URL_LENGTH} are allowed.`);
}

/** A character that no host has (RFC 3986 §3.2.2), or the comma with which Node joins two Host headers. */
const NOT_IN_HOST = /[^!$%&'()*+\-.0-9:;=@A-Z[\]_a-z~]/;

/**
 * Checks the framing and the target of a request, whether its path exists or not.
 * @throws Problem unless it has exactly one Host and a known transfer coding; `not-found` if its path ends in a slash or
 *   has an empty segment
 */
export function checkAddress({ raw, url, headers }: FastifyRequest, reply: FastifyReply): void {
  const { host, "transfer-encoding": coding } = headers;
  if (host === undefined ? raw.httpVersion !== "1.0" : NOT_IN_HOST.test(host)) {
    const message =
      "The Host header is missing, repeated or malformed; a request must have exactly one (RFC 9112 section 3.2).";
    refuseFaults([{ in: "shape", header: "Host", code: "invalid_header", message }]);
  }
  if (coding !== undefined && coding.toLowerCase() !== "chunked") {
    reply.header("connection", "close");
    const message = `The transfer coding ${coding} is not supported. Supported: chunked (RFC 9112 section 6.1).`;
    refuseFaults([{ in: "shape", header: "Transfer-Encoding", code: "invalid_header", message }]);
  }
  if (url === "*" && raw.method !== "OPTIONS")
    throw new Problem("invalid-request", `The request target * is not allowed with ${raw.method}; only with OPTIONS.`);
  // A URL that is too long is refused as such once its route is known.
  if (url.length > MAX_URL_LENGTH) return;
  const query = url.indexOf("?");
  const end = query < 0 ? url.length : query;
  // The router would read an empty segment as an empty id. A target in absolute form begins with "http://".
  const emptySegment = url.indexOf("//", url[0] === "/" ? 0 : 8);
  if (emptySegment >= 0 && emptySegment < end) throw notFound(`${NOTHING} Paths have no empty segment.`);
  if (end > 1 && url[end - 1] === "/") throw notFound(`${NOTHING} Paths have no trailing slash.`);
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/**
 * Protects a service without authentication from pages of other origins, and from DNS rebinding.
 * @throws Problem `forbidden`
 */
export function checkOrigin({ headers: { host = "", origin } }: FastifyRequest): void {
  if (!LOOPBACK.test(host))
    throw new Problem("forbidden", "Host is not a loopback address; with AUTH=off, no other is allowed.");
  if (origin !== undefined && origin !== `http://${host}`)
    throw new Problem("forbidden", "Origin is not the service's own origin; with AUTH=off, no other is allowed.");
}
