/**
 * Measures exports of samples on SQLite: rows a second, and how much memory they add; and how long other requests wait while
 * four exports run. `BENCH_SAMPLES` is the number of samples, `BENCH_CHECKOUT` another version to measure.
 */
import { get } from "node:http";
import { join } from "node:path";
import { KEY, runBenchmark, SAMPLES, startMeasured } from "./environment.ts";
import { isSelected } from "./only.ts";
import { post, uploadSamples } from "./records/fill.ts";
import { ARRAY } from "./records/samples.ts";
import type { Server } from "./server.ts";
import { exportHeading, exportLine } from "./table.ts";

const GOALS = { perSecond: 50_000, memory: 30_000_000 };
const PARENTS = ["one", "two", "three"];
/** How often memory is read, and another request is sent, in milliseconds. */
const INTERVAL = 20;
/** The addresses of the clients that export at once. A client may run two exports. */
const CLIENTS = ["127.0.0.1", "127.0.0.2"];

interface ExportCase {
  readonly name: string;
  readonly path: string;
  readonly coding?: string;
}

const CASES: readonly ExportCase[] = [
  { name: "CSV", path: "/api/data?format=csv" },
  { name: "NDJSON", path: "/api/data?format=ndjson" },
  { name: "CSV, sorted without an index", path: "/api/data?format=csv&sort=value" },
  { name: "CSV, gzip", path: "/api/data?format=csv", coding: "gzip" },
  { name: "CSV, br", path: "/api/data?format=csv", coding: "br" },
];

async function run(folder: string): Promise<void> {
  const url = `sqlite:${join(folder, "exports.db")}`;
  const filling = await startMeasured(url);
  for (const id of PARENTS) await post(filling.url, KEY, "/api/missions", { id, name: id });
  await uploadSamples(filling.url, KEY, PARENTS, { from: 0, to: Math.ceil(SAMPLES / ARRAY) });
  await filling.stop();
  console.log(exportHeading(`${SAMPLES.toLocaleString("en")} samples`));
  for (const each of CASES.filter(isSelected)) {
    const server = await startMeasured(url);
    // What a page of the same list needs is there already.
    for (let page = 1; page <= 50; page += 1) await download(server, `/api/data?limit=100&page=${page}`);
    const before = server.memory();
    const measured = await measure(server, () => download(server, each.path, each.coding));
    console.log(
      exportLine(each.name, { perSecond: SAMPLES / measured.seconds, memory: measured.peak - before }, GOALS),
    );
    await server.stop();
  }
  const server = await startMeasured(url);
  const { waits } = await measure(server, () =>
    Promise.all(
      CASES.slice(0, 4).map(({ path }, at) => download(server, path, "identity", CLIENTS[at % CLIENTS.length])),
    ),
  );
  waits.sort((one, other) => one - other);
  const [median, p99] = [0.5, 0.99].map((part) => waits[Math.floor(waits.length * part)]!);
  console.log(`GET of a record beside 4 exports: p50 ${median!.toFixed(1)} ms, p99 ${p99!.toFixed(1)} ms`);
  await server.stop();
}

/** Runs work; meanwhile, reads the memory, and sends other requests one after the other. */
async function measure(
  server: Server,
  work: () => Promise<unknown>,
): Promise<{ seconds: number; peak: number; waits: number[] }> {
  const startedAt = performance.now();
  let [peak, isDone] = [server.memory(), false];
  const waits: number[] = [];
  const ended = work().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const sentAt = performance.now();
    await download(server, "/api/missions/one");
    waits.push(performance.now() - sentAt);
    peak = Math.max(peak, server.memory());
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, INTERVAL))]);
  }
  await ended;
  return { seconds: (performance.now() - startedAt) / 1_000, peak, waits };
}

/** Reads a response to its end. @throws Error unless it is a complete 200 */
function download({ url }: Server, path: string, coding = "identity", localAddress = CLIENTS[0]!): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get(url + path, { localAddress, headers: { "accept-encoding": coding } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${path}: ${response.statusCode}`));
      response.on("end", resolve).on("error", reject).resume();
    });
    request.on("error", reject);
  });
}

await runBenchmark(run);
