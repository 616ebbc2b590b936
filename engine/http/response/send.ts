/** Sends responses: the headers that all of them have, caching, CORS and compression. */
import type { ServerResponse } from "node:http";
import { pipeline, Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isPersonal, type Requirement } from "../../access/requirements.ts";
import { isReported } from "../../problem.ts";
import { requestLogFields } from "../request/request-id.ts";
import { type Coding, codingFor, ENCODERS, STREAM_ENCODERS } from "./content-coding.ts";
import { codedTag } from "./etag.ts";
import { type Chunks, type HttpResponse, PRIVATE } from "./response.ts";

/** In bytes; a shorter body fits into one packet uncompressed. */
const MIN_COMPRESSED_SIZE = 1024;

/** The response headers that scripts of other origins may read. */
const EXPOSED_HEADERS = [
  "Allow",
  "Accept-Encoding",
  "Accept-Patch",
  "Accept-Post",
  "Accept-Query",
  "Content-Disposition",
  "Content-Location",
  "Deprecation",
  "ETag",
  "Idempotent-Replayed",
  "Last-Modified",
  "Link",
  "Location",
  "Preference-Applied",
  "RateLimit",
  "RateLimit-Policy",
  "Retry-After",
  "Sunset",
  "WWW-Authenticate",
  "X-Request-Id",
].join(", ");

/** The request headers that scripts of other origins may send. */
const REQUEST_HEADERS = [
  "Accept",
  "Authorization",
  "Content-Encoding",
  "Content-Type",
  "Idempotency-Key",
  "If-Match",
  "If-Modified-Since",
  "If-None-Match",
  "If-Unmodified-Since",
  "Last-Event-ID",
  "Prefer",
  "X-Request-Id",
].join(", ");

/**
 * Puts the headers that every response has.
 * @param options.cors whether other origins may read; never with a browser's credentials
 */
export function putCommonHeaders(request: FastifyRequest, reply: FastifyReply, { cors }: { cors: boolean }): void {
  reply.header("x-request-id", request.id);
  reply.header("x-content-type-options", "nosniff");
  // The same for every origin, so that no response varies by it; clients other than browsers do not need them.
  if (!cors || request.headers.origin === undefined) return;
  reply.header("access-control-allow-origin", "*");
  reply.header("access-control-expose-headers", EXPOSED_HEADERS);
}

/** Puts the headers of a CORS preflight response (Fetch standard), if other origins are allowed at all. */
export function putPreflightHeaders(reply: FastifyReply, methods: string): void {
  if (!reply.hasHeader("access-control-allow-origin")) return;
  reply.header("access-control-allow-methods", methods);
  reply.header("access-control-allow-headers", REQUEST_HEADERS);
  reply.header("access-control-max-age", "86400");
}

const PUBLIC = { "cache-control": "no-cache", vary: "Accept, Accept-Encoding, Authorization" };

/** Puts `Cache-Control` and `Vary`, on problems as on successful responses. */
export function putCachingHeaders(reply: FastifyReply, requirement: Requirement): void {
  const { kind } = requirement;
  if (isPersonal(requirement)) reply.header("cache-control", PRIVATE);
  else if (kind === "read" || kind === "open") reply.headers(PUBLIC);
}

/** Sends a response, compressed if that is accepted and worthwhile. Returns a promise only if it compresses. */
export function send(request: FastifyRequest, reply: FastifyReply, response: HttpResponse): Promise<void> | undefined {
  const { status, headers, body, chunks, stream, uncoded } = response;
  if (stream) {
    // Like chunks, it may end long after its handler.
    reply.raw.once("close", () => request.connection.use());
    request.server.requestMetrics.countResponse(request, status);
    reply.hijack();
    stream(reply.raw.writeHead(status, { ...(reply.getHeaders() as Record<string, string>), ...headers }));
    return;
  }
  if (chunks) return sendChunks(request, reply, response, chunks);
  reply.code(status).headers(headers as Record<string, string>);
  const long = body.length > MIN_COMPRESSED_SIZE || Buffer.byteLength(body) > MIN_COMPRESSED_SIZE;
  const coding = long && !uncoded ? codingFor(request) : "identity";
  if (long && headers.etag !== undefined) reply.header("etag", codedTag(headers.etag, coding));
  if (coding !== "identity" && status !== 304) return sendCompressed(request, reply, response, coding);
  request.server.requestMetrics.countResponse(request, status);
  if (status === 304) reply.removeHeader("content-type").send();
  else if (body.length > 0) reply.send(body);
  else reply.send();
}

/**
 * Sends chunks as the client takes them, compressed if that is accepted. If the client leaves, or is
 * disconnected because it reads nothing, no more are made.
 */
function sendChunks(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers }: HttpResponse,
  chunks: Chunks,
): undefined {
  const { raw: response } = reply;
  const coding = codingFor(request);
  const coded = coding === "identity" ? {} : { "content-encoding": coding };
  request.server.requestMetrics.countResponse(request, status);
  reply.hijack();
  response.writeHead(status, { ...(reply.getHeaders() as Record<string, string>), ...headers, ...coded });
  if (request.method === "HEAD") return void response.end();
  // A content coding may keep the first chunks for long.
  response.flushHeaders();
  const source = Readable.from(orAbort(request, response, chunks));
  const ended = () => request.connection.use();
  if (coding === "identity") pipeline(source, response, ended);
  else pipeline(source, STREAM_ENCODERS[coding](), response, ended);
}

/** The chunks; if making one fails, the connection is aborted. */
async function* orAbort(
  request: FastifyRequest,
  response: ServerResponse,
  chunks: Chunks,
): AsyncGenerator<string, void> {
  try {
    yield* chunks;
  } catch (error) {
    if (!response.destroyed) {
      // A body without a length looks complete when the connection ends, but not when it is reset.
      if (request.raw.httpVersion === "1.0") response.socket?.resetAndDestroy();
      if (!isReported(error))
        request.server.logger.error({ err: error, ...requestLogFields(request) }, "response aborted");
    }
    throw error;
  }
}

async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, compress }: HttpResponse,
  coding: Exclude<Coding, "identity">,
): Promise<void> {
  const compressed = await (compress ? compress(coding) : ENCODERS[coding](body));
  // The time limit may have passed meanwhile.
  if (reply.sent) return;
  request.server.requestMetrics.countResponse(request, reply.statusCode);
  reply.header("content-encoding", coding).send(compressed);
}
