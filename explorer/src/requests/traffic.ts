/** The requests that pages have sent, for the panel that shows them. */
import { countText } from "../units.ts";
import type { Exchange } from "./exchange.ts";
import { onKeyChange } from "./key.ts";

const MAX_EXCHANGES = 100;
/** The longest body that is kept, and the most of all bodies together, in bytes. */
const MAX_BODY = 2 ** 20;
const MAX_BODIES = 8 * 2 ** 20;
/** The longest body of a request that is kept whole, and how much is kept of a longer one, in characters. */
const MAX_SENT = 2 ** 16;
const BEGINNING = 1_000;

let exchanges: readonly Exchange[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Returns the latest exchanges, newest first. */
export function latestExchanges(): readonly Exchange[] {
  return exchanges;
}

// Bodies that were read with a key are not shown after the key is forgotten.
onKeyChange(() =>
  show(exchanges.map((each) => (each.requestHeaders.authorization && isSuccess(each) ? withoutBody(each) : each))),
);

/** Calls back when there is something new. Returns a function that stops that. */
export function onExchange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Sends a request as `fetch` does, and keeps what it sends and receives, without the credential. */
export async function recordingFetch(url: string, init: RequestInit): Promise<Response> {
  const { pathname, search } = new URL(url, location.origin);
  const start = performance.now();
  let exchange: Exchange = {
    id: ++lastId,
    method: init.method ?? "GET",
    path: pathname + search,
    requestHeaders: headersOf(new Headers(init.headers)),
    requestBody: typeof init.body === "string" ? shortened(init.body) : undefined,
    status: undefined,
    responseHeaders: {},
    body: undefined,
    bytes: undefined,
    milliseconds: undefined,
    startedAt: Date.now(),
  };
  const update = (change: Partial<Exchange>) => {
    exchange = { ...exchange, ...change, milliseconds: Math.round(performance.now() - start) };
    put(exchange);
  };
  put(exchange);
  try {
    const response = await fetch(url, init);
    update({ status: response.status, responseHeaders: headersOf(response.headers) });
    // Exports are read as they arrive.
    if (!/[/+]json/.test(response.headers.get("content-type") ?? "")) return response;
    const text = await response.text();
    const bytes = new TextEncoder().encode(text).length;
    update({ bytes, body: bytes <= MAX_BODY ? text : undefined });
    return new Response(text, response);
  } catch (error) {
    update({});
    throw error;
  }
}

/** Returns the part of a sent body that is kept. */
function shortened(body: string): string {
  if (body.length <= MAX_SENT) return body;
  return `${body.slice(0, BEGINNING)} … ${countText(body.length - BEGINNING)} more characters`;
}

/** Hides a secret in the bodies that are kept: it is shown once, and not here. */
export function hideSecret(secret: string): void {
  show(exchanges.map((each) => (each.body?.includes(secret) ? withHidden(each, secret) : each)));
}

function withHidden(exchange: Exchange, secret: string): Exchange {
  return { ...exchange, body: exchange.body?.replaceAll(secret, "$SECRET") };
}

function isSuccess({ status = 0 }: Exchange): boolean {
  return status < 400;
}

/** Returns header fields as an object; of the credential only that there is one. */
function headersOf(headers: Headers): Record<string, string> {
  const fields = Object.fromEntries(headers);
  if (fields.authorization) fields.authorization = "Bearer $KEY";
  return fields;
}

function put(exchange: Exchange): void {
  const others = exchanges.filter(({ id }) => id !== exchange.id);
  show(withoutOldBodies([exchange, ...others].sort((a, b) => b.id - a.id).slice(0, MAX_EXCHANGES)));
}

function show(changed: readonly Exchange[]): void {
  exchanges = changed;
  for (const listener of listeners) listener();
}

/** Drops all but the latest bodies. */
function withoutOldBodies(all: readonly Exchange[]): Exchange[] {
  let bytes = 0;
  return all.map((exchange) => {
    if (exchange.body === undefined) return exchange;
    bytes += exchange.bytes ?? 0;
    return bytes <= MAX_BODIES ? exchange : withoutBody(exchange);
  });
}

function withoutBody(exchange: Exchange): Exchange {
  return { ...exchange, body: undefined };
}
