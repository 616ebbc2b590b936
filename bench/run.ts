/**
 * Compares the service with two baselines, at the same time on the same machine. Ratios are meaningful, absolute figures
 * depend on the machine. `BENCH_ONLY` selects the cases whose name contains it; `BENCH_SYNC_MS` makes the disk slower
 * (`slow-disk.ts`). Temporary files are removed, and a missed goal is not a failure.
 */
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { disagreements } from "./agreement.ts";
import {
  lastCursorPages,
  notModified,
  posts,
  postWithEvents,
  postWithoutStorage,
  reads,
  withListeners,
  withRateLimits,
} from "./cases.ts";
import { both, CONNECTIONS, type Compared, compare, type Match, median } from "./comparison.ts";
import { CONDITIONS, KEY, ROWS, runBenchmark, SECONDS, startService } from "./environment.ts";
import { fill } from "./fill.ts";
import type { Generator } from "./generator.ts";
import type { Measured } from "./load.ts";
import { knownMissions } from "./missions.ts";
import { isSelected } from "./only.ts";
import { type Server, startServer } from "./server.ts";
import { type Listeners, startListeners } from "./start-listeners.ts";
import { constantLine, heading, memoryLine, speedLine } from "./table.ts";

/** Maximum memory of the service, and of the listeners, in bytes. */
const MEMORY_GOAL = 250_000_000;
const LISTENERS_GOAL = 100_000_000;
const LISTENERS = 1_000;

/** The load of cases that are not compared. */
const LOAD = { connections: CONNECTIONS, warmUp: SECONDS, seconds: SECONDS };

async function run(folder: string, load: Generator): Promise<void> {
  const known = knownMissions(ROWS);
  const filled = join(folder, "filled.db");
  await fill(filled, known);
  const copy = (name: string): string => {
    const file = join(folder, `${name}.db`);
    copyFileSync(filled, file);
    return file;
  };
  const serve = (file: string, more?: Readonly<Record<string, string>>, script?: string) => () =>
    startService(`sqlite:${file}`, more, { ...(script ? { script } : {}) });
  // Limits that the load generator cannot reach; the cost of checking is the same.
  const limited = { RATE_LIMIT: "on", RATE_LIMIT_ANONYMOUS: "1000000/1", RATE_LIMIT_AUTHENTICATED: "1000000/1" };
  const service = serve(filled);
  const written = copy("written");
  const grown: number[] = [];
  const listened = withListeners(known);
  const serviceWithListeners = async () => {
    const server = await serve(filled)();
    try {
      // Load before the listeners connect, because it takes memory too.
      await load.measure({ ...LOAD, targets: [{ ...listened, url: server.url }] });
      const before = server.memory();
      const listeners = await startListeners(server.url, KEY, LISTENERS);
      grown.push(server.memory() - before);
      return { ...server, stop: () => stopWithListeners(server, listeners) };
    } catch (reason) {
      await server.stop();
      throw reason;
    }
  };
  const readCases = reads(known);
  const baseline = () => startServer("bench/baseline-sqlite.ts", [join(folder, "baseline.db"), String(ROWS)]);
  const beside: Match = {
    service: serve(written),
    baseline,
    cases: async ({ url }) => [...readCases, ...(await notModified(url, known)), posts(KEY)],
  };
  const matches: Match[] = [
    beside,
    {
      service: () => startServer("bench/baseline-no-storage.ts", []),
      baseline,
      cases: () => [postWithoutStorage(KEY)],
    },
    // Compared with its own first pages.
    { service, cases: ({ url }) => lastCursorPages(url) },
    // In separate processes: V8 optimizes for one case at the expense of the other.
    ...withRateLimits(known, KEY).map((each) => ({
      service: serve(filled, limited),
      baseline: service,
      cases: () => [each],
    })),
    {
      service: serve(copy("logged")),
      baseline: serve(copy("no-event-log"), {}, "bench/no-event-log.ts"),
      cases: () => [postWithEvents(KEY)],
    },
  ];
  if (isSelected(listened)) matches.push({ service: serviceWithListeners, baseline: service, cases: () => [listened] });
  await both(beside, async (one, other) => {
    for (const name of await disagreements(readCases, one.url, other.url))
      console.log(`Service and baseline return different responses: ${name}.`);
  });

  console.log(`${ROWS.toLocaleString("en")} missions, ${CONDITIONS}\n`);
  console.log(heading());
  console.log(constantLine(await constant(load)));
  const compared: Compared[] = [];
  for (const match of matches) {
    const some = await compare(load, match, SECONDS);
    for (const each of some) console.log(speedLine(each));
    compared.push(...some);
  }
  for (const [when, name] of [
    ["after reading", "304 of a page"],
    ["after writing", "POST, durable"],
  ] as const) {
    const one = compared.find((each) => each.name === name);
    if (one) console.log(memoryLine(`memory of the service ${when}`, one.memory, MEMORY_GOAL));
  }
  if (grown.length > 0) console.log(memoryLine(`memory of ${LISTENERS} listeners`, median(grown), LISTENERS_GOAL));
}

async function stopWithListeners(server: Server, listeners: Listeners): Promise<void> {
  const connected = listeners.areConnected();
  listeners.stop();
  await server.stop();
  if (!connected) throw new Error("a listener was disconnected");
}

async function constant(load: Generator): Promise<number> {
  const server = await startServer("bench/baseline-constant.ts", []);
  try {
    const targets = [{ url: server.url, requests: [{ path: "/" }] }];
    const [{ answered, seconds }] = (await load.measure({ ...LOAD, targets })) as [Measured];
    return answered / seconds;
  } finally {
    await server.stop();
  }
}

await runBenchmark(run);
