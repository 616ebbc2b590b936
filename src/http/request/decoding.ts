/** Request bodies in a content coding (RFC 9110 §8.4): decoded as they arrive, and bounded by what they decode to. */
import type { Duplex } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { FastifyReply, FastifyRequest, RequestPayload } from "fastify";

/** The content codings that a body may come in. */
const DECODERS: Record<string, () => Duplex> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** As `Accept-Encoding` lists them. */
export const DECODABLE = Object.keys(DECODERS).join(", ");

/** Whether a body in this coding can be read. */
export function isDecodable(coding: string): boolean {
  return coding === "identity" || Object.hasOwn(DECODERS, coding);
}

/** The decoded stream of a body. Its length is bounded where it is collected, so that a small bomb stays small. */
export function decoding(request: FastifyRequest, reply: FastifyReply, payload: RequestPayload): RequestPayload {
  const coding = request.headers["content-encoding"]?.toLowerCase() ?? "identity";
  if (coding === "identity" || !isDecodable(coding)) return payload;
  const decoder = DECODERS[coding]!() as Duplex & RequestPayload;
  // Fastify compares this with Content-Length.
  decoder.receivedEncodedLength = 0;
  payload.on("data", (chunk: Buffer) => {
    decoder.receivedEncodedLength! += chunk.length;
  });
  payload.on("error", (error) => decoder.destroy(error));
  // A request that is refused before its body was read has nobody else to hear that the body is broken.
  decoder.on("error", () => {});
  // Once it is answered, nobody waits for the rest of a bomb.
  reply.raw.once("close", () => decoder.destroy());
  return payload.pipe(decoder);
}
