/**
 * Compares arrays with hand-written servers that write the same to the same kind of database and do nothing else, on both stores,
 * and measures how long another client waits beside an endless upload. `BENCH_CHECKOUT` measures another version of the service.
 */
import { join } from "node:path";
import { arrays, BASELINE_ARRAY, type Case, planets, UPLOADS } from "./cases.ts";
import { compare, withServers } from "./comparison.ts";
import { conditions, KEY, MEMORY_GOAL, runBenchmark, SECONDS, startMeasured } from "./environment.ts";
import type { Generator } from "./load/generator.ts";
import { measureTraffic } from "./load/start-traffic.ts";
import { isSelected } from "./only.ts";
import { post, postMissions } from "./records/fill.ts";
import { tidy, withDatabases } from "./records/postgres-databases.ts";
import { ARRAY } from "./records/samples.ts";
import { type Server, startServer } from "./server.ts";
import { heading, memoryLine, speedLine, trafficHeading, trafficLine } from "./table.ts";

/** The service and the baseline on one store, and the goals there. */
interface Pair {
  readonly store: string;
  readonly service: () => Promise<Server>;
  readonly baseline: () => Promise<Server>;
  /** Prepares databases that have been filled. */
  readonly tidy: () => Promise<unknown>;
}

const ROUNDS = 3;
/** The least speed, as a multiple of the hand-written server's. */
const GOALS = { ratio: 0.6 };
/** In units of time. A service under one kind of load warms up sooner. */
const WARM_UP = 4;
/** Requests per second of another client beside an upload, and how long they may take, in milliseconds. */
const PROBES = 50;
const PROBE_GOAL = 50;

/** The names of what is measured on a store. */
const namesOn = (store: string) => ({
  oneClient: `arrays, one client, ${store}`,
  fourClients: `arrays, four clients, ${store}`,
  beside: `GET beside an upload, ${store}`,
});

async function run(folder: string, load: Generator): Promise<void> {
  console.log(`${conditions(ROUNDS)}\n`);
  const file = (name: string): string => join(folder, `${name}.db`);
  await measure(load, {
    store: "SQLite",
    service: () => startMeasured(`sqlite:${file("service")}`),
    baseline: () => startServer("bench/baselines/sqlite-writes.ts", [file("baseline")]),
    tidy: async () => {},
  });
  const names = ["service", "baseline"].map((name) => `space_missions_${name}_${process.pid}`);
  await withDatabases(names, async (urls) => {
    const [url, baselineUrl] = urls as [string, string];
    await measure(load, {
      store: "PostgreSQL",
      service: () => startMeasured(url),
      baseline: () => startServer("bench/baselines/postgres-writes.ts", [baselineUrl]),
      tidy: () => Promise.all(urls.map(tidy)),
    });
  });
}

async function measure(load: Generator, pair: Pair): Promise<void> {
  const { store, service, baseline } = pair;
  const names = namesOn(store);
  if (!Object.values(names).some((name) => isSelected({ name }))) return;
  const servers = { service, baseline };
  await withServers(servers, async ({ service }) => {
    await postMissions(service!.url, KEY, []);
    await post(service!.url, KEY, "/api/missions", { id: UPLOADS, name: "Uploads" });
  });
  await pair.tidy();
  const upload = { ...arrays(KEY), requestsTo: { baseline: [BASELINE_ARRAY] } };
  const uploads: Case[] = [
    { ...upload, name: names.oneClient, connections: 1, goals: GOALS },
    { ...upload, name: names.fourClients, connections: 4, goals: GOALS },
  ];
  console.log(heading("rows written per second"));
  const compared = await compare(load, { servers, cases: () => uploads, rounds: ROUNDS, warmUp: WARM_UP }, SECONDS);
  for (const each of compared) console.log(speedLine(each));
  const last = compared.at(-1);
  if (last) console.log(memoryLine(`memory of the service, ${store}`, last.figures.service!.memory, MEMORY_GOAL));
  if (isSelected({ name: names.beside })) await measureBeside(pair, names.beside);
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
