/**
 * Measures what features of the service cost, and the last pages of a list, each time beside the service itself; and how fast bare
 * `node:http` is on this machine, which bounds all of them.
 */
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { type Case, randomGets } from "./cases.ts";
import { CONNECTIONS, type Comparison, compare, median, type Starts } from "./comparison.ts";
import { conditions, KEY, ROWS, runBenchmark, SECONDS, startService } from "./environment.ts";
import {
  cursorNames,
  lastCursorPages,
  postWithEvents,
  withListeners,
  withRateLimits,
  withTwoWorkers,
} from "./feature-cases.ts";
import type { Generator } from "./load/generator.ts";
import { type Listeners, startListeners } from "./load/start-listeners.ts";
import type { Measured } from "./load/turns.ts";
import { isSelected } from "./only.ts";
import { BOTH_CORES } from "./pinned.ts";
import { fill } from "./records/fill.ts";
import { knownMissions } from "./records/missions.ts";
import { withCopy } from "./records/postgres-databases.ts";
import { type Server, startServer } from "./server.ts";
import { constantLine, heading, memoryLine, speedLine } from "./table.ts";

/** Maximum memory of the listeners, in bytes. */
const LISTENERS_GOAL = 100_000_000;
const LISTENERS = 1_000;

/** The load of cases that are not compared. */
const LOAD = { connections: CONNECTIONS, warmUp: SECONDS, seconds: SECONDS };

/** Limits that the load generator cannot reach. Checking them costs the same as checking lower ones. */
const RATE_LIMITS = { RATE_LIMIT: "on", RATE_LIMIT_ANONYMOUS: "1000000/1", RATE_LIMIT_AUTHENTICATED: "1000000/1" };

/** A comparison whose cases are known by name before a server is started. */
interface Feature extends Comparison {
  readonly names: readonly string[];
}

const known = knownMissions(ROWS);

async function run(folder: string, load: Generator): Promise<void> {
  console.log(`${ROWS.toLocaleString("en")} missions, ${CONNECTIONS} connections, ${conditions()}\n`);
  console.log(heading());
  console.log(constantLine(await measureConstant(load)));
  const file = join(folder, "filled.db");
  await fill(file, known);
  const listenerMemory: number[] = [];
  await print(load, featuresOnSqlite(file, load, listenerMemory));
  if (listenerMemory.length > 0)
    console.log(memoryLine(`memory of ${LISTENERS} listeners`, median(listenerMemory), LISTENERS_GOAL));
  if (!featuresOnPostgres("").some(isFeatureSelected)) return;
  const name = `space_missions_features_${process.pid}`;
  await withCopy(name, file, (url) => print(load, featuresOnPostgres(url)));
}

/** @param listenerMemory gets the memory that the listeners take in each round */
function featuresOnSqlite(file: string, load: Generator, listenerMemory: number[]): Feature[] {
  const service = () => startService(`sqlite:${file}`);
  const limited = () => startService(`sqlite:${file}`, RATE_LIMITS);
  const listening = () => startWithListeners(service, load, listenerMemory);
  const [logged, notLogged] = ["logged", "not-logged"].map((name) => {
    copyFileSync(file, `${file}.${name}`);
    return `sqlite:${file}.${name}`;
  }) as [string, string];
  const withoutLog = () => startService(notLogged, {}, { script: "bench/baselines/no-event-log.ts" });
  return [
    cursorPages("SQLite", service),
    // In separate processes: V8 optimizes for one case at the expense of the other.
    ...withRateLimits(known, KEY).map((each) => feature(each, { service: limited, baseline: service })),
    feature(postWithEvents(KEY), { service: () => startService(logged), baseline: withoutLog }),
    feature(withListeners(known), { service: listening, baseline: service }),
  ];
}

function featuresOnPostgres(url: string): Feature[] {
  const service = () => startService(url);
  const workers = () => startWorkers(url);
  return [cursorPages("PostgreSQL", service), feature(withTwoWorkers(known), { service: workers, baseline: service })];
}

function feature(each: Case, servers: Starts): Feature {
  return { names: [each.name], servers, cases: () => [each] };
}

/** The last pages beside the first pages of one process. */
function cursorPages(store: string, service: () => Promise<Server>): Feature {
  return {
    names: cursorNames(store),
    servers: { service, baseline: "service" },
    cases: (servers) => lastCursorPages(store, servers.service!.url),
  };
}

function isFeatureSelected({ names }: Feature): boolean {
  return names.some((name) => isSelected({ name }));
}

async function print(load: Generator, features: readonly Feature[]): Promise<void> {
  for (const each of features.filter(isFeatureSelected))
    for (const compared of await compare(load, each, SECONDS)) console.log(speedLine(compared));
}

/** Two workers, on both cores: one of them shares the load generator's core. */
async function startWorkers(url: string): Promise<Server> {
  const server = await startService(url, { WORKERS: "2" }, { cores: BOTH_CORES });
  // The parent's processor time is not that of the workers.
  return { ...server, processorTime: () => Number.NaN };
}

/** Starts the service, connects listeners to it, and adds the memory that they take to `memory`. */
async function startWithListeners(start: () => Promise<Server>, load: Generator, memory: number[]): Promise<Server> {
  const server = await start();
  try {
    // Load before the listeners connect, because it takes memory too.
    await load.measure({ ...LOAD, targets: [{ url: server.url, requests: randomGets(known) }] });
    const before = server.memory();
    const listeners = await startListeners(server.url, KEY, LISTENERS);
    memory.push(server.memory() - before);
    return { ...server, stop: () => stopWithListeners(server, listeners) };
  } catch (reason) {
    await server.stop();
    throw reason;
  }
}

async function stopWithListeners(server: Server, listeners: Listeners): Promise<void> {
  const connected = listeners.areConnected();
  listeners.stop();
  await server.stop();
  if (!connected) throw new Error("a listener was disconnected");
}

async function measureConstant(load: Generator): Promise<number> {
  const server = await startServer("bench/baselines/constant.ts", []);
  try {
    const targets = [{ url: server.url, requests: [{ path: "/" }] }];
    const [{ succeeded, seconds }] = (await load.measure({ ...LOAD, targets })) as [Measured];
    return succeeded / seconds;
  } finally {
    await server.stop();
  }
}

await runBenchmark(run);
