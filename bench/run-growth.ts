/**
 * What becomes of either store when it grows from 1,000 missions to `BENCH_GROWN` (1,000,000): the same pages, which the
 * caches may hold, and more different ones than those keep. `BENCH_POSTGRES_URL` names a server on which it may make databases.
 */
import { join } from "node:path";
import { growing } from "./cases.ts";
import { compare } from "./comparison.ts";
import { fill } from "./fill.ts";
import type { Generator } from "./generator.ts";
import { knownMissions } from "./missions.ts";
import { withDatabase } from "./postgres-databases.ts";
import { CIRCUMSTANCES, measuring, SECONDS, startService } from "./setting.ts";
import { heading, speedLine } from "./table.ts";

const SMALL = 1_000;
const GROWN = Number(process.env.BENCH_GROWN || 1_000_000);

/** The grown database is the service that is measured, the small one its yardstick. */
async function run(folder: string, load: Generator): Promise<void> {
  const [small, grown] = [join(folder, "small.db"), join(folder, "grown.db")];
  await fill(small, knownMissions(SMALL));
  await fill(grown, knownMissions(GROWN));
  const beside = async (store: string, one: string, other: string) => {
    const match = {
      service: () => startService(one),
      yardstick: () => startService(other),
      cases: () => growing(store, SMALL / 10),
    };
    for (const each of await compare(load, match, SECONDS)) console.log(speedLine(each));
  };
  await withDatabase(`space_missions_small_${process.pid}`, small, (smallUrl) =>
    withDatabase(`space_missions_grown_${process.pid}`, grown, async (grownUrl) => {
      console.log(`${GROWN.toLocaleString("en")} missions beside ${SMALL.toLocaleString("en")}, ${CIRCUMSTANCES}\n`);
      console.log(heading());
      await beside("SQLite", `sqlite:${grown}`, `sqlite:${small}`);
      await beside("PostgreSQL", grownUrl, smallUrl);
    }),
  );
}

await measuring(run);
