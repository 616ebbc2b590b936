/** A clock for clients: it notes waits instead of waiting. */
import type { Clock } from "../../../client/transport/clock.ts";

/** Waits as long as this are limits, such as for a silent connection: they end only when they are aborted. */
const LIMIT_MS = 45_000;

/** A clock whose time passes by waiting alone. */
export class ClientClock implements Clock {
  /** Milliseconds of the waits so far. */
  readonly waits: number[] = [];
  private time = Date.parse("2026-01-15T12:00:00Z");

  now(): number {
    return this.time;
  }

  async sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (milliseconds >= LIMIT_MS)
      return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
    this.waits.push(milliseconds);
    this.time += milliseconds;
    // Lets the service run, as a wait would.
    await new Promise((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
  }
}
