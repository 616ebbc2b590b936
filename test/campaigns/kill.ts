/** `kill -9` under writers, again and again, on one database. */
import { declareCampaign } from "./campaign.ts";
import { audit } from "./load/audit.ts";
import { Book } from "./load/book.ts";
import { createStore, missingStore } from "./load/databases.ts";
import { ServiceProcess } from "./load/service-process.ts";
import { Writers } from "./load/writers.ts";

export const kill = declareCampaign({
  name: "kill",
  section: "§6.1",
  promise:
    "After kill -9 under writers, every acknowledged write is stored, once and whole, and the log has exactly what is stored.",
  stores: ["sqlite", "postgres"],
  sizes: {
    rounds: { full: 72, quick: 3, about: "how often the service is killed" },
    writes: { full: 1_000, quick: 100, about: "acknowledged writes in a round, at most" },
    writers: { full: 16, quick: 8, about: "clients that write at the same time" },
  },
  obstacle: missingStore,
  async run(run) {
    const database = await createStore(run);
    const settings = { DATABASE_URL: database.url };
    const book = new Book();
    const writers = new Writers({ ...run, book, writers: run.sizes.writers, refusals: [] });
    let slowest = 0;
    for (let round = 0; round < run.sizes.rounds; round += 1) {
      const service = await ServiceProcess.start(run, { settings });
      slowest = Math.max(slowest, service.startedIn);
      if (round === 0) await writers.begin(service.url);
      const target = writers.counts.acknowledged + Math.ceil(run.random() * run.sizes.writes);
      const isKilled = (): boolean => {
        if (writers.counts.acknowledged >= target) service.signal("SIGKILL");
        else if (service.hasEnded) run.broken("the service ended by itself");
        return writers.counts.acknowledged >= target || service.hasEnded;
      };
      await writers.run(() => service.url, isKilled);
      await service.kill();
      run.progress(round + 1, run.sizes.rounds);
    }
    const last = await ServiceProcess.start(run, { settings });
    await writers.finish(() => last.url);
    await last.stop(run);
    return [
      [run.sizes.rounds, "kills"],
      [writers.counts.acknowledged, "acknowledged writes"],
      [writers.counts.unanswered, "without a response"],
      ...(await audit(run, book, database.url)),
      [Math.round(slowest), "ms the slowest start"],
    ];
  },
});
