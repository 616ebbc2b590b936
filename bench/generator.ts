/** The handle on the load generator's process. */
import { once } from "node:events";
import type { Job, Measured } from "./load.ts";
import { LOAD_CORE, startPinned } from "./pinned.ts";

export interface Generator {
  measure(job: Job): Promise<Measured>;
  stop(): void;
}

export function startGenerator(): Generator {
  const child = startPinned(LOAD_CORE, "bench/load.ts", []);
  const ended = once(child, "exit").then(() => {
    throw new Error("the load generator ended");
  });
  // Only a measurement that waits for it is told.
  ended.catch(() => {});
  return {
    measure: async (job) => {
      child.send(job);
      const [measured] = (await Promise.race([once(child, "message"), ended])) as [Measured];
      return measured;
    },
    stop: () => {
      child.kill();
    },
  };
}
