/**
 * Compares single writes and arrays with hand-written servers that write the same to the same kind of database and do nothing
 * else, on both stores, and measures how long another client waits beside an endless upload. `BENCH_CHECKOUT` measures another
 * version of the service.
 */
import { join } from "node:path";
import { arrays, type Case, planets, posts, postWithoutStorage, UPLOADS } from "./cases.ts";
import { compare } from "./comparison.ts";
import { conditions, KEY, MEMORY_GOAL, ROWS, runBenchmark, SECONDS, startMeasured } from "./environment.ts";
import type { Generator } from "./load/generator.ts";
import { measureTraffic } from "./load/start-traffic.ts";
import { isSelected } from "./only.ts";
import { post, postMissions } from "./records/fill.ts";
import { knownMissions } from "./records/missions.ts";
import { tidy, withDatabase } from "./records/postgres-databases.ts";
import { ARRAY } from "./records/samples.ts";
import { type Server, startServer } from "./server.ts";
import { heading, memoryLine, speedLine, trafficHeading, trafficLine } from "./table.ts";

/** The service and the baseline on one store, and the goals there. */
interface Pair {
  readonly store: string;
  readonly service: () => Promise<Server>;
  readonly baseline: () => Promise<Server>;
  /** POSTs as a multiple of the baseline's speed; rows of arrays per second. */
  readonly goals: { readonly posts: number; readonly rows: number };
  /** Prepares databases that have been filled. */
  readonly tidy: () => Promise<unknown>;
}

const ROUNDS = 3;
/** In units of time. A service under one kind of load warms up sooner. */
const WARM_UP = 4;
/** Requests per second of another client beside an upload, and how long they may take, in milliseconds. */
const PROBES = 50;
const PROBE_GOAL = 50;

/** The names of what is measured on a store. */
const namesOn = (store: string) => ({
  posts: `POST of a mission, ${store}`,
  oneClient: `arrays, one client, ${store}`,
  fourClients: `arrays, four clients, ${store}`,
  beside: `GET beside an upload, ${store}`,
});

async function run(folder: string, load: Generator): Promise<void> {
  console.log(`${ROWS.toLocaleString("en")} missions, ${conditions(ROUNDS)}\n`);
  const file = (name: string): string => join(folder, `${name}.db`);
  await measure(load, {
    store: "SQLite",
    service: () => startMeasured(`sqlite:${file("service")}`),
    baseline: () => startServer("bench/baselines/sqlite-writes.ts", [file("baseline"), String(ROWS)]),
    goals: { posts: 2, rows: 40_000 },
    tidy: async () => {},
  });
  await compareWithoutStorage(load, file("baseline"));
  const name = `space_missions_writes_${process.pid}`;
  await withDatabase(name, (url) =>
    withDatabase(`${name}_baseline`, (baselineUrl) =>
      measure(load, {
        store: "PostgreSQL",
        service: () => startMeasured(url),
        baseline: () => startServer("bench/baselines/postgres-writes.ts", [baselineUrl, String(ROWS)]),
        goals: { posts: 0.7, rows: 25_000 },
        tidy: () => Promise.all([tidy(url), tidy(baselineUrl)]),
      }),
    ),
  );
}

async function measure(load: Generator, pair: Pair): Promise<void> {
  const names = namesOn(pair.store);
  const { goals } = pair;
  const single: Case = { ...posts(KEY), name: names.posts, goal: goals.posts };
  const uploads: Case[] = [
    { ...arrays(KEY), name: names.oneClient, connections: 1, least: goals.rows },
    { ...arrays(KEY), name: names.fourClients, connections: 4 },
  ];
  if (!Object.values(names).some((name) => isSelected({ name }))) return;
  await fill(pair, isSelected(single));
  console.log(heading("rows written per second"));
  let memory = Number.NaN;
  // In separate processes: V8 optimizes for one case at the expense of the other.
  for (const cases of [[single], uploads]) {
    for (const each of await compare(load, { ...pair, cases: () => cases, rounds: ROUNDS, warmUp: WARM_UP }, SECONDS)) {
      console.log(speedLine(each));
      memory = each.memory;
    }
  }
  console.log(memoryLine(`memory of the service, ${pair.store}`, memory, MEMORY_GOAL));
  if (isSelected({ name: names.beside })) await measureBeside(pair, names.beside);
}

/** The most that a service which parses missions can reach beside the baseline. */
async function compareWithoutStorage(load: Generator, file: string): Promise<void> {
  const comparison = {
    service: () => startServer("bench/baselines/no-storage.ts", []),
    baseline: () => startServer("bench/baselines/sqlite-writes.ts", [file, String(ROWS)]),
    cases: () => [postWithoutStorage(KEY)],
    rounds: ROUNDS,
    warmUp: WARM_UP,
  };
  for (const each of await compare(load, comparison, SECONDS)) console.log(speedLine(each));
}

/** Fills the databases of both servers. */
async function fill({ service, baseline, tidy }: Pair, withMissions: boolean): Promise<void> {
  const [one, other] = [await service(), await baseline()];
  try {
    await postMissions(one.url, KEY, withMissions ? knownMissions(ROWS) : []);
    await post(one.url, KEY, "/api/missions", { id: UPLOADS, name: "Uploads" });
  } finally {
    await Promise.all([one.stop(), other.stop()]);
  }
  await tidy();
}

/** How long another client waits for a record of another collection while arrays are uploaded without end. */
async function measureBeside({ store, service }: Pair, name: string): Promise<void> {
  const server = await service();
  try {
    const { url } = server;
    const { upload, probe } = await measureTraffic(
      {
        upload: { url, requests: arrays(KEY).requests, pace: { connections: 1 } },
        probe: { url, requests: planets(), pace: { perSecond: PROBES }, addresses: ["127.0.0.2"] },
      },
      { warmUp: WARM_UP * SECONDS, seconds: 10 * SECONDS },
    );
    console.log(`\n${trafficHeading()}`);
    console.log(trafficLine(`rows uploaded, ${store}`, upload, { rows: ARRAY }));
    console.log(trafficLine(name, probe, { p99: PROBE_GOAL }));
    console.log("");
  } finally {
    await server.stop();
  }
}

await runBenchmark(run);
