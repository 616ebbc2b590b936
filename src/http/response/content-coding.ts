/** The content codings of responses (RFC 9110 §8.4 and §12.5.3). */
import { promisify } from "node:util";
import { brotliCompress, constants, deflate, gzip } from "node:zlib";
import type { FastifyRequest } from "fastify";
import Negotiator from "negotiator";

/** A content coding of a response. */
export type Coding = "br" | "gzip" | "deflate" | "identity";

/** In the service's order of preference: smallest result first. */
const CODINGS: Coding[] = ["br", "gzip", "deflate", "identity"];

/** The types of negotiator describe an older version. */
interface EncodingNegotiator {
  encodings(available: readonly string[], options?: { preferred: readonly string[] }): string[];
}

/** The content coding that the client prefers; of several equally preferred codings the smallest. */
export function codingFor(request: FastifyRequest): Coding {
  if (request.headers["accept-encoding"] === undefined) return "identity";
  const negotiator = new Negotiator(request) as EncodingNegotiator;
  const [preferred = "identity"] = negotiator.encodings(CODINGS, { preferred: CODINGS });
  return preferred as Coding;
}

const brotli = promisify(brotliCompress);

/** The function that compresses a body, by content coding. */
export const ENCODERS: Record<Exclude<Coding, "identity">, (body: string | Buffer) => Promise<Buffer>> = {
  // Quality 4 is as fast as gzip and compresses better; the default, 11, is meant for static files.
  br: (body) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: promisify<string | Buffer, Buffer>(gzip),
  deflate: promisify<string | Buffer, Buffer>(deflate),
};
