/**
 * Measures this version beside what never changes, hand-written servers and an early version of the service: on both stores, with
 * one connection and with many. `npm run bench -- <checkout>` compares with another version instead, whose dependencies must be
 * installed. A missed goal is not a failure.
 */
import { join } from "node:path";
import { disagreements } from "./agreement.ts";
import { type Case, type Goals, posts, reads, withTags } from "./cases.ts";
import {
  CONNECTIONS,
  type Compared,
  compare,
  median,
  ROUNDS,
  type Servers,
  type Starts,
  withServers,
} from "./comparison.ts";
import { conditions, KEY, ROWS, runBenchmark, SECONDS, SERVICE, startService } from "./environment.ts";
import type { Generator } from "./load/generator.ts";
import { isSelected } from "./only.ts";
import { postMissions } from "./records/fill.ts";
import { knownMissions } from "./records/missions.ts";
import { tidy, withDatabases } from "./records/postgres-databases.ts";
import { referenceVersion, type Version } from "./reference.ts";
import { caseLine, explanation, figuresLine, heading } from "./reference-table.ts";
import { type Server, startServer } from "./server.ts";

/** A store: its databases and yardsticks. */
interface Store {
  readonly name: "SQLite" | "PostgreSQL";
  /** The databases of this version and of the reference. */
  readonly databases: { readonly service: string; readonly reference: string };
  /** That of reads and that of POSTs. */
  readonly yardsticks: Readonly<Record<"reads" | "posts", () => Promise<Server>>>;
  /** Prepares databases that have been filled. */
  readonly tidy: () => Promise<unknown>;
}

/** The goals of cases with many connections. One connection has none. */
const GOALS: Record<Store["name"], Readonly<Record<string, Goals>>> = {
  SQLite: {
    "GET of one resource": { ratio: 1, p99Ratio: 2 },
    "304 of one resource": { ratio: 0.9, p99Ratio: 2 },
    POST: { ratio: 3, p99: 15 },
  },
  PostgreSQL: { POST: { ratio: 1, p99: 15 } },
};
/** The most memory of this version after reading, in megabytes. */
const MEMORY_GOAL = 190;
/** The longest that its start on the built-in data may take, and the first one, which loads them, in milliseconds. */
const START_GOAL = 700;
const FIRST_START_GOAL = 3_000;
const STARTS = "start on the built-in data";

const known = knownMissions(ROWS);
const readCases = reads(known);
const postCases = [posts(KEY)];

async function run(folder: string, load: Generator): Promise<void> {
  const reference = referenceVersion(process.argv[2]);
  console.log(`${ROWS.toLocaleString("en")} missions, ${conditions()}`);
  console.log(explanation(reference?.name));
  if (isSelected({ name: STARTS, store: "SQLite" })) await measureStarts(folder, reference);
  if (isAnySelected("SQLite", [...readCases, ...postCases])) await measureSqlite(folder, load, reference);
  if (isAnySelected("PostgreSQL", [...readCases, ...postCases])) await measurePostgres(load, reference);
}

/** How long this version and the reference take to be ready: on a new database, and again and again on the same. */
async function measureStarts(folder: string, reference: Version | undefined): Promise<void> {
  const scripts = [SERVICE, ...(reference ? [reference.script] : [])];
  const times = scripts.map((): number[] => []);
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [index, script] of scripts.entries()) {
      const url = `sqlite:${join(folder, `start-${index}.db`)}`;
      const service = await startService(url, { DATASET: "builtin" }, { script });
      times[index]!.push(service.startedIn);
      await service.stop();
    }
  const firsts = times.map(([first]) => first!);
  const later = times.map(([, ...rest]) => median(rest));
  // No yardstick has these data.
  for (const each of [firsts, later]) each.splice(1, 0, Number.NaN);
  console.log(`\n${figuresLine(`first ${STARTS}, ms`, firsts, { most: FIRST_START_GOAL, unit: "ms" })}`);
  console.log(figuresLine(`${STARTS}, ms`, later, { most: START_GOAL, unit: "ms" }));
}

