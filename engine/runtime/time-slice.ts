/** Cooperative yielding: long work gives way to the event loop after each time slice. */

/** The length of a slice. */
const SLICE_MS = 10;

/** The current slice of one piece of work. */
export class TimeSlice {
  private readonly signal: Pick<AbortSignal, "throwIfAborted"> | undefined;
  private until = performance.now() + SLICE_MS;

  /** @param signal aborts the work at its next yield, with the signal's reason */
  constructor(signal?: Pick<AbortSignal, "throwIfAborted">) {
    this.signal = signal;
  }

  /** Await this between the steps of long work. Returns undefined, at little cost, until the slice is over. */
  yieldIfOver(): Promise<void> | undefined {
    return performance.now() < this.until ? undefined : this.yield();
  }

  private async yield(): Promise<void> {
    this.signal?.throwIfAborted();
    await new Promise((resolve) => setImmediate(resolve));
    this.until = performance.now() + SLICE_MS;
  }
}
