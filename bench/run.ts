/**
 * Compares reading with two baselines, at the same time on the same machine. Ratios are meaningful, absolute figures
 * depend on the machine. `BENCH_ONLY` selects the cases whose name contains it; `BENCH_SYNC_MS` makes the disk slower
 * (`slow-disk.ts`). Temporary files are removed, and a missed goal is not a failure.
 */
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { disagreements } from "./agreement.ts";
import {
  type Case,
  lastCursorPages,
  notModified,
  postWithEvents,
  reads,
  withListeners,
  withRateLimits,
} from "./cases.ts";
import { CONNECTIONS, type Compared, type Comparison, compare, median, withServers } from "./comparison.ts";
import { conditions, KEY, MEMORY_GOAL, ROWS, runBenchmark, SECONDS, startService } from "./environment.ts";
import type { Generator } from "./load/generator.ts";
import { type Listeners, startListeners } from "./load/start-listeners.ts";
import type { Measured } from "./load/turns.ts";
import { isSelected } from "./only.ts";
import { fill } from "./records/fill.ts";
import { knownMissions } from "./records/missions.ts";
import { type Server, startServer } from "./server.ts";
import { constantLine, heading, memoryLine, speedLine } from "./table.ts";

/** Maximum memory of the listeners, in bytes. */
const LISTENERS_GOAL = 100_000_000;
const LISTENERS = 1_000;

/** The load of cases that are not compared. */
const LOAD = { connections: CONNECTIONS, warmUp: SECONDS, seconds: SECONDS };

/** A function that starts the service with a database file. */
function serve(file: string, overrides?: Readonly<Record<string, string>>, script?: string): () => Promise<Server> {
  return () => startService(`sqlite:${file}`, overrides, { ...(script ? { script } : {}) });
}

/** Limits that the load generator cannot reach. Checking them costs the same as checking lower ones. */
const RATE_LIMITS = { RATE_LIMIT: "on", RATE_LIMIT_ANONYMOUS: "1000000/1", RATE_LIMIT_AUTHENTICATED: "1000000/1" };

async function run(folder: string, load: Generator): Promise<void> {
  const known = knownMissions(ROWS);
  const filledFile = join(folder, "filled.db");
  await fill(filledFile, known);
  const copy = (name: string): string => {
    const file = join(folder, `${name}.db`);
    copyFileSync(filledFile, file);
    return file;
  };
  const readCases = reads(known);
  const service = serve(filledFile);
  const withBaseline: Comparison = {
    service,
    baseline: () => startServer("bench/baselines/sqlite.ts", [join(folder, "baseline.db"), String(ROWS)]),
    cases: async ({ url }) => [...readCases, ...(await notModified(url, known))],
  };
  const listenerCase = withListeners(known);
  const listenerMemory: number[] = [];
  const serviceWithListeners = () => startWithListeners(service, load, listenerCase, listenerMemory);
  const comparisons: Comparison[] = [
    withBaseline,
    // Compared with its own first pages.
    { service, cases: ({ url }) => lastCursorPages(url) },
    // In separate processes: V8 optimizes for one case at the expense of the other.
    ...withRateLimits(known, KEY).map((each) => ({
      service: serve(filledFile, RATE_LIMITS),
      baseline: service,
      cases: () => [each],
    })),
    {
      service: serve(copy("logged")),
      baseline: serve(copy("no-event-log"), {}, "bench/baselines/no-event-log.ts"),
      cases: () => [postWithEvents(KEY)],
    },
    ...(isSelected(listenerCase)
      ? [{ service: serviceWithListeners, baseline: service, cases: () => [listenerCase] }]
      : []),
  ];
  await withServers(withBaseline, async (one, other) => {
    for (const name of await disagreements(readCases, one.url, other.url))
      console.log(`Service and baseline return different responses: ${name}.`);
  });
  printMemory(await printSpeeds(load, comparisons), listenerMemory);
}

/** Starts the service, connects listeners to it, and adds the memory that they take to `memory`. */
async function startWithListeners(
  start: () => Promise<Server>,
  load: Generator,
  { requests }: Case,
  memory: number[],
): Promise<Server> {
  const server = await start();
  try {
    // Load before the listeners connect, because it takes memory too.
    await load.measure({ ...LOAD, targets: [{ url: server.url, requests }] });
    const before = server.memory();
    const listeners = await startListeners(server.url, KEY, LISTENERS);
    memory.push(server.memory() - before);
    return { ...server, stop: () => stopWithListeners(server, listeners) };
  } catch (reason) {
    await server.stop();
    throw reason;
  }
}

async function printSpeeds(load: Generator, comparisons: readonly Comparison[]): Promise<Compared[]> {
  console.log(`${ROWS.toLocaleString("en")} missions, ${conditions()}\n`);
  console.log(heading());
  console.log(constantLine(await measureConstant(load)));
  const compared: Compared[] = [];
  for (const comparison of comparisons) {
    const results = await compare(load, comparison, SECONDS);
    for (const each of results) console.log(speedLine(each));
    compared.push(...results);
  }
  return compared;
}

function printMemory(compared: readonly Compared[], listenerMemory: readonly number[]): void {
  const last = compared.find(({ name }) => name === "304 of a page");
  if (last) console.log(memoryLine("memory of the service after reading", last.memory, MEMORY_GOAL));
  if (listenerMemory.length > 0)
    console.log(memoryLine(`memory of ${LISTENERS} listeners`, median(listenerMemory), LISTENERS_GOAL));
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
