/** Starts `traffic.ts`, a process for each kind of client, and measures all of them at the same time. */
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { LOAD_CORE, startPinned } from "../pinned.ts";
import type { Responses, Traffic } from "./traffic.ts";

/** How long to measure, in seconds. */
export interface Duration {
  readonly warmUp: number;
  readonly seconds: number;
}

/**
 * Sends the traffic of several kinds of clients at the same time.
 * @returns the responses to each kind, by its name
 */
export async function measureTraffic<Name extends string>(
  traffic: Readonly<Record<Name, Traffic>>,
  { warmUp, seconds }: Duration,
): Promise<Record<Name, Responses>> {
  const clients = Object.entries<Traffic>(traffic).map(([name, each]) => {
    const child = startPinned(LOAD_CORE, "bench/load/traffic.ts", []);
    child.send(each);
    return { name, child };
  });
  try {
    await setTimeout(warmUp * 1_000);
    for (const { child } of clients) child.send("measure");
    await setTimeout(seconds * 1_000);
    const reports = clients.map(async ({ name, child }) => {
      child.send("report");
      const [responses] = (await once(child, "message")) as [Responses];
      return [name, responses];
    });
    return Object.fromEntries(await Promise.all(reports)) as Record<Name, Responses>;
  } finally {
    for (const { child } of clients) child.kill();
  }
}
