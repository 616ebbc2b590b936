/** Starts `listeners.ts` as its own process. */
import { once } from "node:events";
import { LOAD_CORE, startPinned } from "../pinned.ts";

/** The connected listeners. */
export interface Listeners {
  /** Whether all of them are still connected. */
  areConnected(): boolean;
  stop(): void;
}

/**
 * Connects listeners to a service's stream of events.
 * @param key a credential of the service
 * @throws Error if one of them cannot connect
 */
export async function startListeners(url: string, key: string, count: number): Promise<Listeners> {
  const child = startPinned(LOAD_CORE, "bench/load/listeners.ts", [url, key, String(count)]);
  const ended = once(child, "exit").then(() => {
    throw new Error("a listener could not connect");
  });
  // Only the start waits for this promise.
  ended.catch(() => {});
  await Promise.race([once(child, "message"), ended]);
  return {
    areConnected: () => child.exitCode === null && child.signalCode === null,
    stop: () => {
      child.kill();
    },
  };
}
