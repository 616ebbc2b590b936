/** Limits how often something runs that is triggered often. */

/**
 * Returns a function that calls `work`: at once if the last call was at least `everyMs` ago, else once at the end of that time. The
 * timer does not keep the process alive.
 */
export function throttle(work: () => void, everyMs: number): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isDue = false;
  const run = (): void => {
    isDue = false;
    timer = setTimeout(() => {
      timer = undefined;
      if (isDue) run();
    }, everyMs).unref();
    work();
  };
  return () => {
    isDue = true;
    if (!timer) run();
  };
}
