/** Workers that are killed, all at once too, or that hang. */

import { findFreePort } from "../support/http/free-port.ts";
import { declareCampaign } from "./campaign.ts";
import { audit } from "./load/audit.ts";
import { Book } from "./load/book.ts";
import { until } from "./load/connection.ts";
import { createStore, missingStore } from "./load/databases.ts";
import { Reader } from "./load/readers.ts";
import { ServiceProcess } from "./load/service-process.ts";
import { Writers } from "./load/writers.ts";

/** What is done to workers, in turn. */
const HARMS = ["kill one", "hang one", "kill all"] as const;
/** The seconds of silence after which a worker is replaced. */
const WORKER_TIMEOUT = "10";
/** How long it may take until all workers are replaced, in seconds. */
const REPLACED_S = 90;

export const workers = declareCampaign({
  name: "workers",
  section: "§11.2",
  promise: "Workers that are killed or hang are replaced, the others go on serving, and no acknowledged write is lost.",
  stores: ["sqlite", "postgres"],
  sizes: {
    rounds: { full: 60, quick: 3, about: "how often workers are harmed: one is killed, one hangs, all are killed" },
    workers: { full: 3, quick: 2, about: "worker processes" },
    writers: { full: 16, quick: 8, about: "clients that write at the same time" },
  },
  obstacle: missingStore,
  async run(run) {
    const { rounds, workers: count } = run.sizes;
    const database = await createStore(run);
    // Replaced workers listen where the first did. With PORT=0, workers that all die together may get another port.
    const PORT = String(await findFreePort());
    const settings = { DATABASE_URL: database.url, WORKER_TIMEOUT, PORT };
    const service = await ServiceProcess.start(run, { settings, args: ["--workers", String(count)] });
    const book = new Book();
    const writers = new Writers({ ...run, book, writers: run.sizes.writers, refusals: [503] });
    await writers.begin(service.url);
    writers.start(() => service.url);
    const reader = new Reader({ url: () => service.url, path: "/api/planets", everyMs: 10 });
    run.after(() => Promise.all([writers.stop(), reader.stop()]));
    let slowest = 0;
    const stopped: number[] = [];
    // A process that hangs does not notice that its parent has ended.
    run.after(() => {
      const left = service.hasEnded ? [] : service.workers();
      for (const worker of left.filter((each) => stopped.includes(each))) process.kill(worker, "SIGKILL");
    });
    const harmOne = (victim: number, what: (typeof HARMS)[number]): void => {
      if (what === "hang one") stopped.push(victim);
      process.kill(victim, what === "hang one" ? "SIGSTOP" : "SIGKILL");
    };
    const isReplaced = async (victims: readonly number[]): Promise<boolean> => {
      const now = service.workers();
      if (now.length !== count || now.some((worker) => victims.includes(worker))) return false;
      // They listen.
      return (await service.metrics()).value("processes") === count;
    };
    const harm = async (round: number): Promise<void> => {
      const running = service.workers();
      const what = HARMS[round % HARMS.length]!;
      const one = running[Math.floor(run.random() * running.length)]!;
      const victims = what === "kill all" ? running : [one];
      const startedAt = performance.now();
      for (const victim of victims) harmOne(victim, what);
      await until(`round ${round}, ${what}: all workers are replaced`, REPLACED_S, () => isReplaced(victims));
      slowest = Math.max(slowest, performance.now() - startedAt);
      await writers.untilAcknowledged(10);
    };
    for (let round = 0; round < rounds; round += 1) {
      await harm(round);
      run.progress(round + 1, rounds);
    }
    await reader.stop();
    await writers.finish(() => service.url);
    const unexpected = reader.unexpected([200, 503, "none"]);
    if (unexpected.length > 0) run.broken(`a reader got ${unexpected.join(", ")}`);
    await service.stop(run);
    return [
      [rounds, "times workers killed or stopped"],
      [Math.round(slowest), "ms until the last was replaced"],
      [writers.counts.acknowledged, "acknowledged writes"],
      [writers.counts.unanswered, "without a response"],
      [writers.counts.refused, "refused"],
      ...(await audit(run, book, database.url)),
      [reader.count(200), "reads"],
      [reader.count(503) + reader.count("none"), "failed"],
      [Math.round(reader.longestGap), "ms the longest without a response"],
    ];
  },
});
