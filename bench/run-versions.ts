/**
 * Compares this version of the service with another: `npm run bench:versions -- <checkout of the other version>`, with its
 * dependencies installed. Both are filled by the same POSTs. The ratio is the speed of this version divided by the other's.
 */
import { join } from "node:path";
import { comparedWithOtherVersion } from "./cases.ts";
import { type Comparison, compare, withServers } from "./comparison.ts";
import { conditions, KEY, ROWS, runBenchmark, SECONDS, SERVICE, serviceIn, startService } from "./environment.ts";
import type { Generator } from "./load/generator.ts";
import { postMissions } from "./records/fill.ts";
import { knownMissions } from "./records/missions.ts";
import { heading, speedLine } from "./table.ts";

const [other] = process.argv.slice(2);
if (other === undefined) {
  console.error("npm run bench:versions -- <checkout of the other version>");
  process.exit(2);
}

async function run(folder: string, load: Generator): Promise<void> {
  const known = knownMissions(ROWS);
  const start = (name: string, script: string) => () =>
    startService(`sqlite:${join(folder, `${name}.db`)}`, {}, { script });
  const comparison: Comparison = {
    service: start("this", SERVICE),
    baseline: start("other", serviceIn(other!)),
    cases: () => comparedWithOtherVersion(known, KEY),
  };
  await withServers(comparison, async (one, before) => {
    for (const { url } of [one, before]) await postMissions(url, KEY, known);
  });
  console.log(`${ROWS.toLocaleString("en")} missions, ${conditions()}; the baseline is ${other}\n`);
  console.log(heading());
  for (const each of await compare(load, comparison, SECONDS)) console.log(speedLine(each));
}

await runBenchmark(run);
