/** Long work on the one thread: whatever else waits has its turn in between. */

/** How long a turn lasts, in milliseconds. */
const TURN_MS = 10;

export class TimeSlice {
  private readonly signal: AbortSignal | undefined;
  private until = performance.now() + TURN_MS;

  /** @param signal ends the work at its next turn, with the signal's reason */
  constructor(signal?: AbortSignal) {
    this.signal = signal;
  }

  /** To be awaited now and then by work that may be long; undefined while the turn lasts. */
  next(): Promise<void> | undefined {
    return performance.now() < this.until ? undefined : this.pass();
  }

  private async pass(): Promise<void> {
    this.signal?.throwIfAborted();
    await new Promise((resolve) => setImmediate(resolve));
    this.until = performance.now() + TURN_MS;
  }
}
