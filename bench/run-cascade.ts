/**
 * Measures a cascading deletion of the samples of one mission, among those of another: how long it takes, how long other
 * requests wait meanwhile, and how much memory it adds. `BENCH_SAMPLES` is the number of samples, `BENCH_CHECKOUT` another
 * version to measure.
 */
import { join } from "node:path";
import { KEY, runBenchmark, startMeasured } from "./environment.ts";
import { isSelected } from "./only.ts";
import { post, uploadSamples } from "./records/fill.ts";
import { withDatabase } from "./records/postgres-databases.ts";
import { ARRAY } from "./records/samples.ts";
import type { Server } from "./server.ts";
import { durationLine, memoryLine } from "./table.ts";

const SAMPLES = Number(process.env.BENCH_SAMPLES || 230_000);
const GOALS = { write: 1_000, read: 100, memory: 100_000_000 };
/** How often another request is sent, in milliseconds. */
const INTERVAL = 20;
const HEADERS = { authorization: `Bearer ${KEY}`, "content-type": "application/json" };

/** A kind of database. */
interface StoreCase {
  readonly name: string;
  withUrl(folder: string, work: (url: string) => Promise<void>): Promise<void>;
}

const STORES: readonly StoreCase[] = [
  { name: "SQLite", withUrl: (folder, work) => work(`sqlite:${join(folder, "cascade.db")}`) },
  { name: "PostgreSQL", withUrl: (_, work) => withDatabase("bench_cascade", work) },
];

async function measureCascade(name: string, database: string): Promise<void> {
  const filling = await startMeasured(database);
  for (const id of ["doomed", "other"]) await post(filling.url, KEY, "/api/missions", { id, name: id });
  const arrays = Math.ceil(SAMPLES / ARRAY);
  await uploadSamples(filling.url, KEY, ["doomed", "other"], { from: 0, to: 2 * arrays });
  await filling.stop();
  const server = await startMeasured(database);
  const before = server.memory();
  const startedAt = performance.now();
  const deletion = send(server, "DELETE", "/api/missions/doomed?cascade=true").then(() => performance.now());
  const [writes, reads, peak] = await Promise.all([
    longest(deletion, () => send(server, "PATCH", "/api/missions/other", { name: `${performance.now()}` })),
    longest(deletion, () => send(server, "GET", "/api/missions/other")),
    peakMemory(deletion, server),
  ]);
  console.log(`\n${name}, DELETE of a mission with ${(arrays * ARRAY).toLocaleString("en")} samples, of twice as many`);
  console.log(durationLine("the deletion", (await deletion) - startedAt, Number.POSITIVE_INFINITY));
  console.log(durationLine("longest wait of another write", writes, GOALS.write));
  console.log(durationLine("longest wait of a read", reads, GOALS.read));
  console.log(memoryLine("more memory", peak - before, GOALS.memory));
  await server.stop();
}

/** Repeats a request until some other work has ended. @returns the longest that one took, in milliseconds */
async function longest(work: Promise<unknown>, request: () => Promise<void>): Promise<number> {
  let [result, isDone] = [0, false];
  void work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const sentAt = performance.now();
    await request();
    result = Math.max(result, performance.now() - sentAt);
    await pause();
  }
  return result;
}

async function peakMemory(work: Promise<unknown>, server: Server): Promise<number> {
  let [peak, isDone] = [0, false];
  void work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    peak = Math.max(peak, server.memory());
    await pause();
  }
  return peak;
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, INTERVAL));
}

/** @throws Error if the request is refused */
async function send({ url }: Server, method: string, path: string, body?: unknown): Promise<void> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(url + path, { method, headers: HEADERS, ...sent });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
}

await runBenchmark(async (folder) => {
  for (const { name, withUrl } of STORES.filter(isSelected)) await withUrl(folder, (url) => measureCascade(name, url));
});
