/** Media types and charsets of requests and responses (RFC 9110 §8.3 and §12.5.1). */
import type { FastifyRequest } from "fastify";
import Negotiator from "negotiator";
import { refuseFaults } from "../../problem.ts";
import { type Format, findFormat } from "../../query/selection.ts";
import { HttpProblem } from "../problem-types.ts";
import { requestQuery } from "./address.ts";
import { isSupportedCoding, SUPPORTED_CODINGS } from "./body.ts";

/** With its charset, because an `Accept` header may name that too. */
export const JSON_TYPE = "application/json; charset=utf-8";

/** RFC 4180 and RFC 7111: the first line has the names of the columns. */
export const CSV_TYPE = "text/csv; charset=utf-8; header=present";

/** One JSON text per line. */
export const NDJSON_TYPE = "application/x-ndjson; charset=utf-8";

/** What most routes offer. */
export const JSON_ONLY: readonly string[] = [JSON_TYPE];

/** The media type of each format of a list. */
export const FORMAT_TYPES: Readonly<Record<Format, string>> = { json: JSON_TYPE, csv: CSV_TYPE, ndjson: NDJSON_TYPE };

/** The most elements of an `Accept` header. Each is compared with every type that a path offers. */
const MAX_ACCEPTED = 100;

/** @throws Problem `invalid-request` if `Accept` has too many elements */
export function checkAccept({ headers: { accept = "" } }: FastifyRequest): void {
  if (accept.length <= MAX_ACCEPTED) return;
  const count = accept.split(",").length;
  if (count <= MAX_ACCEPTED) return;
  const message = `Accept has ${count} elements; at most ${MAX_ACCEPTED} are allowed.`;
  refuseFaults([{ in: "shape", header: "Accept", code: "too_many", message }]);
}

/**
 * The offered media type that the client prefers; of several equally preferred types the first.
 * @param selectable those that `Accept` may select; all by default
 * @throws Problem `not-acceptable` if `Accept` excludes all of them
 */
export function acceptedType(
  request: FastifyRequest,
  offered: readonly string[],
  selectable: readonly string[] = offered,
): string {
  const { accept } = request.headers;
  const [first] = selectable as [string];
  if (accept === undefined || accept === "*/*" || accept === "application/json") return first;
  const [preferred] = new Negotiator(request).mediaTypes([...selectable]);
  if (preferred !== undefined) return preferred;
  const types = offered.map(bareType).join(", ");
  throw new HttpProblem("not-acceptable", `Accept excludes every media type that this path offers: ${types}.`);
}

/** A media type without its parameters. */
function bareType(type: string): string {
  return type.split(";")[0]!;
}

/**
 * The media ranges of which `Accept` must name one for an export: a wildcard that JSON satisfies never starts the download of a
 * whole list.
 */
const EXPORT_RANGES: Readonly<Record<string, readonly string[]>> = {
  [CSV_TYPE]: [bareType(CSV_TYPE), "text/*"],
  [NDJSON_TYPE]: [bareType(NDJSON_TYPE)],
};

/**
 * The media type of the response to a GET of a list: that of `format`, otherwise the one that `Accept` prefers. JSON for an
 * unknown format, which is refused later, with all other faults.
 * @throws Problem `not-acceptable`
 */
export function listType(request: FastifyRequest, offered: readonly string[]): string {
  const format = findFormat(requestQuery(request));
  if (format === undefined) {
    const accept = request.headers.accept?.toLowerCase() ?? "";
    const isSelectable = (type: string) => EXPORT_RANGES[type]?.some((range) => accept.includes(range)) ?? true;
    return acceptedType(request, offered, offered.filter(isSelectable));
  }
  return Object.hasOwn(FORMAT_TYPES, format) ? FORMAT_TYPES[format as Format] : JSON_TYPE;
}

/** The media type of a query string as content. */
export const FORM_TYPE = "application/x-www-form-urlencoded";

/** The media types of the bodies of each method. */
export const BODY_TYPES: Readonly<Record<string, readonly string[]>> = {
  POST: ["application/json"],
  PUT: ["application/json"],
  PATCH: ["application/merge-patch+json", "application/json"],
  QUERY: ["application/json", FORM_TYPE],
};

/** Whether a method takes a body. The body of any other method has no meaning (RFC 9110 §9.3). */
export function takesBody(method: string): boolean {
  return Object.hasOwn(BODY_TYPES, method);
}

/** The media type of a request's body, in lower case, and its parameters; empty if the request does not say. */
function contentType({ headers }: FastifyRequest): readonly [media: string, ...parameters: string[]] {
  const [media = "", ...parameters] = (headers["content-type"] ?? "")
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  return [media, ...parameters];
}

/** Whether the body of a request is a query string. */
export function isForm(request: FastifyRequest): boolean {
  return contentType(request)[0] === FORM_TYPE;
}

/**
 * @throws Problem `unsupported-media-type` unless the body is of a type that its method takes, in UTF-8 and in a supported
 *   content coding
 */
export function checkContent(request: FastifyRequest): void {
  const types = BODY_TYPES[request.method];
  // The content of a QUERY defines it, even if that is empty (RFC 10008 §2).
  if (!types || !(hasBody(request) || request.method === "QUERY")) return;
  const { "content-encoding": coding = "identity" } = request.headers;
  const [media, ...parameters] = contentType(request);
  const charset = parameters
    .find((parameter) => parameter.startsWith("charset="))
    ?.slice("charset=".length)
    .replaceAll('"', "");
  if (!types.includes(media)) {
    const found = media === "" ? "is missing" : `${media} is not supported`;
    throw unsupported(`The Content-Type ${found}; this path accepts ${types.join(" or ")}.`);
  }
  if (charset !== undefined && charset !== "utf-8" && charset !== "utf8")
    throw unsupported(`The charset ${charset} is not supported. Supported: UTF-8.`);
  if (!isSupportedCoding(coding.toLowerCase()))
    throw unsupported(`The content coding ${coding} is not supported. Supported: ${SUPPORTED_CODINGS}.`);
}

function unsupported(detail: string): HttpProblem {
  return new HttpProblem("unsupported-media-type", detail);
}

function hasBody({ headers }: FastifyRequest): boolean {
  const { "content-length": length, "transfer-encoding": coding, "content-type": type } = headers;
  return coding !== undefined || (length !== undefined && length !== "0") || type !== undefined;
}
