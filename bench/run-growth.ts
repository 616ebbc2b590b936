/**
 * Compares both stores with 1,000 and with `BENCH_GROWN` (1,000,000) missions: the same page, which is cached, and more pages
 * than the caches can hold. `BENCH_POSTGRES_URL` names a server on which it may create databases.
 */
import { join } from "node:path";
import { growth } from "./cases.ts";
import { compare } from "./comparison.ts";
import { CONDITIONS, runBenchmark, SECONDS, startService } from "./environment.ts";
import { fill } from "./fill.ts";
import type { Generator } from "./generator.ts";
import { knownMissions } from "./missions.ts";
import { withDatabase } from "./postgres-databases.ts";
import { heading, speedLine } from "./table.ts";

const SMALL = 1_000;
const GROWN = Number(process.env.BENCH_GROWN || 1_000_000);

/** The large database is the service, the small one its baseline. */
async function run(folder: string, load: Generator): Promise<void> {
  const [small, grown] = [join(folder, "small.db"), join(folder, "grown.db")];
  await fill(small, knownMissions(SMALL));
  await fill(grown, knownMissions(GROWN));
  const compareStores = async (store: string, large: string, small: string) => {
    const comparison = {
      service: () => startService(large),
      baseline: () => startService(small),
      cases: () => growth(store, SMALL / 10),
    };
    for (const each of await compare(load, comparison, SECONDS)) console.log(speedLine(each));
  };
  await withDatabase(`space_missions_small_${process.pid}`, small, (smallUrl) =>
    withDatabase(`space_missions_grown_${process.pid}`, grown, async (grownUrl) => {
      console.log(`${GROWN.toLocaleString("en")} missions beside ${SMALL.toLocaleString("en")}, ${CONDITIONS}\n`);
      console.log(heading());
      await compareStores("SQLite", `sqlite:${grown}`, `sqlite:${small}`);
      await compareStores("PostgreSQL", grownUrl, smallUrl);
    }),
  );
}

await runBenchmark(run);
