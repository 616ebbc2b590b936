/** Request bodies, decoded from their content coding. */
import type { Duplex } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { FastifyRequest } from "fastify";
import { LONG_BODY } from "./json.ts";

/** The content codings of a request body (RFC 9110 §8.4). */
const DECODERS: Record<string, () => Duplex> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** The supported content codings, as `Accept-Encoding` lists them. */
export const SUPPORTED_CODINGS = Object.keys(DECODERS).join(", ");

/** Whether bodies in this content coding are supported. */
export function isSupportedCoding(coding: string): boolean {
  return coding === "identity" || Object.hasOwn(DECODERS, coding);
}

/** The content coding of a request's body; undefined if it has none. */
export function codingOf({ headers }: FastifyRequest): string | undefined {
  const coding = headers["content-encoding"]?.toLowerCase() ?? "identity";
  return coding === "identity" ? undefined : coding;
}

/** What is done while a body is decoded. Either function may throw. */
export interface DecodingSteps {
  /** Called with the length so far. @param start the first bytes */
  check(length: number, start: Uint8Array): void;
  /** Called once, when the body turns out to be long. Not more of it is decoded until this resolves. */
  onLong(): Promise<void>;
}

/** Decodes a body. */
export async function decodeBody(sent: Uint8Array, coding: string, { check, onLong }: DecodingSteps): Promise<Buffer> {
  const decoder = DECODERS[coding]!();
  decoder.end(sent);
  const chunks: Buffer[] = [];
  let length = 0;
  // What is thrown here destroys the decoder.
  for await (const chunk of decoder as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    const isFirstBeyond = length <= LONG_BODY && length + chunk.length > LONG_BODY;
    length += chunk.length;
    check(length, chunks[0]!);
    if (isFirstBeyond) await onLong();
  }
  return Buffer.concat(chunks, length);
}
