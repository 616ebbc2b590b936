/** A disk that is full, again and again, under writers; and a service that is killed and started meanwhile. */
import { join } from "node:path";
import { createDatabaseFile } from "../support/store/databases.ts";
import { declareCampaign } from "./campaign.ts";
import { audit } from "./load/audit.ts";
import { Book } from "./load/book.ts";
import { until } from "./load/connection.ts";
import { ServiceProcess } from "./load/service-process.ts";
import { missingNamespaces, SmallDisk } from "./load/small-disk.ts";
import { Writers } from "./load/writers.ts";

/** How long the service may take to notice that the disk is full, and that it is not, in seconds. */
const NOTICED_S = 30;
/** Lines at or above the level of an error that it may log each time. */
const MAX_LINES = 10;
/** What is read while the disk is full: from an index, and from the table as a whole. */
const READ = ["/livez", "/api/planets", "/api/moons?limit=100", "/api/data?sort=value:desc"];
/** In one of this many rounds, the service is killed while the disk is full. It then starts with the next guard. */
const KILL_EVERY = 2;
/** Settings of the guard that refuses writes before the disk is full, in turn: without it, and with it. */
const GUARDS = [
  { DISK_FREE_MIN_MB: "0", DISK_FREE_WARN_MB: "0" },
  { DISK_FREE_MIN_MB: "16", DISK_FREE_WARN_MB: "24" },
];
/** What is left of the disk for each of them, in MiB. */
const LEFT = [0, 8];

export const diskFull = declareCampaign({
  name: "disk-full",
  section: "§7.2",
  promise:
    "While the disk is full, reads work, writes are 503 or 507 and not executed, /readyz is 503; afterwards writes work again without a restart.",
  stores: ["sqlite"],
  sizes: {
    rounds: { full: 40, quick: 4, about: "how often the disk is full" },
    writes: { full: 500, quick: 50, about: "acknowledged writes before each time" },
    refused: { full: 100, quick: 20, about: "writes that are refused each time" },
    writers: { full: 16, quick: 8, about: "clients that write at the same time" },
    disk: { full: 256, quick: 64, about: "size of the disk in MiB" },
  },
  obstacle: missingNamespaces,
  async run(run) {
    const { rounds, writes, refused } = run.sizes;
    const disk = await SmallDisk.mount(run, run.sizes.disk);
    const DATABASE_URL = `sqlite:${join(disk.folder, "test.db")}`;
    const start = (guard: number) =>
      ServiceProcess.start(run, { settings: { DATABASE_URL, ...GUARDS[guard] }, within: disk.within });
    let service = await start(0);
    const book = new Book();
    const writers = new Writers({ ...run, book, writers: run.sizes.writers, refusals: [503, 507] });
    await writers.begin(service.url);
    let slowest = 0;
    let lines = 0;
    writers.start(() => service.url);
    run.after(() => writers.stop());
    /** Fills the disk, and makes room again. */
    const fillOnce = async (round: number): Promise<void> => {
      await writers.untilAcknowledged(writes);
      const notExecuted = () => writers.counts.refused + writers.counts.unanswered;
      const before = notExecuted();
      const logged = service.logged(50).length;
      const guard = Math.floor(round / KILL_EVERY) % GUARDS.length;
      const empty = disk.fill(LEFT[guard]!);
      await until("writes are refused", NOTICED_S, () => notExecuted() >= before + refused);
      if (guard === 0) await service.untilReadyzIs(503, NOTICED_S);
      for (const path of READ) {
        const status = await service.statusOf(path);
        if (status !== 200) run.broken(`round ${round}, while the disk is full, GET ${path} is ${status}`);
      }
      const more = service.logged(50).length - logged;
      if (more > MAX_LINES) run.broken(`round ${round}: ${more} lines of errors: ${service.logged(50).at(-1)?.msg}`);
      lines += more;
      const isKilled = round % KILL_EVERY === KILL_EVERY - 1;
      if (isKilled) await service.kill();
      empty();
      // It finds a database, whatever the last process was writing.
      if (isKilled) service = await start(Math.floor((round + 1) / KILL_EVERY) % GUARDS.length);
      slowest = Math.max(slowest, await service.untilReadyzIs(200, NOTICED_S));
    };
    for (let round = 0; round < rounds; round += 1) {
      await fillOnce(round);
      run.progress(round + 1, rounds);
    }
    await writers.finish(() => service.url);
    await service.stop(run);
    const copy = createDatabaseFile();
    run.after(() => copy.remove());
    disk.copyTo(join(copy.url.slice("sqlite:".length), ".."));
    return [
      [rounds, "times full"],
      [Math.round(slowest), "ms until it was ready again"],
      [lines, "lines of errors"],
      [writers.counts.acknowledged, "acknowledged writes"],
      [writers.counts.refused, "refused"],
      [writers.counts.unanswered, "without a response"],
      ...(await audit(run, book, copy.url)),
    ];
  },
});
