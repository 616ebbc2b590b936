/** How fast the service is on PostgreSQL beside a hand-written Fastify with pg. */
import { join } from "node:path";
import { disagreements } from "./agreement.ts";
import { type Case, reading, walking, writing } from "./cases.ts";
import { both, compare, type Match } from "./comparison.ts";
import { fill } from "./fill.ts";
import type { Generator } from "./generator.ts";
import { knownMissions } from "./missions.ts";
import { LOAD_CORE, SERVER_CORE } from "./pinned.ts";
import { withDatabase } from "./postgres-databases.ts";
import { type Server, startServer } from "./server.ts";
import { CIRCUMSTANCES, KEY, measuring, ROWS, SECONDS, startService } from "./setting.ts";
import { figureLine, heading, speedLine } from "./table.ts";

/** The goals of the cases, which differ from those on SQLite: every request crosses to another process. */
const GOALS: Record<string, number> = {
  "one resource, random ids": 0.9,
  "first page of 20": 5,
  "filtered and sorted page, repeated": 5,
};

/** Two workers, on both cores: the load generator has to share its own with one of them. */
async function startWorkers(url: string): Promise<Server> {
  const server = await startService(url, { WORKERS: "2" }, { cores: `${SERVER_CORE},${LOAD_CORE}` });
  // The processor time of the parent says nothing.
  return { ...server, processorTime: () => Number.NaN };
}

/** The same, at two workers beside one process. */
function shared({ requests }: Case): Case {
  return { name: "one resource, two workers beside one", requests };
}

async function run(folder: string, load: Generator): Promise<void> {
  const file = join(folder, "filled.db");
  await fill(file, knownMissions(ROWS));
  await withDatabase(`space_missions_bench_${process.pid}`, file, (url) => besideYardstick(url, load));
}

async function besideYardstick(url: string, load: Generator): Promise<void> {
  const reads = reading(knownMissions(ROWS)).map(({ name, requests }) => {
    const goal = GOALS[name];
    return { name, requests, ...(goal === undefined ? {} : { goal }) };
  });
  const service = () => startService(url);
  const beside: Match = {
    service,
    yardstick: () => startServer("bench/yardstick-postgres.ts", [url]),
    cases: () => reads,
  };
  await both(beside, async (one, other) => {
    for (const differing of await disagreements(reads, one.url, other.url))
      console.log(`Service and yardstick answer differently: ${differing}.`);
  });
  console.log(`PostgreSQL, ${ROWS.toLocaleString("en")} missions, ${CIRCUMSTANCES}\n`);
  console.log(heading());
  const matches: readonly Match[] = [
    beside,
    // Beside its own beginning.
    { service, cases: ({ url }) => walking(url) },
    { service: () => startWorkers(url), yardstick: service, cases: () => [shared(reads[0]!)] },
  ];
  for (const match of matches) for (const each of await compare(load, match, SECONDS)) console.log(speedLine(each));
  // There is none to compare it with.
  for (const each of await compare(load, { service, cases: () => [writing(KEY)] }, SECONDS))
    console.log(figureLine(each.name, each.service));
}

await measuring(run);
