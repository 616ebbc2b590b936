/** Requests of the explorer as programs send them. */
import type { CodeRequest } from "../../../../kit/as-code.ts";
import type { Exchange } from "../exchange.ts";
import { headersOf, type Write } from "../write-request.ts";

/** Of a read, it asks only whether something has changed; of a write, it keeps what exists from being replaced. */
const ONLY_IF_CHANGED = "if-none-match";

/** Returns the request of an exchange. What is requested by default is left out. */
export function codeRequestOf(exchange: Exchange, origin: string): CodeRequest {
  const isRead = exchange.method === "GET" || exchange.method === "HEAD";
  const headers = Object.entries(exchange.requestHeaders).filter(
    ([name, value]) =>
      name !== "authorization" &&
      !(isRead && name === ONLY_IF_CHANGED) &&
      !(name === "accept" && value === "application/json"),
  );
  return {
    origin,
    method: exchange.method,
    path: exchange.path,
    hasKey: exchange.requestHeaders.authorization !== undefined,
    headers: Object.fromEntries(headers),
    body: exchange.requestBody,
  };
}

/** Returns a write that has not been sent. */
export function codeRequestOfWrite(write: Write, origin: string, hasKey: boolean): CodeRequest {
  const { method, path, body } = write;
  const hasBody = body !== undefined;
  return {
    origin,
    method,
    path,
    hasKey,
    headers: { ...(hasBody ? { "content-type": "application/json" } : {}), ...headersOf(write) },
    body: hasBody ? JSON.stringify(body) : undefined,
  };
}
