/** Answers on their way out: what every one of them carries, and the content coding that the caller accepts. */
import { promisify } from "node:util";
import { brotliCompress, constants, deflate, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import Negotiator from "negotiator";
import type { Need } from "../access/credentials.ts";
import type { Answer } from "./answer.ts";
import { codedTag } from "./validators.ts";

/** Shorter bodies fit a packet as they are. */
const WORTHWHILE = 1024;

type Coding = "br" | "gzip" | "deflate";
const brotli = promisify(brotliCompress);
const CODINGS: Record<Coding, (body: string | Buffer) => Promise<Buffer>> = {
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
    "Accept, Authorization, Content-Encoding, Content-Type, Idempotency-Key, If-Match, If-Modified-Since, If-None-Match, If-Unmodified-Since, Prefer, X-Request-Id",
  );
  reply.header("access-control-max-age", "86400");
}

const PUBLIC = { "cache-control": "no-cache", vary: "Accept, Accept-Encoding, Authorization" };

/** Sends an answer, compressed where that is accepted and worthwhile; a promise only where it has to be compressed. */
export function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, body }: Answer,
  need: Need,
): Promise<void> | undefined {
  reply.code(status).headers(headers as Record<string, string>);
  if (need === "read" || need === "open") reply.headers(PUBLIC);
  if (need === "private") reply.header("cache-control", "private, no-store");
  const { etag } = headers;
  if (body.length === 0) {
    const known = status === 304 && etag !== undefined ? knownCoding(request, etag) : undefined;
    if (known !== undefined) reply.header("etag", codedTag(etag!, known));
    reply.send();
    return;
  }
  const coding = Buffer.byteLength(body) > WORTHWHILE ? codingFor(request) : undefined;
  if (coding !== undefined) return sendCoded(reply, body, etag, coding);
  reply.send(body);
}

async function sendCoded(reply: FastifyReply, body: Answer["body"], etag: string | undefined, coding: Coding) {
  const coded = await CODINGS[coding](body);
  if (etag !== undefined) reply.header("etag", codedTag(etag, coding));
  reply.header("content-encoding", coding).send(coded);
}

/** The coding in which a caller has the representation that did not change, and would get it again. */
function knownCoding(request: FastifyRequest, etag: string): Coding | undefined {
  const { "if-none-match": tags = "" } = request.headers;
  if (!tags.includes(`${etag.slice(0, -1)}.`)) return undefined;
  const coding = codingFor(request);
  return coding !== undefined && tags.includes(codedTag(etag, coding)) ? coding : undefined;
}

/** The coding that the caller likes best (RFC 9110 section 12.5.3); undefined for none. */
function codingFor(request: FastifyRequest): Coding | undefined {
  if (request.headers["accept-encoding"] === undefined) return undefined;
  const [liked] = new Negotiator(request).encodings(["br", "gzip", "deflate", "identity"]);
  return liked === "br" || liked === "gzip" || liked === "deflate" ? liked : undefined;
}
