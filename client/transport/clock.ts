/** Time, as the client uses it. */

/** The current time, and waiting; tests pass another one. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after some milliseconds; rejects with the signal's reason as soon as that aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** The time of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const abort = (): void => {
        clearTimeout(timer);
        reject(signal!.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener("abort", abort);
        resolve();
      }, milliseconds);
      signal?.addEventListener("abort", abort, { once: true });
    }),
};

/** One signal that aborts with any of these; undefined if there are none. */
export function anySignal(...signals: readonly (AbortSignal | undefined)[]): AbortSignal | undefined {
  const given = signals.filter((signal) => signal !== undefined);
  return given.length > 1 ? AbortSignal.any(given) : given[0];
}
