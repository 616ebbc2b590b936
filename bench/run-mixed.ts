/**
 * Measures reading while somebody writes, on both stores: 32 clients read lists of a million samples and 100,000 missions, others
 * write 0, 10 and 100 records a second, and one reads a record that nobody changes. First, the same with one list only.
 * `BENCH_CHECKOUT` measures another version of the service.
 */
import { join } from "node:path";
import { planets } from "./cases.ts";
import { CONNECTIONS } from "./comparison.ts";
import {
  KEY,
  MEMORY_GOAL,
  ROWS,
  runBenchmark,
  SAMPLES,
  SECONDS,
  type Service,
  START_GOAL,
  startMeasured,
} from "./environment.ts";
import type { Request } from "./load/request.ts";
import { measureTraffic } from "./load/start-traffic.ts";
import type { Traffic } from "./load/traffic.ts";
import { readLists, readSampleIds, reads, type SampleId, writes } from "./mixed-requests.ts";
import { isSelected } from "./only.ts";
import { BOTH_CORES } from "./pinned.ts";
import { postMissions, uploadSamples } from "./records/fill.ts";
import { knownMissions } from "./records/missions.ts";
import { tidy, withDatabase } from "./records/postgres-databases.ts";
import { ARRAY } from "./records/samples.ts";
import { durationLine, memoryLine, trafficHeading, trafficLine } from "./table.ts";

/** Writes per second. */
const RATES = [0, 10, 100];
/** The share of the samples that the case with one list begins with. */
const FIRST_PART = 0.6;
/** Missions that have samples, and those whose samples are read. */
const PARENTS = 50;
const READ_PARENTS = 20;
/** The addresses of the clients that read lists. */
const READERS = Array.from({ length: CONNECTIONS }, (_, index) => `127.0.1.${index + 1}`);
/** Requests per second for a record that nobody changes. */
const PROBES = 50;
/** At 10 writes a second on SQLite: reads per second; how long the probe may take, in milliseconds. */
const GOALS = { reads: 3_000, probe: 20 };
const ONE_LIST: Request = { path: "/api/data?parameter=pressure&sort=collected_at:desc" };
/** Enough that a measurement repeats no fresh request. */
const READS = 60_000;

const MEASURED = 15 * SECONDS;
/** Seconds before measuring, in a new process and in one that has already been measured. */
const WARM_UP = { first: 15 * SECONDS, later: 5 * SECONDS };
const known = knownMissions(ROWS);
const parents = known.slice(0, PARENTS).map(({ id }) => id);
const arrays = Math.ceil(SAMPLES / ARRAY);

/** A filled database, and what makes it ready after it was filled. */
interface Filled {
  readonly store: string;
  readonly database: string;
  readonly tidy: () => Promise<void>;
}

/** The names of what is measured on a store. */
const namesOn = (store: string) => ({ oneList: `one list, ${store}`, manyLists: `many lists, ${store}` });

async function run(folder: string): Promise<void> {
  await measureStore({ store: "SQLite", database: `sqlite:${join(folder, "mixed.db")}`, tidy: async () => {} });
  await withDatabase(`space_missions_mixed_${process.pid}`, (url) =>
    measureStore({ store: "PostgreSQL", database: url, tidy: () => tidy(url) }),
  );
}

async function measureStore(filled: Filled): Promise<void> {
  const { store, database } = filled;
  const names = namesOn(store);
  const selected = Object.values(names).filter((name) => isSelected({ name }));
  if (selected.length === 0) return;
  const first = Math.ceil(arrays * FIRST_PART);
  await withService(database, async ({ url }) => {
    await postMissions(url, KEY, known);
    await uploadSamples(url, KEY, parents, { from: 0, to: first });
  });
  await filled.tidy();
  if (selected.includes(names.oneList))
    await withService(database, (server) => measureOneList(store, server, first * ARRAY));
  if (!selected.includes(names.manyLists)) return;
  await withService(database, ({ url }) => uploadSamples(url, KEY, parents, { from: first, to: arrays }));
  await filled.tidy();
  await withService(database, (server) => measureManyLists(store, server));
}

/** One list that everybody reads, in an order that no index has. */
async function measureOneList(store: string, server: Service, samples: number): Promise<void> {
  const sampleIds = await readSampleIds(server.url, parents);
  printHeading(`${store}, one list of ${samples.toLocaleString("en")} samples`);
  for (const rate of [0, 10]) await measure(server, [ONE_LIST], sampleIds, rate, {});
}

/** Pages of many lists. */
async function measureManyLists(store: string, server: Service): Promise<void> {
  const lists = await readLists(server.url, parents.slice(0, READ_PARENTS));
  const sampleIds = await readSampleIds(server.url, parents);
  const samples = (arrays * ARRAY).toLocaleString("en");
  printHeading(`${store}, many lists of ${samples} samples and ${ROWS.toLocaleString("en")} missions`);
  for (const rate of RATES) {
    const goals = store === "SQLite" && rate === 10 ? GOALS : {};
    await measure(server, reads(lists, arrays, READS, rate + 1), sampleIds, rate, goals);
  }
  console.log(durationLine("start, filled", server.startedIn, START_GOAL));
  console.log(memoryLine("memory", server.memory(), MEMORY_GOAL));
}

function printHeading(what: string): void {
  console.log(`\n${what}, ${CONNECTIONS} clients, ${MEASURED} s each\n${trafficHeading()}`);
}

async function measure(
  { url }: Service,
  requests: readonly Request[],
  sampleIds: readonly SampleId[],
  rate: number,
  goals: { readonly reads?: number; readonly probe?: number },
): Promise<void> {
  const traffic: Record<string, Traffic> = {
    [`reads, ${rate} writes/s`]: { url, requests, pace: { connections: CONNECTIONS }, addresses: READERS },
    "  GET of another record": { url, requests: planets(), pace: { perSecond: PROBES }, addresses: ["127.0.0.2"] },
  };
  const warmUp = rate === 0 ? WARM_UP.first : WARM_UP.later;
  // The seed makes new records differ from those of the other rates.
  if (rate > 0) traffic["  writes"] = { url, requests: writes(known, sampleIds, KEY, rate), pace: { perSecond: rate } };
  const [read, probe, written] = Object.entries(await measureTraffic(traffic, { warmUp, seconds: MEASURED }));
  console.log(trafficLine(...read!, goals.reads === undefined ? {} : { perSecond: goals.reads }));
  console.log(trafficLine(...probe!, goals.probe === undefined ? {} : { p99: goals.probe }));
  if (written) console.log(trafficLine(...written));
}

async function withService(database: string, work: (server: Service) => Promise<void>): Promise<void> {
  const server = await startMeasured(database, {}, BOTH_CORES);
  try {
    await work(server);
  } finally {
    await server.stop();
  }
}

await runBenchmark(run);
