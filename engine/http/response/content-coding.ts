/** The content codings of responses (RFC 9110 §8.4 and §12.5.3). */

import type { Duplex } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createDeflate, createGzip, deflate, gzip } from "node:zlib";
import type { FastifyRequest } from "fastify";
import Negotiator from "negotiator";

/** A content coding of a response. */
export type Coding = "br" | "gzip" | "deflate" | "identity";

/** In the service's order of preference: smallest result first. */
export const CODINGS: readonly Coding[] = ["br", "gzip", "deflate", "identity"];

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
// Quality 4 is as fast as gzip and compresses better.
const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
// The OpenAPI document is a fifth smaller, for 50 ms of a thread; the default, 11, would take two seconds.
const LASTING_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** The function that compresses a body, by content coding. */
export const ENCODERS: Record<Exclude<Coding, "identity">, (body: string | Buffer) => Promise<Buffer>> = {
  br: (body) => brotli(body, BROTLI_OPTIONS),
  gzip: promisify<string | Buffer, Buffer>(gzip),
  deflate: promisify<string | Buffer, Buffer>(deflate),
};

/** The same for a body that is compressed once, and sent many times. */
export const LASTING_ENCODERS: typeof ENCODERS = { ...ENCODERS, br: (body) => brotli(body, LASTING_OPTIONS) };

// The window of a stream's encoder, 256 KiB instead of 4 MiB, decides how much memory it takes.
const BROTLI_STREAM_OPTIONS = { params: { ...BROTLI_OPTIONS.params, [constants.BROTLI_PARAM_LGWIN]: 18 } };

/** The streams that compress a body in chunks, by content coding. */
export const STREAM_ENCODERS: Record<Exclude<Coding, "identity">, () => Duplex> = {
  br: () => createBrotliCompress(BROTLI_STREAM_OPTIONS),
  gzip: createGzip,
  deflate: createDeflate,
};
