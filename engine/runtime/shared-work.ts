/** Work that several requesters wait for at once. */
import type { Requester } from "./fair-queue.ts";

/** One run of the work. */
interface Run<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  waiting: number;
}

/** Runs work once for all that wait for it at the same time, and aborts it when none of them waits any more. */
export class SharedWork<T> {
  private readonly work: (requester: Requester) => Promise<T>;
  private current: Run<T> | undefined;

  /** @param work gets the client that starts it, and a signal that aborts it */
  constructor(work: (requester: Requester) => Promise<T>) {
    this.work = work;
  }

  /**
   * Waits for the run in progress, or starts one.
   * @throws what the work throws; the reason of the requester's signal if it aborts
   */
  async join(requester: Requester): Promise<T> {
    const { signal } = requester;
    signal?.throwIfAborted();
    this.current ??= this.start(requester);
    const run = this.current;
    run.waiting += 1;
    const aborted = Promise.withResolvers<never>();
    const leave = () => aborted.reject(signal!.reason);
    signal?.addEventListener("abort", leave, { once: true });
    try {
      return await Promise.race([run.result, aborted.promise]);
    } finally {
      signal?.removeEventListener("abort", leave);
      run.waiting -= 1;
      if (run.waiting === 0) this.abort(run);
    }
  }

  private start({ client }: Requester): Run<T> {
    const controller = new AbortController();
    const result = this.work({ client, signal: controller.signal });
    const run: Run<T> = { result, controller, waiting: 0 };
    const forget = () => {
      if (this.current === run) this.current = undefined;
    };
    result.then(forget, forget);
    return run;
  }

  /** Aborts a run that nobody waits for, unless it has ended. The next requester starts another one. */
  private abort(run: Run<T>): void {
    if (this.current !== run) return;
    this.current = undefined;
    run.controller.abort();
  }
}
