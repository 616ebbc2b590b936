/** Follows the event log as a stream that survives lost connections. */

import type { FollowOptions } from "../calls.ts";
import { NetworkError } from "../errors/network-error.ts";
import type { QueryParameters } from "../transport/query.ts";
import { isTransient, MAX_WAIT_MS, retryDelay } from "../transport/retries.ts";
import type { Transport } from "../transport/transport.ts";
import { EventStreamParser } from "./sse-parser.ts";

/** Milliseconds of silence after which a stream counts as dead. The service sends something every 15 s. */
const SILENCE_MS = 45_000;

/** How far a stream has come. */
interface Position {
  /** The id of the last event; undefined before the first connection, which starts now. */
  last: string | undefined;
  /** Failures since the last message. */
  failures: number;
  /** Milliseconds within which to return after an orderly end. */
  retry: number;
}

/**
 * The events of a log as they happen, each once and in order. If the connection breaks, the stream is resumed after the last event;
 * the client reconnects until it succeeds.
 * @throws Gone if the event to resume after is too old; any other Problem that waiting does not solve
 */
export async function* follow(
  transport: Transport,
  path: string,
  query: QueryParameters = {},
  { after, signal, onConnection }: FollowOptions = {},
): AsyncGenerator<unknown, void, undefined> {
  const position: Position = { last: after, failures: 0, retry: 1_000 };
  for (;;) {
    let wait: number;
    try {
      yield* untilCut(transport, path, query, position, { signal, onConnection });
      wait = transport.random() * position.retry;
    } catch (error) {
      if (!isTransient(error)) throw error;
      position.failures += 1;
      wait = retryDelay(error, position.failures, transport.random) ?? MAX_WAIT_MS;
    }
    await transport.sleep(wait, signal);
  }
}

/** The events of one connection. */
async function* untilCut(
  transport: Transport,
  path: string,
  query: QueryParameters,
  position: Position,
  { signal, onConnection }: Omit<FollowOptions, "after">,
): AsyncGenerator<unknown, void, undefined> {
  const headers: Record<string, string> = { accept: "text/event-stream" };
  if (position.last !== undefined) headers["last-event-id"] = position.last;
  const { body } = await transport.open("GET", path, { query, headers, signal });
  const reader = body!.getReader();
  const decoder = new TextDecoder();
  const parser = new EventStreamParser();
  let isConnected = false;
  try {
    for (;;) {
      const { done, value } = await withinSilence(transport, path, reader.read());
      if (done) return;
      for (const { id, data } of parser.push(decoder.decode(value, { stream: true }))) {
        position.failures = 0;
        position.last = id ?? position.last;
        position.retry = parser.retry ?? position.retry;
        // The first message says where the stream starts.
        if (!isConnected) onConnection?.(position.last);
        isConnected = true;
        if (data !== "") yield JSON.parse(data);
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
    if (isConnected) onConnection?.(undefined);
  }
}

/** @throws NetworkError if nothing arrives for too long, as on a connection that died unnoticed */
async function withinSilence<T>(transport: Transport, path: string, read: Promise<T>): Promise<T> {
  const watch = new AbortController();
  const silence = transport.sleep(SILENCE_MS, watch.signal).then(() => {
    throw new NetworkError("GET", path, `nothing was received for ${SILENCE_MS / 1_000} s`);
  });
  try {
    return await Promise.race([read, silence]);
  } finally {
    watch.abort();
  }
}
