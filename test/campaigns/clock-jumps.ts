/** A clock that jumps by hours, months and years, forward and back, under writers, and starts while it is wrong. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { declareCampaign } from "./campaign.ts";
import { audit } from "./load/audit.ts";
import { Book } from "./load/book.ts";
import { until } from "./load/connection.ts";
import { createStore, missingStore } from "./load/databases.ts";
import { ServiceProcess } from "./load/service-process.ts";
import { Writers } from "./load/writers.ts";
import { MISSIONS } from "./load/writes.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** How far the clock is off, in turn. */
const SHIFTS = [100 * DAY, 0, -100 * DAY, HOUR, -HOUR, 3_653 * DAY, -3_653 * DAY, 2 * DAY, -2 * DAY, 0];
const PRELOAD = fileURLToPath(new URL("load/shifted-clock.ts", import.meta.url));
/** How long anything may take after a jump, in seconds. */
const NOTICED_S = 30;
/** Each client may send this many requests a minute, which the writers stay below. */
const QUOTA = "1000000/60";
/** In one of this many rounds, the service is stopped and started with the clock as it is. */
const RESTART_EVERY = 3;

export const clockJumps = declareCampaign({
  name: "clock-jumps",
  section: "§6.1",
  promise:
    "Whatever the clock does, writes and operations are executed once, no record and no event is lost, and the events keep their order.",
  stores: ["sqlite", "postgres"],
  sizes: {
    rounds: { full: 60, quick: 4, about: "how often the clock jumps" },
    writes: { full: 300, quick: 50, about: "acknowledged writes after each jump" },
    writers: { full: 8, quick: 8, about: "clients that write at the same time" },
  },
  obstacle: missingStore,
  async run(run) {
    const { rounds, writes } = run.sizes;
    const database = await createStore(run);
    const folder = mkdtempSync(join(tmpdir(), "space-missions-clock-"));
    run.after(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, "shift");
    const settings = {
      ...{ DATABASE_URL: database.url, CLOCK_SHIFT: file },
      ...{ RATE_LIMIT: "on", RATE_LIMIT_AUTHENTICATED: QUOTA },
    };
    writeFileSync(file, "0");
    const start = () => ServiceProcess.start(run, { settings, node: ["--import", PRELOAD] });
    let service = await start();
    const book = new Book();
    const writers = new Writers({ ...run, book, writers: run.sizes.writers, refusals: [] });
    await writers.begin(service.url);
    const write = (count: number): Promise<void> => {
      const target = writers.counts.acknowledged + count;
      const isOver = () => writers.counts.acknowledged >= target || service.hasEnded;
      return writers.run(() => service.url, isOver);
    };
    /** Starts an operation. @returns a function that waits for it */
    const operation = async (name: string): Promise<() => Promise<void>> => {
      const body = [{ instrument: name, parameter: "p", collected_at: "2020-01-01T00:00:00Z" }];
      const path = `/api/missions/${MISSIONS[0]}/data`;
      const key = `the number of samples in the array ${name}`;
      book.attempt(key, "1");
      const accepted = await service.ask("POST", path, { body, headers: { prefer: "respond-async" } });
      if (accepted.status !== 202) throw new Error(`${path}: ${accepted.status} ${JSON.stringify(accepted.body)}`);
      book.acknowledge(key, "1");
      return () =>
        until(`the operation ${name} is finished`, NOTICED_S, async () => {
          const { body: now } = await service.ask("GET", accepted.body._links.self);
          return now.status === "succeeded";
        });
    };
    for (let jump = 0; jump < rounds; jump += 1) {
      const finished = await operation(`clock-${jump}`);
      writeFileSync(file, String(SHIFTS[jump % SHIFTS.length]));
      if (jump % RESTART_EVERY === RESTART_EVERY - 1) {
        await service.stop(run);
        service = await start();
      } else service.signal("SIGUSR2");
      await write(writes);
      await finished();
      run.progress(jump + 1, rounds);
    }
    await writers.finish(() => service.url);
    await service.stop(run);
    return [
      [rounds, "jumps"],
      [rounds, "operations across one"],
      [writers.counts.acknowledged, "acknowledged writes"],
      [writers.counts.refused, "refused"],
      ...(await audit(run, book, database.url)),
    ];
  },
});
