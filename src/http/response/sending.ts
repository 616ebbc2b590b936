/** Answers on their way out: what every one of them carries, and the content coding that the caller accepts. */
import { promisify } from "node:util";
import { brotliCompress, constants, deflate, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Requirement } from "../../access/requirements.ts";
import { type Coding, codingFor } from "../request/negotiation.ts";
import { codedTag } from "./etag.ts";
import type { HttpResponse } from "./response.ts";

/** Shorter bodies fit a packet as they are. */
const WORTHWHILE = 1024;

const brotli = promisify(brotliCompress);
const CODINGS: Record<Exclude<Coding, "identity">, (body: string | Buffer) => Promise<Buffer>> = {
  // As fast as gzip, and smaller; the default quality is for files.
  br: (body) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: promisify<string | Buffer, Buffer>(gzip),
  deflate: promisify<string | Buffer, Buffer>(deflate),
};

/** What a browser's script may read of an answer of another origin. */
const EXPOSED = [
  "Allow",
  "Accept-Encoding",
  "Accept-Patch",
  "Accept-Post",
  "Content-Location",
  "ETag",
  "Idempotent-Replayed",
  "Last-Modified",
  "Link",
  "Location",
  "Preference-Applied",
  "RateLimit",
  "RateLimit-Policy",
  "Retry-After",
  "WWW-Authenticate",
  "X-Request-Id",
].join(", ");

/** Puts the headers that every answer has; any origin may read, none with credentials of the browser's. */
export function putCommon(request: FastifyRequest, reply: FastifyReply, crossOrigin: boolean): void {
  reply.header("x-request-id", request.id);
  reply.header("x-content-type-options", "nosniff");
  // The same whatever the origin is, so that the answer does not vary by it; other callers can do without.
  if (!crossOrigin || request.headers.origin === undefined) return;
  reply.header("access-control-allow-origin", "*");
  reply.header("access-control-expose-headers", EXPOSED);
}

/** Answers a CORS preflight (Fetch standard) beside what OPTIONS says anyway, where other origins may ask at all. */
export function putPreflight(reply: FastifyReply, methods: string): void {
  if (!reply.hasHeader("access-control-allow-origin")) return;
  reply.header("access-control-allow-methods", methods);
  reply.header(
    "access-control-allow-headers",
    "Accept, Authorization, Content-Encoding, Content-Type, Idempotency-Key, If-Match, If-Modified-Since, If-None-Match, If-Unmodified-Since, Last-Event-ID, Prefer, X-Request-Id",
  );
  reply.header("access-control-max-age", "86400");
}

const PUBLIC = { "cache-control": "no-cache", vary: "Accept, Accept-Encoding, Authorization" };

/** Puts how long an answer may be kept and what it depends on; the same for a problem as for what was asked for. */
export function putCaching(reply: FastifyReply, need: Requirement): void {
  if (need.kind === "read" || need.kind === "open") reply.headers(PUBLIC);
  if (need.kind === "private") reply.header("cache-control", "private, no-store");
}

/** Sends an answer, compressed where that is accepted and worthwhile; a promise only where it has to be compressed. */
export function send(request: FastifyRequest, reply: FastifyReply, answer: HttpResponse): Promise<void> | undefined {
  const { status, headers, body, stream } = answer;
  if (stream) {
    request.server.traffic.answered(request, status);
    reply.hijack();
    stream(reply.raw.writeHead(status, { ...(reply.getHeaders() as Record<string, string>), ...headers }));
    return;
  }
  reply.code(status).headers(headers as Record<string, string>);
  const long = body.length > WORTHWHILE || Buffer.byteLength(body) > WORTHWHILE;
  const coding = long ? codingFor(request) : "identity";
  if (long && headers.etag !== undefined) reply.header("etag", codedTag(headers.etag, coding));
  if (coding !== "identity" && status !== 304) return sendCoded(request, reply, body, coding);
  request.server.traffic.answered(request, status);
  if (status === 304) reply.removeHeader("content-type").send();
  else if (body.length > 0) reply.send(body);
  else reply.send();
}

async function sendCoded(
  request: FastifyRequest,
  reply: FastifyReply,
  body: HttpResponse["body"],
  coding: Exclude<Coding, "identity">,
): Promise<void> {
  const coded = await CODINGS[coding](body);
  // The deadline may have passed.
  if (reply.sent) return;
  request.server.traffic.answered(request, reply.statusCode);
  reply.header("content-encoding", coding).send(coded);
}
