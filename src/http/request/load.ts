/** How far behind the process is with its work. */
import { monitorEventLoopDelay } from "node:perf_hooks";

export interface Load {
  /** Milliseconds by which the event loop is late, again and again: not once, for a single long piece of work. */
  lag(): number;
  close(): void;
}

/** How often the event loop is asked; what it measures includes that. */
const RESOLUTION_MS = 20;
const LOOK_MS = 1_000;

/** The load of this process, as measured over the last seconds. */
export function eventLoopLoad(): Load {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  let [before, latest] = [0, 0];
  const look = setInterval(() => {
    before = latest;
    latest = delays.count > 0 ? Math.max(0, delays.mean / 1e6 - RESOLUTION_MS) : 0;
    delays.reset();
  }, LOOK_MS);
  look.unref();
  return {
    // One piece of work, however long, falls between two looks.
    lag: () => Math.min(before, latest),
    close: () => {
      clearInterval(look);
      delays.disable();
    },
  };
}
