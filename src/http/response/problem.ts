/** Problems as HTTP answers: problem documents (RFC 9457) with their status. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Fault, Problem } from "../../problem.ts";
import { requestPath } from "../context.ts";
import { describe } from "../metrics/requests.ts";
import { DECODABLE, isDecodable } from "../request/decoding.ts";
import { type AnyProblem, type ProblemSlug, statusOf } from "./problem-types.ts";
import type { HttpResponse } from "./response.ts";
import { send } from "./sending.ts";

/** The problem's name in words. */
export function titleOf(slug: string): string {
  const words = slug.replaceAll("-", " ").replace(/^uri\b/, "URI");
  return words[0]!.toUpperCase() + words.slice(1);
}

/** Fastify's own errors, in our words. */
const FRAMEWORK: Record<string, [ProblemSlug, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ["content-too-large", "The body is larger than this path accepts."],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ["invalid-request", "The body's size does not match Content-Length."],
  // A type that is well-formed but not taken has been refused before.
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ["invalid-request", "The Content-Type is malformed."],
  FST_ERR_BAD_URL: ["invalid-request", "The path has a malformed percent-escape."],
  FST_ERR_HANDLER_TIMEOUT: ["unavailable", "The request took too long."],
  FST_ERR_MAX_PARAM_LENGTH: ["not-found", "There is nothing at this path."],
};

/** Any error as a problem. An unexpected one becomes `internal-error` and does not show its message. */
export function problemOf(error: unknown): AnyProblem {
  if (error instanceof Problem) return error;
  const { code = "", statusCode } = (error ?? {}) as { code?: string; statusCode?: number };
  const known = FRAMEWORK[code];
  if (known) return new Problem<ProblemSlug>(...known);
  if (code.startsWith("Z_") || code.startsWith("ERR__ERROR_FORMAT")) {
    return new Problem("invalid-request", "The body is not in the content coding that Content-Encoding names.");
  }
  if (statusCode === 400) return new Problem("invalid-request", "The request is malformed.");
  return new Problem("internal-error", "Something went wrong here. It has been logged under the request_id.");
}

/** What a client of the HTTP API can do about a problem of the domain. */
function httpHints({ slug, message, extras }: AnyProblem): { detail: string; errors: readonly Fault[] | undefined } {
  const { errors, cascade } = extras;
  if (slug === "has-dependents" && !cascade)
    return { detail: `${message} ?cascade=true also deletes the records that belong to it.`, errors };
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
  };
}

/** A problem as an answer. */
export function problemAnswer(problem: AnyProblem, path: string, requestId: string): HttpResponse {
  const status = statusOf(problem.slug);
  const headers: Record<string, string> = { "content-type": "application/problem+json; charset=utf-8" };
  if (status === 401) headers["www-authenticate"] = challenge(problem);
  if (problem.extras.scope !== undefined) headers["www-authenticate"] = challenge(problem);
  if (status === 429 || status === 503) headers["retry-after"] = String(problem.extras.retryAfter ?? 1);
  return { status, headers, body: JSON.stringify(problemDocument(problem, path, requestId)) };
}

const DRAINING = new Problem("unavailable", "The service is draining.");

/** The answer to a request that comes while the service stops: nothing failed, and nothing is logged. */
export function draining(request: Pick<FastifyRequest, "id" | "url">): HttpResponse {
  return problemAnswer(DRAINING, requestPath(request), request.id);
}

/** Answers a request with a problem. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, error: unknown): void {
  const answer = problemAnswer(problemOf(error), requestPath(request), request.id);
  const { status } = answer;
  if (status >= 500) {
    request.server.journal.error({ err: error, ...describe(request) }, "request failed");
  }
  if (status === 415) {
    const { "content-encoding": coding = "identity" } = request.headers;
    reply.header(...acceptHeader(request.method));
    // Only where the coding is at fault (RFC 9110 §12.5.3).
    if (!isDecodable(coding.toLowerCase())) reply.header("accept-encoding", DECODABLE);
  }
  void send(request, reply, answer);
}

/** RFC 6750 §3. */
function challenge({ message, extras: { code, scope } }: AnyProblem): string {
  const error = code === undefined ? "" : `, error="${code}", error_description="${message}"`;
  return `Bearer realm="space-missions"${error}${scope === undefined ? "" : `, scope="${scope}"`}`;
}

/** What a path takes, by method (`Accept-Post`: W3C LDP 1.0 §7.1; `Accept-Patch`: RFC 5789 §3.1). */
export function acceptHeader(method: string): [name: string, value: string] {
  return method === "PATCH"
    ? ["accept-patch", "application/merge-patch+json, application/json"]
    : ["accept-post", "application/json"];
}
