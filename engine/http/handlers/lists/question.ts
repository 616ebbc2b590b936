/** What a QUERY asks of a list: its content, and the content that asks for another page. */

import type { Fault } from "../../../problem.ts";
import { parseParameters } from "../../../query/parameters.ts";

/** The content of a QUERY, which takes the place of the query of a GET (RFC 10008 §2.2). */
export interface Question {
  /** The same as the query of a GET. */
  readonly query: string;
  /** The JSON object, or the query string, as it was sent. */
  readonly content: object | string;
  /** Identifies its content and the media type of that. */
  readonly digest: string;
  /** The path whose GET has the same response; undefined if it is too long. */
  readonly location: string | undefined;
  readonly faults: readonly Fault[];
}

/** The most bytes of the content of a QUERY. */
export const MAX_CONTENT_LENGTH = 64 * 1024;

/**
 * The content that asks for another page, and the parameter in which it differs.
 * @param query of the GET that asks for it
 */
export function contentFor({ content }: Question, query: string): { content: Question["content"]; parameter: string } {
  const parameters = new Map(parseParameters(query).parameters);
  const parameter = parameters.has("cursor") ? "cursor" : "page";
  const value = parameters.get(parameter)!;
  if (typeof content !== "string")
    return { content: { ...content, [parameter]: parameter === "page" ? Number(value) : value }, parameter };
  const others = content.split("&").filter((part) => parseParameters(part).parameters[0]?.[0] !== parameter);
  return { content: [...others, `${parameter}=${value}`].join("&"), parameter };
}

/** The length of content in bytes. */
export function lengthOf(content: Question["content"]): number {
  return Buffer.byteLength(typeof content === "string" ? content : JSON.stringify(content));
}

declare module "fastify" {
  interface FastifyRequest {
    /** Of a QUERY, once its content has been read. */
    question: Question | null;
  }
}