function isAnySelected(store: Store["name"], cases: readonly Case[]): boolean {
  return cases.some(({ name }) => isSelected({ name, store }));
}

async function measureSqlite(folder: string, load: Generator, reference: Version | undefined): Promise<void> {
  const file = (name: string): string => join(folder, `${name}.db`);
  await measure(load, reference, {
    name: "SQLite",
    databases: { service: `sqlite:${file("service")}`, reference: `sqlite:${file("reference")}` },
    yardsticks: {
      reads: () => startServer("bench/baselines/sqlite.ts", [file("reads"), String(ROWS)]),
      posts: () => startServer("bench/baselines/sqlite-writes.ts", [file("posts"), String(ROWS)]),
    },
    tidy: async () => {},
  });
}

async function measurePostgres(load: Generator, version: Version | undefined): Promise<void> {
  const names = ["service", "reference", "reads", "posts"].map((name) => `space_missions_${name}_${process.pid}`);
  await withDatabases(names, async (urls) => {
    const [service, reference, reads, posts] = urls as [string, string, string, string];
    await measure(load, version, {
      name: "PostgreSQL",
      databases: { service, reference },
      yardsticks: {
        reads: () => startServer("bench/baselines/postgres.ts", [reads, String(ROWS)]),
        posts: () => startServer("bench/baselines/postgres-writes.ts", [posts, String(ROWS)]),
      },
      tidy: () => Promise.all(urls.map(tidy)),
    });
  });
}

async function measure(load: Generator, reference: Version | undefined, store: Store): Promise<void> {
  const { name, databases, yardsticks } = store;
  const service = () => startService(databases.service);
  const others: Starts = reference
    ? { reference: () => startService(databases.reference, {}, { script: reference.script }) }
    : {};
  // By requests, because versions differ in their tables. The yardsticks fill themselves.
  for (const start of [service, ...Object.values(others)])
    await withServers({ version: start }, ({ version }) => postMissions(version!.url, KEY, known));
  await withServers(yardsticks, async () => {});
  await store.tidy();
  const readers: Starts = { service, yardstick: yardsticks.reads, ...others };
  if (isAnySelected(name, readCases)) await checkAgreement(readers);
  console.log(`\n${heading(name, reference?.name)}`);
  // In separate processes: V8 optimizes for one case at the expense of the other.
  const last = (await compareCases(load, name, readers, readCases)).at(-1);
  const memory = Object.values(last?.figures ?? {}).map((each) => each.memory / 1e6);
  if (last) console.log(figuresLine("memory after reading, MB", memory, { most: MEMORY_GOAL, unit: "MB" }));
  await compareCases(load, name, { service, yardstick: yardsticks.posts, ...others }, postCases);
}

/** @throws Error if the yardstick's responses differ, because then the ratios would mean nothing */
async function checkAgreement(readers: Starts): Promise<void> {
  await withServers({ service: readers.service!, yardstick: readers.yardstick! }, async (servers) => {
    const names = await disagreements(readCases, servers.service!.url, servers.yardstick!.url);
    if (names.length > 0) throw new Error(`the yardstick returns other responses: ${names.join("; ")}`);
  });
}

/** Measures cases with many connections and with one, and prints them. */
async function compareCases(
  load: Generator,
  store: Store["name"],
  servers: Starts,
  cases: readonly Case[],
): Promise<Compared[]> {
  if (!isAnySelected(store, cases)) return [];
  const withConnections = async ({ yardstick, ...versions }: Servers): Promise<Case[]> =>
    (await withTags(cases, versions)).flatMap((each) => [
      { ...each, connections: CONNECTIONS, goals: GOALS[store][each.name] ?? {} },
      { ...each, connections: 1 },
    ]);
  const compared = await compare(load, { servers, cases: withConnections, store }, SECONDS);
  for (const each of compared) console.log(caseLine(each));
  return compared;
}

await runBenchmark(run);
