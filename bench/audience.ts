/** The handle on the listeners' process. */
import { once } from "node:events";
import { LOAD_CORE, startPinned } from "./pinned.ts";

export interface Audience {
  /** Whether all of them still listen. */
  listens(): boolean;
  stop(): void;
}

/**
 * Connects listeners to a service's stream of events.
 * @param key a credential of the service
 * @throws Error when they cannot all be connected
 */
export async function startAudience(url: string, key: string, count: number): Promise<Audience> {
  const child = startPinned(LOAD_CORE, "bench/listeners.ts", [url, key, String(count)]);
  const ended = once(child, "exit").then(() => {
    throw new Error("a listener could not listen");
  });
  // Only the beginning waits for it.
  ended.catch(() => {});
  await Promise.race([once(child, "message"), ended]);
  return {
    listens: () => child.exitCode === null && child.signalCode === null,
    stop: () => {
      child.kill();
    },
  };
}
