/** The handle on the load generator's process. */
import { once } from "node:events";
import type { Job, Measured, Told } from "./load.ts";
import { LOAD_CORE, startPinned } from "./pinned.ts";

export interface Generator {
  /**
   * Measures all targets of a job.
   * @param warm is called when they are warm
   */
  measure(job: Job, warm?: () => void): Promise<readonly Measured[]>;
  stop(): void;
}

export function startGenerator(): Generator {
  const child = startPinned(LOAD_CORE, "bench/load.ts", []);
  const ended = once(child, "exit").then(() => {
    throw new Error("the load generator ended");
  });
  // Only a measurement that waits for it is told.
  ended.catch(() => {});
  const told = async (): Promise<Told> => {
    const [message] = (await Promise.race([once(child, "message"), ended])) as [Told];
    return message;
  };
  return {
    measure: async (job, warm) => {
      child.send(job);
      for (;;) {
        const heard = await told();
        if (heard !== "warm") return heard;
        warm?.();
      }
    },
    stop: () => {
      child.kill();
    },
  };
}
