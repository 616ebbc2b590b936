/** Responses: complete ones, problem documents, and bodies that are read as they arrive. */
import type { ProblemDocument, ProblemHints } from "../errors/problem.ts";
import { retryAfterOf } from "./retries.ts";

/** A complete response. */
export interface Answer {
  readonly status: number;
  /** How many times the request was sent. */
  readonly tries: number;
  readonly headers: Headers;
  /** Parsed if it is JSON, otherwise a text; undefined if it is empty. */
  // biome-ignore lint/suspicious/noExplicitAny: any JSON
  readonly body: any;
}

const JSON_TYPE = /^[^;]*[/+]json\b/;

/** Parses a response. @throws SyntaxError if it is cut off */
export function answerOf(status: number, headers: Headers, text: string, tries: number): Answer {
  const isJson = JSON_TYPE.test(headers.get("content-type") ?? "");
  return { status, tries, headers, body: text === "" ? undefined : isJson ? JSON.parse(text) : text };
}

/** The problem document in a response; empty if it has none, such as that of a proxy. */
export function documentIn(headers: Headers, text: string): ProblemDocument {
  if (!JSON_TYPE.test(headers.get("content-type") ?? "")) return {};
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** What the header fields of a refusal say: when to retry, and the scope that was missing (RFC 6750 §3). */
export function hintsIn(headers: Headers, now: number): ProblemHints {
  const scope = /\bscope="([^"]+)"/.exec(headers.get("www-authenticate") ?? "")?.[1];
  return { retryAfter: retryAfterOf(headers, now), scope };
}

/** A body whose failures are converted. */
export function guarded(
  body: ReadableStream<Uint8Array>,
  failureOf: (error: unknown) => unknown,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    try {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    } catch (error) {
      controller.error(failureOf(error));
    }
  };
  // Nothing is read ahead: an error would discard it.
  return new ReadableStream({ pull, cancel: (reason) => reader.cancel(reason) }, { highWaterMark: 0 });
}
