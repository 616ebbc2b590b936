/** Starts `turns.ts` as its own process. */
import { once } from "node:events";
import { LOAD_CORE, startPinned } from "../pinned.ts";
import type { Job, LoadMessage, Measured } from "./turns.ts";

/** A running load generator. */
export interface Generator {
  /**
   * Measures all targets of a job.
   * @param warm called when all targets are warm
   */
  measure(job: Job, warm?: () => void): Promise<readonly Measured[]>;
  stop(): void;
}

/** Starts the load generator on its own core. */
export function startGenerator(): Generator {
  const child = startPinned(LOAD_CORE, "bench/load/turns.ts", []);
  const ended = once(child, "exit").then(() => {
    throw new Error("the load generator ended");
  });
  // Only a measurement in progress waits for this promise.
  ended.catch(() => {});
  const nextMessage = async (): Promise<LoadMessage> => {
    const [message] = (await Promise.race([once(child, "message"), ended])) as [LoadMessage];
    return message;
  };
  return {
    measure: async (job, warm) => {
      child.send(job);
      for (;;) {
        const message = await nextMessage();
        if (message !== "warm") return message;
        warm?.();
      }
    },
    stop: () => {
      child.kill();
    },
  };
}
