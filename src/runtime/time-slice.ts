/** Cooperative yielding: long work gives way to the event loop after each time slice. */

/** How long a slice lasts. */
const SLICE_MS = 10;

export class TimeSlice {
  private readonly signal: AbortSignal | undefined;
  private until = performance.now() + SLICE_MS;

  /** @param signal aborts the work at its next yield, with the signal's reason */
  constructor(signal?: AbortSignal) {
    this.signal = signal;
  }

  /** Await this between steps of long work. It is undefined, at no cost, until the slice is over. */
  yieldIfOver(): Promise<void> | undefined {
    return performance.now() < this.until ? undefined : this.yield();
  }

  private async yield(): Promise<void> {
    this.signal?.throwIfAborted();
    await new Promise((resolve) => setImmediate(resolve));
    this.until = performance.now() + SLICE_MS;
  }
}
