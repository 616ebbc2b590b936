/**
 * How fast the service is beside two yardsticks, measured in the same minutes on the same machine; ratios hold,
 * absolute figures do not. `BENCH_SECONDS` is the length of one measurement (2), `BENCH_ROWS` the number of missions
 * (100,000). Nothing stays behind, and a missed goal is no failure.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { disagreements } from "./agreement.ts";
import { type Case, reading, writing } from "./cases.ts";
import { fill } from "./fill.ts";
import { type Generator, startGenerator } from "./generator.ts";
import { knownMissions } from "./missions.ts";
import { canPin } from "./pinned.ts";
import { startServer } from "./server.ts";
import { type Line, median, memory, row, speed } from "./table.ts";

const SECONDS = Number(process.env.BENCH_SECONDS || 2);
const ROWS = Number(process.env.BENCH_ROWS || 100_000);
const ROUNDS = 3;
const CONNECTIONS = 32;
const KEY = "benchmark-admin-key";
const VAR = fileURLToPath(new URL("../var", import.meta.url));

/** Measures one case at both servers, in turn and in changing order, after a short warm-up. */
async function compare(load: Generator, { name, requests, goal }: Case, service: string, yardstick: string) {
  const reached = new Map<string, number[]>([service, yardstick].map((url) => [url, []]));
  let failed = 0;
  const measure = async (url: string, seconds: number) => {
    const measured = await load.measure({ url, connections: CONNECTIONS, seconds, requests });
    failed += measured.failed;
    return measured.perSecond;
  };
  for (const url of reached.keys()) await measure(url, SECONDS / 4);
  for (let round = 0; round < ROUNDS; round += 1) {
    const order = round % 2 === 0 ? [yardstick, service] : [service, yardstick];
    for (const url of order) reached.get(url)!.push(await measure(url, SECONDS));
  }
  const line: Line = { name, service: median(reached.get(service)!), yardstick: median(reached.get(yardstick)!), failed };
  return goal === undefined ? line : { ...line, goal };
}

async function constant(load: Generator): Promise<Line> {
  const server = await startServer("bench/yardstick-constant.ts", []);
  const job = { url: server.url, connections: CONNECTIONS, seconds: SECONDS, requests: [{ path: "/" }] };
  const { perSecond, failed } = await load.measure(job);
  await server.stop();
  return { name: "a constant", yardstick: perSecond, failed };
}

async function run(folder: string, load: Generator): Promise<void> {
  const known = knownMissions(ROWS);
  const database = join(folder, "service.db");
  await fill(database, known);
  const service = await startServer("src/server.ts", [], {
    DATABASE_URL: `sqlite:${database}`,
    DATASET: "none",
    RATE_LIMIT: "off",
    ADMIN_API_KEY: KEY,
    LOG_LEVEL: "error",
    HOST: "127.0.0.1",
    PORT: "0",
  });
  const yardstick = await startServer("bench/yardstick-sqlite.ts", [join(folder, "yardstick.db"), String(ROWS)]);
  const reads = reading(known);
  const differing = await disagreements(reads, service.url, yardstick.url);
  const lines = [await constant(load)];
  for (const each of reads) lines.push(await compare(load, each, service.url, yardstick.url));
  const afterReads = service.memory();
  lines.push(await compare(load, writing(KEY), service.url, yardstick.url));
  const afterWrites = service.memory();
  await Promise.all([service.stop(), yardstick.stop()]);

  const where = canPin ? "server on core 0, load on core 1" : "not pinned to cores";
  console.log(
    `${ROWS.toLocaleString("en")} missions, ${CONNECTIONS} connections, median of ${ROUNDS} × ${SECONDS} s, ${where}\n`,
  );
  console.log(row("requests per second", "service", "yardstick", "ratio", "goal"));
  for (const line of lines) console.log(speed(line));
  console.log(memory("\nmemory after reading".trimStart(), afterReads));
  console.log(memory("memory after writing", afterWrites));
  for (const name of differing) console.log(`Service and yardstick answer differently: ${name}.`);
}

mkdirSync(VAR, { recursive: true });
const folder = mkdtempSync(join(VAR, "bench-"));
const load = startGenerator();
try {
  await run(folder, load);
} catch (reason) {
  console.error(`The benchmark could not be run: ${(reason as Error).message}`);
} finally {
  load.stop();
  rmSync(folder, { recursive: true, force: true });
}
