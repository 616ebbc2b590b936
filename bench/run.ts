/**
 * How fast the service is beside two yardsticks, measured in the same minutes on the same machine: ratios hold,
 * absolute figures do not. `BENCH_SECONDS` is the length of one measurement (1), `BENCH_ROWS` the number of missions
 * (100,000); `BENCH_ONLY` measures the cases alone whose name has it in it; `BENCH_SYNC_MS` makes the disk slower
 * (`slow-disk.ts`); `BENCH_BEFORE` is the folder of another version, with what it needs installed, that the service is
 * measured beside too. Nothing stays behind, and a missed goal is no failure.
 */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { disagreements } from "./agreement.ts";
import { startAudience } from "./audience.ts";
import { again, conditional, guarding, listening, logging, reading, walking, writing } from "./cases.ts";
import { both, CONNECTIONS, type Compared, compare, type Match, median, ROUNDS } from "./comparison.ts";
import { fill, send } from "./fill.ts";
import { type Generator, startGenerator } from "./generator.ts";
import { knownMissions } from "./missions.ts";
import { isAsked } from "./only.ts";
import { canPin } from "./pinned.ts";
import { startServer } from "./server.ts";
import { constantLine, heading, memoryLine, speedLine } from "./table.ts";

const SECONDS = Number(process.env.BENCH_SECONDS || 1);
const ROWS = Number(process.env.BENCH_ROWS || 100_000);
const BEFORE = process.env.BENCH_BEFORE;
const KEY = "benchmark-admin-key";
/** On a real disk, unlike many a temporary folder: durable writes are among what is measured. */
const VAR = fileURLToPath(new URL("../var", import.meta.url));

/** The most memory that the service may take, and that listeners may add, in bytes. */
const MEMORY_GOAL = 250_000_000;
const LISTENERS_GOAL = 100_000_000;
const LISTENERS = 1_000;

async function run(folder: string, load: Generator): Promise<void> {
  const known = knownMissions(ROWS);
  const filled = join(folder, "filled.db");
  await fill(filled, known);
  const copy = (name: string): string => {
    const file = join(folder, `${name}.db`);
    copyFileSync(filled, file);
    return file;
  };
  const settings = {
    DATASET: "none",
    ADMIN_API_KEY: KEY,
    LOG_LEVEL: "error",
    RATE_LIMIT: "off",
    // As `npm start` does.
    NODE_OPTIONS: "--max-semi-space-size=8",
    HOST: "127.0.0.1",
    PORT: "0",
  };
  const serve = (file: string, script = "src/server.ts", more = {}) => {
    return () => startServer(script, [], { ...settings, DATABASE_URL: `sqlite:${file}`, ...more });
  };
  // More than the load generator can send; the arithmetic is the same.
  const limited = { RATE_LIMIT: "on", RATE_LIMIT_ANONYMOUS: "1000000/1", RATE_LIMIT_AUTHENTICATED: "1000000/1" };
  const service = serve(filled);
  const written = copy("written");
  const grown: number[] = [];
  const alone = listening(known);
  const heard = async () => {
    const server = await serve(filled)();
    // It works before it is listened to, as the other does: that takes memory too.
    await load.measure({ ...alone, url: server.url, connections: CONNECTIONS, seconds: SECONDS });
    const before = server.memory() ?? Number.NaN;
    const audience = await startAudience(server.url, KEY, LISTENERS);
    grown.push((server.memory() ?? Number.NaN) - before);
    const stop = async () => {
      const listened = audience.listens();
      audience.stop();
      await server.stop();
      if (!listened) throw new Error("the listeners were cut off");
    };
    return { ...server, stop };
  };
  const reads = reading(known);
  const beside: Match = {
    service: serve(written),
    yardstick: () => startServer("bench/yardstick-sqlite.ts", [join(folder, "yardstick.db"), String(ROWS)]),
    cases: async ({ url }) => [...reads, ...(await conditional(url, known)), writing(KEY)],
  };
  const matches: Match[] = [
    beside,
    // Beside its own beginning.
    { service, cases: ({ url }) => walking(url) },
    { service: serve(filled, "src/server.ts", limited), yardstick: service, cases: () => guarding(known, KEY) },
    {
      service: serve(copy("logged")),
      yardstick: serve(copy("unlogged"), "bench/unlogged.ts"),
      cases: () => [logging(KEY)],
    },
  ];
  if (isAsked(alone)) matches.push({ service: heard, yardstick: service, cases: () => [alone] });
  if (BEFORE) {
    const older = serve(join(folder, "before.db"), resolve(BEFORE, "src/server.ts"));
    await both({ service: older }, ({ url }) => send(url, KEY, known));
    matches.push({ service, yardstick: older, cases: () => [again(known)] });
  }
  await both(beside, async (one, other) => {
    for (const name of await disagreements(reads, one.url, other.url))
      console.log(`Service and yardstick answer differently: ${name}.`);
  });

  const where = canPin ? "server on core 0, load on core 1" : "not pinned to cores";
  const rounds = `median of ${ROUNDS} rounds of ${SECONDS} s, each in new processes`;
  console.log(`${ROWS.toLocaleString("en")} missions, ${CONNECTIONS} connections, ${rounds}, ${where}\n`);
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
  const listened = grown.filter((bytes) => !Number.isNaN(bytes));
  if (listened.length > 0)
    console.log(memoryLine(`memory of ${LISTENERS} listeners`, median(listened), LISTENERS_GOAL));
}

async function constant(load: Generator): Promise<number> {
  const server = await startServer("bench/yardstick-constant.ts", []);
  const job = { url: server.url, connections: CONNECTIONS, seconds: SECONDS, requests: [{ path: "/" }] };
  await load.measure(job);
  const { perSecond } = await load.measure(job);
  await server.stop();
  return perSecond;
}

mkdirSync(VAR, { recursive: true });
const folder = mkdtempSync(join(VAR, "bench-"));
const load = startGenerator();
try {
  await run(folder, load);
} catch (reason) {
  console.error(`The benchmark could not be run to its end: ${(reason as Error).message}`);
} finally {
  load.stop();
  rmSync(folder, { recursive: true, force: true });
}
