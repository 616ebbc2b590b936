/** What a request may be written in, and what it accepts as an answer (RFC 9110 §8 and §12). */
import type { FastifyRequest } from "fastify";
import Negotiator from "negotiator";
import { HttpProblem } from "../response/problem-types.ts";
import { JSON_TYPE } from "../response/response.ts";
import { isDecodable } from "./decoding.ts";

/** The media types of most answers. With its charset, which a caller may ask for too. */
export const JSON_ONLY: readonly string[] = [JSON_TYPE];

/**
 * The media type that a caller likes best, the first where several are liked alike.
 * @throws Problem `not-acceptable` when `Accept` rules out all that are offered
 */
export function acceptedType(request: FastifyRequest, offered: readonly string[]): string {
  const { accept } = request.headers;
  const [first] = offered as [string];
  if (accept === undefined || accept === "*/*" || accept === "application/json") return first;
  const [liked] = new Negotiator(request).mediaTypes([...offered]);
  if (liked !== undefined) return liked;
  const types = offered.map((type) => type.split(";")[0]).join(" or ");
  throw new HttpProblem("not-acceptable", `The service answers in ${types}, which Accept rules out.`);
}

const TAKEN: Record<string, readonly string[]> = {
  POST: ["application/json"],
  PUT: ["application/json"],
  PATCH: ["application/merge-patch+json", "application/json"],
};

/** Whether a method takes a body; that of any other means nothing (RFC 9110 §9.3). */
export function takesBody(method: string): boolean {
  return Object.hasOwn(TAKEN, method);
}

/** @throws Problem `unsupported-media-type` when the body is not JSON in UTF-8, or in a coding that is not known */
export function checkContent(request: FastifyRequest): void {
  const taken = TAKEN[request.method];
  const { "content-type": type, "content-encoding": coding = "identity" } = request.headers;
  if (!taken || !hasBody(request)) return;
  const [media = "", ...parameters] = (type ?? "")
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  const charset = parameters
    .find((parameter) => parameter.startsWith("charset="))
    ?.slice(8)
    .replaceAll('"', "");
  const refuse = (detail: string) => new HttpProblem("unsupported-media-type", detail);
  if (!taken.includes(media))
    throw refuse(
      `The body is ${media ? `of type ${media}` : "of no declared type"}; this path takes ${taken.join(" or ")}.`,
    );
  if (charset !== undefined && charset !== "utf-8" && charset !== "utf8")
    throw refuse(`JSON is written in UTF-8, not ${charset}.`);
  if (!isDecodable(coding.toLowerCase())) throw refuse(`A body may be coded in gzip, deflate or br, not ${coding}.`);
}

function hasBody(request: FastifyRequest): boolean {
  const { "content-length": length, "transfer-encoding": coding } = request.headers;
  return (
    coding !== undefined || (length !== undefined && length !== "0") || request.headers["content-type"] !== undefined
  );
}

/** A content coding in which answers are sent. */
export type Coding = "br" | "gzip" | "deflate" | "identity";

/** The types of negotiator are those of an older version. */
interface Preferring {
  encodings(available: readonly string[], options?: { preferred: readonly string[] }): string[];
}

/** Ours to choose where a caller likes several alike: what is smallest comes first. */
const CODINGS: Coding[] = ["br", "gzip", "deflate", "identity"];

/** The content coding that a caller likes best (RFC 9110 §12.5.3). */
export function codingFor(request: FastifyRequest): Coding {
  if (request.headers["accept-encoding"] === undefined) return "identity";
  const [liked = "identity"] = (new Negotiator(request) as Preferring).encodings(CODINGS, { preferred: CODINGS });
  return liked as Coding;
}
