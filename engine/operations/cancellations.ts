/** Cancellations of running operations, which all processes learn of: the one that runs the operation keeps the others waiting. */

import type { Clock } from "../runtime/clock.ts";
import type { Broadcast } from "../store/database.ts";

/** How long no process begins an operation after it was announced. Longer than a write waits for the lock. */
const PAUSE_MS = 15_000;

/** What one process knows of cancellations. */
export class Cancellations {
  private readonly broadcast: Broadcast;
  private readonly clock: Clock;
  /** When operations may begin again, unless they have been cancelled by then. In milliseconds since 1970. */
  private readonly paused = new Map<string, number>();
  private stopListening: (() => void) | undefined;

  constructor(broadcast: Broadcast, clock: Clock) {
    this.broadcast = broadcast;
    this.clock = clock;
  }

  /** Tells all processes that an operation is about to be cancelled. */
  announce(id: string): void {
    this.broadcast.send(id);
  }

  /** Whether an operation was announced a short time ago. */
  includes(id: string): boolean {
    return this.clock.now() < (this.paused.get(id) ?? 0);
  }

  /** Calls a listener with the id of each operation that is announced. */
  start(onAnnounced: (id: string) => void): void {
    this.stopListening = this.broadcast.listen((id) => {
      for (const each of this.paused.keys()) if (!this.includes(each)) this.paused.delete(each);
      this.paused.set(id, this.clock.now() + PAUSE_MS);
      onAnnounced(id);
    });
  }

  stop(): void {
    this.stopListening?.();
  }
}
