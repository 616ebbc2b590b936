/**
 * How fast this version of the service is beside another: `npm run bench:versions -- <checkout of the other version>`,
 * whose dependencies are installed. Both are filled by the same POSTs. The ratio is this version's speed to the other's.
 */
import { join, resolve } from "node:path";
import { besideOtherVersion } from "./cases.ts";
import { both, compare, type Match } from "./comparison.ts";
import { CONDITIONS, KEY, ROWS, runBenchmark, SECONDS, SERVICE, startService } from "./environment.ts";
import { send } from "./fill.ts";
import type { Generator } from "./generator.ts";
import { knownMissions } from "./missions.ts";
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
  const match: Match = {
    service: start("this", SERVICE),
    baseline: start("other", resolve(other!, SERVICE)),
    cases: () => besideOtherVersion(known, KEY),
  };
  await both(match, async (one, before) => {
    for (const { url } of [one, before]) await send(url, KEY, known);
  });
  console.log(`${ROWS.toLocaleString("en")} missions, ${CONDITIONS}; the baseline is ${other}\n`);
  console.log(heading());
  for (const each of await compare(load, match, SECONDS)) console.log(speedLine(each));
}

await runBenchmark(run);
