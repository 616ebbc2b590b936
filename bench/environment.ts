/**
 * The environment of every benchmark: durations, number of missions, settings of the service, and a temporary folder.
 * `BENCH_SECONDS` scales all durations; `BENCH_ROWS` and `BENCH_SAMPLES` are the numbers of missions and samples;
 * `BENCH_CHECKOUT` is another version to measure.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { MEASURED_UNITS, ROUNDS } from "./comparison.ts";
import { type Generator, startGenerator } from "./load/generator.ts";
import { canPin } from "./pinned.ts";
import { type Server, startServer } from "./server.ts";

/** The unit of time. */
export const SECONDS = Number(process.env.BENCH_SECONDS || 1);
/** The number of missions. */
export const ROWS = Number(process.env.BENCH_ROWS || 100_000);
/** The number of samples where they are measured. */
export const SAMPLES = Number(process.env.BENCH_SAMPLES || 1_000_000);
/** The most memory that the service may take, in bytes. */
export const MEMORY_GOAL = 250_000_000;
/** The longest that a start on a filled database may take, in milliseconds. */
export const START_GOAL = 1_500;
/** The admin key of the service. */
export const KEY = "benchmark-admin-key";
/** The script of the service. */
export const SERVICE = "missions/server.ts";

/** The script of a checkout of this version or an earlier one; until 0.3.0, its name was `src/server.ts`. */
export function serviceIn(checkout: string): string {
  const path = resolve(checkout, SERVICE);
  return existsSync(path) ? path : resolve(checkout, "src/server.ts");
}

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** A folder on a real disk, unlike many temporary folders, because durable writes are measured. */
export const VAR = join(ROOT, "var");

const SETTINGS = {
  DATASET: "none",
  ADMIN_API_KEY: KEY,
  LOG_LEVEL: "error",
  RATE_LIMIT: "off",
  HOST: "127.0.0.1",
  PORT: "0",
};

/** A running service. */
export interface Service extends Server {
  /** How long it took to be ready, in milliseconds. */
  readonly startedIn: number;
}

/**
 * Starts the service, or its replacement, on a database.
 * @param overrides settings that differ from the default
 * @param cores the cores to run on, by default the server's
 */
export async function startService(
  database: string,
  overrides: Readonly<Record<string, string>> = {},
  { script = SERVICE, cores }: { readonly script?: string; readonly cores?: string } = {},
): Promise<Service> {
  const startedAt = performance.now();
  const server = await startServer(script, [], { ...SETTINGS, DATABASE_URL: database, ...overrides }, cores);
  const { status } = await fetch(`${server.url}/readyz`);
  if (status !== 200) throw new Error(`${script} is not ready: ${status}`);
  return { ...server, startedIn: performance.now() - startedAt };
}

/** The script of the version to measure: this one, or that of another checkout. */
const MEASURED = serviceIn(process.env.BENCH_CHECKOUT || ROOT);

/** Starts the version to measure. Only requests may fill its database, because versions differ in their tables. */
export function startMeasured(
  database: string,
  overrides: Readonly<Record<string, string>> = {},
  cores?: string,
): Promise<Service> {
  return startService(database, overrides, { script: MEASURED, ...(cores === undefined ? {} : { cores }) });
}

/** The conditions of a comparison. */
export function conditions(rounds = ROUNDS): string {
  return [
    `median of ${rounds} rounds of ${MEASURED_UNITS * SECONDS} s each, in new processes`,
    canPin ? "server on core 0, load on core 1" : "not pinned to cores",
  ].join(", ");
}

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
