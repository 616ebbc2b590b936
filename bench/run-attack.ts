/**
 * Measures what one anonymous client can do to the others, on both stores. Within its rate limit, it asks a hundred times a
 * second for samples, each time in another order or by another filter that no index serves; in a second run, it also
 * hangs up before the response, and in a third it asks about related records. Meanwhile, one client reads a record, and another one
 * asks for a list of samples once a second.
 * `BENCH_CHECKOUT` measures another version of the service.
 */
import { join } from "node:path";
import { planets } from "./cases.ts";
import { KEY, MEMORY_GOAL, runBenchmark, SAMPLES, SECONDS, startMeasured } from "./environment.ts";
import type { Request } from "./load/request.ts";
import { measureTraffic } from "./load/start-traffic.ts";
import type { Traffic } from "./load/traffic.ts";
import { isSelected } from "./only.ts";
import { BOTH_CORES } from "./pinned.ts";
import { postMissions, uploadSamples } from "./records/fill.ts";
import { knownMissions, pick, randomFrom } from "./records/missions.ts";
import { tidy, withDatabase } from "./records/postgres-databases.ts";
import { ARRAY, PARAMETERS } from "./records/samples.ts";
import { memoryLine, trafficHeading, trafficLine } from "./table.ts";

/** Requests per second of the attacker, of the client that reads a record, and of the one that reads lists. */
const RATES = { attacker: 100, records: 50, lists: 1 };
/** How long one record may take, in milliseconds, at the 99th percentile. */
const GOAL = 20;
/** When the attacker hangs up, in milliseconds. */
const HANG_UP_MS = 50;
const DURATION = { warmUp: 5 * SECONDS, seconds: 20 * SECONDS };

const parents = knownMissions(50);
const arrays = Math.ceil(SAMPLES / ARRAY);

async function run(folder: string): Promise<void> {
  if (isSelected({ name: "SQLite" })) await measure("SQLite", `sqlite:${join(folder, "attacked.db")}`);
  if (isSelected({ name: "PostgreSQL" }))
    await withDatabase(`space_missions_attack_${process.pid}`, (url) => measure("PostgreSQL", url, () => tidy(url)));
}

async function measure(store: string, database: string, tidy = async () => {}): Promise<void> {
  const filled = await startMeasured(database, {}, BOTH_CORES);
  try {
    await postMissions(filled.url, KEY, parents);
    const ids = parents.map(({ id }) => id);
    await uploadSamples(filled.url, KEY, ids, { from: 0, to: arrays });
  } finally {
    await filled.stop();
  }
  await tidy();
  console.log(`\n${store}, ${(arrays * ARRAY).toLocaleString("en")} samples, ${DURATION.seconds} s each`);
  console.log(trafficHeading());
  await attack(database, "nobody attacks");
  await attack(database, "attack", {});
  await attack(database, "attack, hanging up", { hangUpAfter: HANG_UP_MS });
  await attack(database, "attack by relations", { requests: relatedLists(3, 10_000) });
}

/** Measures a new process, with the default rate limits. */
async function attack(database: string, name: string, attacker?: Partial<Traffic>): Promise<void> {
  const server = await startMeasured(database, { RATE_LIMIT: "on" }, BOTH_CORES);
  try {
    const { url } = server;
    const traffic: Record<string, Traffic> = {
      [name]: { url, requests: planets(), pace: { perSecond: RATES.records }, addresses: ["127.0.0.2"] },
      "  a slow list of another client": {
        url,
        requests: slowLists(1, 100),
        pace: { perSecond: RATES.lists },
        addresses: ["127.0.0.3"],
      },
    };
    if (attacker)
      traffic["  the attacker"] = {
        url,
        requests: slowLists(2, 10_000),
        pace: { perSecond: RATES.attacker },
        addresses: ["127.0.0.4"],
        ...attacker,
      };
    const [records, ...others] = Object.entries(await measureTraffic(traffic, DURATION));
    console.log(trafficLine(...records!, attacker ? { p99: GOAL } : {}));
    for (const each of others) console.log(trafficLine(...each));
    console.log(memoryLine("  memory", server.memory(), MEMORY_GOAL));
  } finally {
    await server.stop();
  }
}

/**
 * Fields that no index sorts by, or whose records with the same value are to be sorted, and filters that no index serves, each
 * with a value that differs from request to request.
 */
const ORDERS = ["value", "uncertainty", "quality", "processing_level", "parameter", "instrument"];
const LATER_ORDERS = ["instrument", "parameter", "unit", "collected_at"];

function slowLists(seed: number, count: number): Request[] {
  const random = randomFrom(seed);
  const direction = () => pick(random, ["asc", "desc"]);
  const number = (most: number) => (random() * most).toFixed(6);
  const filters = [
    () => "",
    () => `value_min=${number(1_000)}&`,
    () => `uncertainty_max=${number(0.1)}&`,
    () => `instrument_contains=${pick(random, ["meter", "ro", "o"])}&value_max=${number(1_000)}&`,
    () => `parameter=${pick(random, Object.keys(PARAMETERS))}&uncertainty_min=${number(0.1)}&`,
  ];
  return Array.from({ length: count }, () => {
    const first = pick(random, ORDERS);
    const later = LATER_ORDERS.filter((name) => name !== first);
    const sort = `${first}:${direction()},${pick(random, later)}:${direction()}`;
    const page = 1 + Math.floor(random() * 100);
    return { path: `/api/data?${pick(random, filters)()}sort=${sort}&page=${page}` };
  });
}

/** Questions about the mission of each sample, and about the samples of each mission, that nearly every record has to answer. */
function relatedLists(seed: number, count: number): Request[] {
  const random = randomFrom(seed);
  const number = (most: number) => (random() * most).toFixed(6);
  const questions = [
    () => `/api/data?mission.name_not=${number(1)}&mission.part_of_none.name=${number(1)}&sort=value`,
    () => `/api/data?any.1.mission.operator_contains=${number(1)}&any.1.value_min=${number(1_000)}&sort=mission.name`,
    () => `/api/data?group_by=mission.operator,parameter&measure=avg:value&value_min=${number(1_000)}`,
    () => `/api/missions?data.value_max=-${number(1_000)}&data.uncertainty_min=${number(0.1)}`,
    () =>
      `/api/missions?data_none.mission.name=${number(1)}&any.1.data.value_min=1${number(9)}e9&any.1.data.value_max=-${number(9)}`,
  ];
  return Array.from({ length: count }, () => ({ path: pick(random, questions)() }));
}

await runBenchmark(run);
