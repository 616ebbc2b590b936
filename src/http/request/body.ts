/** Request bodies: decoded from their content coding, then parsed as JSON in UTF-8 (RFC 8259, RFC 7493). */
import type { Duplex } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { FastifyReply, FastifyRequest, RequestPayload } from "fastify";
import { visit } from "jsonc-parser";
import { type Fault, Problem, refuseFaults } from "../../problem.ts";

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

/** The decoded stream of a body. Fastify limits the decoded size as it collects the stream, which defuses zip bombs. */
export function decodeBody(request: FastifyRequest, reply: FastifyReply, payload: RequestPayload): RequestPayload {
  const coding = request.headers["content-encoding"]?.toLowerCase() ?? "identity";
  if (coding === "identity" || !isSupportedCoding(coding)) return payload;
  const decoder = DECODERS[coding]!() as Duplex & RequestPayload;
  // Fastify compares this with Content-Length.
  decoder.receivedEncodedLength = 0;
  payload.on("data", (chunk: Buffer) => {
    decoder.receivedEncodedLength! += chunk.length;
  });
  payload.on("error", (error) => decoder.destroy(error));
  // If the request is refused before its body is read, nothing else listens for errors.
  decoder.on("error", () => {});
  // Stops decoding a zip bomb once the response is sent.
  reply.raw.once("close", () => decoder.destroy());
  return payload.pipe(decoder);
}

const MAX_DEPTH = 64;
const MAX_DUPLICATES = 100;
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Parses a body.
 * @throws Problem `invalid-request` if it is not JSON in UTF-8, is nested too deeply or repeats a key
 */
export function parseJson(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    const message = "The body is not valid UTF-8.";
    throw new Problem("invalid-request", message, { errors: [fault("", "invalid_encoding", message)] });
  }
  checkStructure(text);
  try {
    return JSON.parse(text) as unknown;
  } catch (reason) {
    const why = text.trim() === "" ? "it is empty" : (reason as Error).message;
    const message = `The body is not JSON: ${why}.`;
    throw new Problem("invalid-request", message, { errors: [fault("", "invalid_json", message)] });
  }
}

/** Checks what `JSON.parse` tolerates: duplicate keys and deep nesting. */
function checkStructure(text: string): void {
  const faults: Fault[] = [];
  const keys: Set<string>[] = [];
  let depth = 0;
  const open = () => {
    depth += 1;
    if (depth <= MAX_DEPTH) return;
    // Thrown at once, so that the parser does not recurse further.
    refuseFaults([fault("", "too_deep", `The JSON is nested too deeply; at most ${MAX_DEPTH} levels are allowed.`)]);
  };
  visit(text, {
    onObjectBegin: () => {
      open();
      keys.push(new Set());
    },
    onArrayBegin: open,
    onArrayEnd: () => {
      depth -= 1;
    },
    onObjectEnd: () => {
      depth -= 1;
      keys.pop();
    },
    onObjectProperty: (key, _offset, _length, _line, _column, path) => {
      const known = keys.at(-1)!;
      if (known.has(key) && faults.length < MAX_DUPLICATES) {
        const pointer = [...path(), key]
          .map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`)
          .join("");
        faults.push(
          fault(
            pointer,
            "duplicate_key",
            `The key ${JSON.stringify(key)} is repeated; it may appear only once in an object.`,
          ),
        );
      }
      known.add(key);
    },
  });
  refuseFaults(faults);
}

function fault(pointer: string, code: string, message: string): Fault {
  return { in: "shape", pointer, code, message };
}
