/** Media types and charsets of requests and responses (RFC 9110 §8.3 and §12.5.1). */
import type { FastifyRequest } from "fastify";
import Negotiator from "negotiator";
import { HttpProblem } from "../problem-types.ts";
import { isSupportedCoding, SUPPORTED_CODINGS } from "./body.ts";

/** With its charset, because an `Accept` header may name that too. */
export const JSON_TYPE = "application/json; charset=utf-8";

/** What most routes offer. */
export const JSON_ONLY: readonly string[] = [JSON_TYPE];

/**
 * The offered media type that the client prefers; of several equally preferred types the first.
 * @throws Problem `not-acceptable` if `Accept` excludes all of them
 */
export function acceptedType(request: FastifyRequest, offered: readonly string[]): string {
  const { accept } = request.headers;
  const [first] = offered as [string];
  if (accept === undefined || accept === "*/*" || accept === "application/json") return first;
  const [preferred] = new Negotiator(request).mediaTypes([...offered]);
  if (preferred !== undefined) return preferred;
  const types = offered.map((type) => type.split(";")[0]).join(" and ");
  throw new HttpProblem("not-acceptable", `Accept excludes every media type that this path offers: ${types}.`);
}

const BODY_TYPES: Record<string, readonly string[]> = {
  POST: ["application/json"],
  PUT: ["application/json"],
  PATCH: ["application/merge-patch+json", "application/json"],
};

/** Whether a method takes a body. The body of any other method has no meaning (RFC 9110 §9.3). */
export function takesBody(method: string): boolean {
  return Object.hasOwn(BODY_TYPES, method);
}

/** @throws Problem `unsupported-media-type` unless the body is JSON, in UTF-8 and in a supported content coding */
export function checkContent(request: FastifyRequest): void {
  const types = BODY_TYPES[request.method];
  if (!types || !hasBody(request)) return;
  const { "content-type": type = "", "content-encoding": coding = "identity" } = request.headers;
  const [media = "", ...parameters] = type
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
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
