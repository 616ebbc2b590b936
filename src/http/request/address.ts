/** What every request passes before its body is read: address, credential, negotiation; in the contract's order. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Access } from "../../access/authenticate.ts";
import type { Requirement } from "../../access/requirements.ts";
import { notFound, Problem, refuse } from "../../problem.ts";
import { HttpProblem } from "../response/problem-types.ts";
import { acceptedType, checkContent } from "./negotiation.ts";

/** What no host has in it (RFC 3986 §3.2.2), and the comma, which joins two of them. */
const NO_HOST = /[^!$%&'()*+\-.0-9:;=@A-Z[\]_a-z~]/;

/**
 * Checks what every request has, also one for a path that is not there.
 * @throws Problem when it does not name exactly one host, has a body in an unknown transfer coding, or its path ends in
 *   a slash or has two of them in a row
 */
export function checkAddress({ raw, url, headers }: FastifyRequest, reply: FastifyReply): void {
  const { host, "transfer-encoding": coding } = headers;
  if (host === undefined ? raw.httpVersion !== "1.0" : NO_HOST.test(host)) {
    const message = "A request has exactly one Host header (RFC 9112 section 3.2).";
    refuse([{ in: "shape", header: "Host", code: "invalid_header", message }]);
  }
  if (coding !== undefined && coding.toLowerCase() !== "chunked") {
    reply.header("connection", "close");
    const message = "A request's transfer coding is chunked, and nothing else (RFC 9112 section 6.1).";
    refuse([{ in: "shape", header: "Transfer-Encoding", code: "invalid_header", message }]);
  }
  if (url === "*" && raw.method !== "OPTIONS")
    throw new Problem("invalid-request", "The target * is for OPTIONS alone (RFC 9112 section 3.2.4).");
  const query = url.indexOf("?");
  const end = query < 0 ? url.length : query;
  // Otherwise it would be taken for a record whose id is empty; the absolute form of a URL begins with "http://".
  const hole = url.indexOf("//", url[0] === "/" ? 0 : 8);
  if ((end > 1 && url[end - 1] === "/") || (hole >= 0 && hole < end)) throw notFound();
}

/** In characters, from the path on. */
export const LONGEST_URL = 8 * 1024;

/** What a route lets pass, by what it needs. */
export function routeGuard(
  access: Access,
): (request: FastifyRequest, need: Requirement, offered: readonly string[]) => void {
  return (request, need, offered) => {
    if (request.url.length > LONGEST_URL)
      throw new HttpProblem("uri-too-long", `A URL may be ${LONGEST_URL} characters long.`);
    access.authorize(request.caller, need);
    if (need.kind === "open") return;
    acceptedType(request, offered);
    checkContent(request);
  };
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/** A page of another origin, or a name that was made to resolve to this machine, must not reach an open service. */
export function checkOrigin({ headers: { host = "", origin } }: FastifyRequest): void {
  if (!LOOPBACK.test(host))
    throw new Problem("forbidden", "With AUTH=off the service answers only to a loopback Host.");
  if (origin !== undefined && origin !== `http://${host}`)
    throw new Problem("forbidden", "With AUTH=off the service answers no foreign Origin.");
}
