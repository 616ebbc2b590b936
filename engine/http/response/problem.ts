/** Problems as HTTP responses: problem documents (RFC 9457) and their status codes. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Fault, isReported, Problem } from "../../problem.ts";
import { type AnyProblem, type ProblemSlug, statusOf, titleOf } from "../problem-types.ts";
import { requestPath } from "../request/address.ts";
import { isSupportedCoding, SUPPORTED_CODINGS } from "../request/body.ts";
import { BODY_TYPES } from "../request/negotiation.ts";
import { requestLogFields } from "../request/request-id.ts";
import type { HttpResponse } from "./response.ts";
import { send } from "./send.ts";

/** The problems of Fastify's own errors, by their codes. */
const FRAMEWORK_ERRORS: Record<string, [ProblemSlug, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ["content-too-large", "The body is larger than this path accepts."],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ["invalid-request", "The size of the body does not match Content-Length."],
  // A well-formed type that is not supported was refused before.
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ["invalid-request", "The Content-Type is malformed."],
  FST_ERR_BAD_URL: ["invalid-request", "The path has a malformed percent-escape."],
};

/** Converts any error into a problem. An unexpected error becomes `internal-error` and discloses nothing. */
export function problemOf(error: unknown): AnyProblem {
  if (error instanceof Problem) return error;
  const { code = "", statusCode } = (error ?? {}) as { code?: string; statusCode?: number };
  const known = FRAMEWORK_ERRORS[code];
  if (known) return new Problem<ProblemSlug>(...known);
  if (code.startsWith("Z_") || code.startsWith("ERR__ERROR_FORMAT")) {
    return new Problem("invalid-request", "The body is not in the content coding that Content-Encoding names.");
  }
  if (statusCode === 400) return new Problem("invalid-request", "The request is malformed.");
  return new Problem("internal-error", "An internal error occurred. It is logged under the request_id.");
}

/** What to do if the outcome of a change is unknown. */
const OUTCOME_HINT =
  "Repeat the request with the same Idempotency-Key, if it had one: the change is made once. Otherwise read the resource first.";

/** Adds what a client of the HTTP API can do about a problem of the domain. */
function httpHints({ slug, message, extras }: AnyProblem): { detail: string; errors: readonly Fault[] | undefined } {
  const { errors, cascadable } = extras;
  if (slug === "has-dependents" && cascadable)
    return { detail: `${message} ?cascade=true deletes them with it.`, errors };
  if (slug === "outcome-unknown") return { detail: `${message} ${OUTCOME_HINT}`, errors };
  if (slug !== "idempotency-key-reused") return { detail: message, errors };
  const fault = { in: "value", header: "Idempotency-Key", code: "idempotency_key_reused" } as const;
  const detail = "This Idempotency-Key was already used with a different body.";
  return { detail, errors: [{ ...fault, message: detail }] };
}

/** The problem document (RFC 9457 §3). A conflict has a type of its own, such as `/problems/crew-full`. */
export function problemDocument(problem: AnyProblem, path: string, requestId: string): Record<string, unknown> {
  const { slug, extras } = problem;
  const { detail, errors } = httpHints(problem);
  const code = extras.code ?? slug.replaceAll("-", "_");
  const type = slug === "conflict" ? code.replaceAll("_", "-") : slug;
  return {
    type: `/problems/${type}`,
    title: titleOf(type),
    status: statusOf(slug),
    detail,
    instance: path,
    code,
    request_id: requestId,
    ...(errors ? { errors: errors.map(({ in: _, ...fault }) => fault) } : {}),
    ...(extras.dependents ? { dependents: extras.dependents } : {}),
    ...(extras.earliest ? { earliest: extras.earliest } : {}),
  };
}

/** The response to a request that ends in a problem. */
export function problemResponse(problem: AnyProblem, request: FastifyRequest): HttpResponse {
  const { slug, extras } = problem;
  const status = statusOf(slug);
  const headers: Record<string, string> = { "content-type": "application/problem+json; charset=utf-8" };
  if (status === 401 || extras.scope !== undefined)
    headers["www-authenticate"] = challenge(problem, request.server.realm);
  if (status === 429 || (status === 503 && slug !== "outcome-unknown"))
    headers["retry-after"] = String(extras.retryAfter ?? 1);
  return { status, headers, body: JSON.stringify(problemDocument(problem, requestPath(request), request.id)) };
}

/** The problem of requests during an overload. It is one shared object: under load, creating its stack trace would cost too much. */
export const OVERLOADED = new Problem("unavailable", "The service is overloaded.", { refused: true });
/** The problem of requests while the service drains; shared like `OVERLOADED`. */
export const DRAINING = new Problem("unavailable", "The service is draining.", { refused: true });

/** Responds to a request with a problem, and logs an unexpected error. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, error: unknown): void {
  const problem = problemOf(error);
  const page = problem.slug === "not-found" ? request.server.notFoundPage(request) : undefined;
  const response = page ?? problemResponse(problem, request);
  const { status } = response;
  if (status >= 500 && !isReported(problem)) {
    request.server.logger.error({ err: error, ...requestLogFields(request) }, "request failed");
  }
  if (status === 415) {
    const { "content-encoding": coding = "identity" } = request.headers;
    reply.header(...acceptHeader(request.method));
    // Only if the content coding is the fault (RFC 9110 §12.5.3).
    if (!isSupportedCoding(coding.toLowerCase())) reply.header("accept-encoding", SUPPORTED_CODINGS);
  }
  void send(request, reply, response);
}

/** The value of `WWW-Authenticate` (RFC 6750 §3). */
function challenge({ message, extras: { code, scope } }: AnyProblem, realm: string): string {
  const error = code === undefined ? "" : `, error="${code}", error_description="${message}"`;
  return `Bearer realm="${realm}"${error}${scope === undefined ? "" : `, scope="${scope}"`}`;
}

/**
 * The header that lists the media types of a method's body (`Accept-Post`: W3C LDP 1.0 §7.1; `Accept-Patch`: RFC 5789 §3.1;
 * `Accept-Query`: RFC 10008 §3). PUT has none of its own.
 */
export function acceptHeader(method: string): [name: string, value: string] {
  const named = method === "PUT" ? "POST" : method;
  return [`accept-${named.toLowerCase()}`, BODY_TYPES[named]!.join(", ")];
}

declare module "fastify" {
  interface FastifyInstance {
    /** The page in place of the problem document of a 404; undefined if the client prefers the document. */
    /** The protection space of its credentials (RFC 9110 §11.5). */
    readonly realm: string;
    readonly notFoundPage: (request: FastifyRequest) => HttpResponse | undefined;
  }
}
