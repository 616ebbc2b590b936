/**
 * How fast the service is beside two yardsticks, measured in the same minutes on the same machine: ratios hold,
 * absolute figures do not. `BENCH_SECONDS` is the length of one measurement (2), `BENCH_ROWS` the number of missions
 * (100,000); `BENCH_ONLY` measures the cases alone whose name has it in it. Nothing stays behind, and a missed goal is no
 * failure.
 */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { disagreements } from "./agreement.ts";
import { startAudience } from "./audience.ts";
import { type Case, conditional, guarding, listening, logging, reading, walking, writing } from "./cases.ts";
import { CONNECTIONS, type Compared, compare, ROUNDS } from "./comparison.ts";
import { fill } from "./fill.ts";
import { type Generator, startGenerator } from "./generator.ts";
import { knownMissions } from "./missions.ts";
import { allAsked, isAsked } from "./only.ts";
import { canPin } from "./pinned.ts";
import { type Server, startServer } from "./server.ts";
import { constantLine, heading, memoryLine, speedLine } from "./table.ts";

const SECONDS = Number(process.env.BENCH_SECONDS || 2);
const ROWS = Number(process.env.BENCH_ROWS || 100_000);
const KEY = "benchmark-admin-key";
/** On a real disk, unlike many a temporary folder: durable writes are among what is measured. */
const VAR = fileURLToPath(new URL("../var", import.meta.url));

/** The most memory that the service may take, and that listeners may add, in bytes. */
const MEMORY_GOAL = 250_000_000;
const LISTENERS_GOAL = 100_000_000;
const LISTENERS = 1_000;

async function run(folder: string, load: Generator, servers: Server[]): Promise<void> {
  const start = async (...args: Parameters<typeof startServer>) => {
    const server = await startServer(...args);
    servers.push(server);
    return server;
  };
  const compared: Compared[] = [];
  const compareAll = async (cases: readonly Case[], service: Server, yardstick: Server) => {
    for (const each of cases.filter(isAsked)) compared.push(await compare(load, each, service, yardstick, SECONDS));
  };
  const known = knownMissions(ROWS);
  const database = join(folder, "service.db");
  await fill(database, known);
  const copies = ["logged", "unlogged"].map((name) => join(folder, `${name}.db`));
  for (const copy of copies) copyFileSync(database, copy);
  const constant = await start("bench/yardstick-constant.ts", []);
  const yardstick = await start("bench/yardstick-sqlite.ts", [join(folder, "yardstick.db"), String(ROWS)]);
  const settings = {
    DATASET: "none",
    ADMIN_API_KEY: KEY,
    LOG_LEVEL: "error",
    // As `npm start` does.
    NODE_OPTIONS: "--max-semi-space-size=8",
    HOST: "127.0.0.1",
    PORT: "0",
  };
  const on = (file: string) => ({ ...settings, DATABASE_URL: `sqlite:${file}`, RATE_LIMIT: "off" });
  const service = await start("src/server.ts", [], on(database));

  const reads = reading(known);
  const differing = await disagreements(reads, service.url, yardstick.url);
  const bare = { url: constant.url, connections: CONNECTIONS, seconds: SECONDS, requests: [{ path: "/" }] };
  const { perSecond } = await load.measure(bare);
  await compareAll([...reads, ...(await conditional(service.url, known))], service, yardstick);
  // Beside its own beginning.
  await compareAll(await walking(service.url), service, { ...service });
  const afterReads = service.memory();
  // More than the load generator can send; the arithmetic is the same.
  const rates = { RATE_LIMIT: "on", RATE_LIMIT_ANONYMOUS: "1000000/1", RATE_LIMIT_AUTHENTICATED: "1000000/1" };
  const guarded = await start("src/server.ts", [], { ...on(database), ...rates });
  await compareAll(guarding(known, KEY), guarded, service);
  await guarded.stop();
  const heard = await start("src/server.ts", [], on(database));
  // It works before it is listened to, as the other did: that takes memory too.
  const alone = listening(known);
  await load.measure({ ...bare, url: heard.url, requests: alone.requests });
  const withoutListeners = heard.memory();
  const audience = await startAudience(heard.url, KEY, LISTENERS);
  const withListeners = heard.memory();
  await compareAll([alone], heard, service);
  if (!audience.listens()) throw new Error("the listeners were cut off");
  audience.stop();
  await heard.stop();
  await compareAll([writing(KEY)], service, yardstick);
  const afterWrites = service.memory();
  const logged = await start("src/server.ts", [], on(copies[0]!));
  const unlogged = await start("bench/unlogged.ts", [], on(copies[1]!));
  await compareAll([logging(KEY)], logged, unlogged);

  const where = canPin ? "server on core 0, load on core 1" : "not pinned to cores";
  console.log(
    `${ROWS.toLocaleString("en")} missions, ${CONNECTIONS} connections, median of ${ROUNDS} × ${SECONDS} s, ${where}\n`,
  );
  console.log([heading(), constantLine(perSecond), ...compared.map(speedLine)].join("\n"));
  if (allAsked) {
    console.log(memoryLine("memory of the service after reading", afterReads, MEMORY_GOAL));
    console.log(memoryLine("memory of the service after writing", afterWrites, MEMORY_GOAL));
  }
  const listened = withListeners && withoutListeners && withListeners - withoutListeners;
  if (isAsked(alone)) console.log(memoryLine(`memory of ${LISTENERS} listeners`, listened, LISTENERS_GOAL));
  for (const name of differing) console.log(`Service and yardstick answer differently: ${name}.`);
}

mkdirSync(VAR, { recursive: true });
const folder = mkdtempSync(join(VAR, "bench-"));
const load = startGenerator();
const servers: Server[] = [];
try {
  await run(folder, load, servers);
} catch (reason) {
  console.error(`The benchmark could not be run to its end: ${(reason as Error).message}`);
} finally {
  load.stop();
  await Promise.all(servers.map((server) => server.stop()));
  rmSync(folder, { recursive: true, force: true });
}
