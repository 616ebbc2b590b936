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
  return {
    measure: async (job) => {
      child.send(job);
      const [measured] = (await once(child, "message")) as [Measured];
      return measured;
    },
    stop: () => {
      child.kill();
    },
  };
}
