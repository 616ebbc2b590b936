/**
 * How fast the service is beside two yardsticks, measured in the same minutes on the same machine: ratios hold,
 * absolute figures do not. `BENCH_SECONDS` is the length of one measurement (2), `BENCH_ROWS` the number of missions
 * (100,000). Nothing stays behind, and a missed goal is no failure.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { disagreements } from "./agreement.ts";
import { conditional, guarding, reading, walking, writing } from "./cases.ts";
import { CONNECTIONS, type Compared, compare, ROUNDS } from "./comparison.ts";
import { fill } from "./fill.ts";
import { type Generator, startGenerator } from "./generator.ts";
import { knownMissions } from "./missions.ts";
import { canPin } from "./pinned.ts";
import { type Server, startServer } from "./server.ts";
import { constantLine, heading, memoryLine, speedLine } from "./table.ts";

const SECONDS = Number(process.env.BENCH_SECONDS || 2);
const ROWS = Number(process.env.BENCH_ROWS || 100_000);
const KEY = "benchmark-admin-key";
/** On a real disk, unlike many a temporary folder: durable writes are among what is measured. */
const VAR = fileURLToPath(new URL("../var", import.meta.url));

async function run(folder: string, load: Generator, servers: Server[]): Promise<void> {
  const start = async (...args: Parameters<typeof startServer>) => {
    const server = await startServer(...args);
    servers.push(server);
    return server;
  };
  const known = knownMissions(ROWS);
  const database = join(folder, "service.db");
  await fill(database, known);
  const constant = await start("bench/yardstick-constant.ts", []);
  const yardstick = await start("bench/yardstick-sqlite.ts", [join(folder, "yardstick.db"), String(ROWS)]);
  const settings = {
    DATABASE_URL: `sqlite:${database}`,
    DATASET: "none",
    ADMIN_API_KEY: KEY,
    LOG_LEVEL: "error",
    // As `npm start` does.
    NODE_OPTIONS: "--max-semi-space-size=8",
    HOST: "127.0.0.1",
    PORT: "0",
  };
  const service = await start("src/server.ts", [], { ...settings, RATE_LIMIT: "off" });

  const reads = reading(known);
  const differing = await disagreements(reads, service.url, yardstick.url);
  const bare = { url: constant.url, connections: CONNECTIONS, seconds: SECONDS, requests: [{ path: "/" }] };
  const { perSecond } = await load.measure(bare);
  const compared: Compared[] = [];
  for (const each of [...reads, ...(await conditional(service.url, known))])
    compared.push(await compare(load, each, service, yardstick, SECONDS));
  // Beside its own beginning.
  for (const each of await walking(service.url))
    compared.push(await compare(load, each, service, { ...service }, SECONDS));
  const afterReads = service.memory();
  // More than the load generator can send; the arithmetic is the same.
  const rates = { RATE_LIMIT_ANONYMOUS: "1000000/1", RATE_LIMIT_AUTHENTICATED: "1000000/1" };
  const guarded = await start("src/server.ts", [], { ...settings, ...rates });
  for (const each of guarding(known, KEY)) compared.push(await compare(load, each, guarded, service, SECONDS));
  await guarded.stop();
  compared.push(await compare(load, writing(KEY), service, yardstick, SECONDS));
  const afterWrites = service.memory();

  const where = canPin ? "server on core 0, load on core 1" : "not pinned to cores";
  console.log(
    `${ROWS.toLocaleString("en")} missions, ${CONNECTIONS} connections, median of ${ROUNDS} × ${SECONDS} s, ${where}\n`,
  );
  console.log([heading(), constantLine(perSecond), ...compared.map(speedLine)].join("\n"));
  console.log(memoryLine("memory of the service after reading", afterReads));
  console.log(memoryLine("memory of the service after writing", afterWrites));
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
