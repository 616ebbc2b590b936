/**
 * The environment of every benchmark: durations, number of missions, settings of the service, and a temporary folder.
 * `BENCH_SECONDS` scales all durations; `BENCH_ROWS` is the number of missions.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CONNECTIONS, MEASURED_UNITS, ROUNDS } from "./comparison.ts";
import { type Generator, startGenerator } from "./generator.ts";
import { canPin } from "./pinned.ts";
import { type Server, startServer } from "./server.ts";

/** The unit of time. */
export const SECONDS = Number(process.env.BENCH_SECONDS || 1);
/** The number of missions. */
export const ROWS = Number(process.env.BENCH_ROWS || 100_000);
/** The admin key of the service. */
export const KEY = "benchmark-admin-key";
/** The script of the service. */
export const SERVICE = "src/server.ts";

/** A folder on a real disk, unlike many temporary folders, because durable writes are measured. */
const VAR = fileURLToPath(new URL("../var", import.meta.url));

const SETTINGS = {
  DATASET: "none",
  ADMIN_API_KEY: KEY,
  LOG_LEVEL: "error",
  RATE_LIMIT: "off",
  HOST: "127.0.0.1",
  PORT: "0",
};

/**
 * Starts the service, or its replacement, on a database.
 * @param overrides settings that differ from the default
 * @param cores the cores to run on, by default the server's
 */
export function startService(
  database: string,
  overrides: Readonly<Record<string, string>> = {},
  { script = SERVICE, cores }: { readonly script?: string; readonly cores?: string } = {},
): Promise<Server> {
  return startServer(script, [], { ...SETTINGS, DATABASE_URL: database, ...overrides }, cores);
}

/** The conditions of the measurement. */
export const CONDITIONS = [
  `${CONNECTIONS} connections`,
  `median of ${ROUNDS} rounds of ${MEASURED_UNITS * SECONDS} s each, in new processes`,
  canPin ? "server on core 0, load on core 1" : "not pinned to cores",
].join(", ");

/** Runs a benchmark in an empty folder with a load generator. Removes the folder afterwards and reports errors. */
export async function runBenchmark(work: (folder: string, load: Generator) => Promise<void>): Promise<void> {
  mkdirSync(VAR, { recursive: true });
  const folder = mkdtempSync(join(VAR, "bench-"));
  const load = startGenerator();
  try {
    await work(folder, load);
  } catch (reason) {
    console.error(`The benchmark failed: ${(reason as Error).message}`);
  } finally {
    load.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
