/** Compares the service on PostgreSQL with a hand-written Fastify with pg. */
import { join } from "node:path";
import { disagreements } from "./agreement.ts";
import { type Case, lastCursorPages, reads } from "./cases.ts";
import { type Comparison, compare, withServers } from "./comparison.ts";
import { conditions, ROWS, runBenchmark, SECONDS, startService } from "./environment.ts";
import type { Generator } from "./load/generator.ts";
import { BOTH_CORES } from "./pinned.ts";
import { fill } from "./records/fill.ts";
import { knownMissions } from "./records/missions.ts";
import { withCopy } from "./records/postgres-databases.ts";
import { type Server, startServer } from "./server.ts";
import { heading, speedLine } from "./table.ts";

/** Goals that differ from those on SQLite, because every request needs another process. */
const GOALS: Record<string, number> = {
  "one resource, random ids": 0.9,
  "first page of 20": 5,
  "filtered and sorted page, repeated": 5,
};

/** Two workers, on both cores: one of them shares the load generator's core. */
async function startWorkers(url: string): Promise<Server> {
  const server = await startService(url, { WORKERS: "2" }, { cores: BOTH_CORES });
  // The parent's processor time is not that of the workers.
  return { ...server, processorTime: () => Number.NaN };
}

/** The same case, with two workers compared with one process. */
function withTwoWorkers({ requests }: Case): Case {
  return { name: "one resource, two workers beside one", requests };
}

async function run(folder: string, load: Generator): Promise<void> {
  const file = join(folder, "filled.db");
  await fill(file, knownMissions(ROWS));
  await withCopy(`space_missions_bench_${process.pid}`, file, (url) => compareWithBaseline(url, load));
}

async function compareWithBaseline(url: string, load: Generator): Promise<void> {
  const readCases = reads(knownMissions(ROWS)).map(({ name, requests }) => {
    const goal = GOALS[name];
    return { name, requests, ...(goal === undefined ? {} : { goal }) };
  });
  const service = () => startService(url);
  const withBaseline: Comparison = {
    service,
    baseline: () => startServer("bench/baselines/postgres.ts", [url]),
    cases: () => readCases,
  };
  await withServers(withBaseline, async (one, other) => {
    for (const differing of await disagreements(readCases, one.url, other.url))
      console.log(`Service and baseline return different responses: ${differing}.`);
  });
  console.log(`PostgreSQL, ${ROWS.toLocaleString("en")} missions, ${conditions()}\n`);
  console.log(heading());
  const comparisons: readonly Comparison[] = [
    withBaseline,
    // Compared with its own first pages.
    { service, cases: ({ url }) => lastCursorPages(url) },
    { service: () => startWorkers(url), baseline: service, cases: () => [withTwoWorkers(readCases[0]!)] },
  ];
  for (const comparison of comparisons)
    for (const each of await compare(load, comparison, SECONDS)) console.log(speedLine(each));
}

await runBenchmark(run);
