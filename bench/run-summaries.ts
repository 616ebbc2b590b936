/**
 * Measures summaries of samples on SQLite: how long the first response takes, in a new process each time, and how long another
 * request waits meanwhile. `BENCH_SAMPLES` is the number of samples, `BENCH_CHECKOUT` another version to measure.
 */
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { median } from "./comparison.ts";
import { KEY, runBenchmark, SAMPLES, startMeasured } from "./environment.ts";
import { isSelected } from "./only.ts";
import { BOTH_CORES } from "./pinned.ts";
import { post, uploadSamples } from "./records/fill.ts";
import { ARRAY } from "./records/samples.ts";
import { summaryHeading, summaryLine } from "./table.ts";

/** In milliseconds. */
const GOAL = 1_500;
const ROUNDS = 5;
/** How often another request is sent meanwhile, in milliseconds. */
const INTERVAL = 20;
const PARENTS = ["one", "two", "three"];

const CASES = [
  { name: "by day and parameter", query: "group_by=collected_at:day,parameter" },
  { name: "by day and parameter, average", query: "group_by=collected_at:day,parameter&measure=avg:value" },
];

async function run(folder: string): Promise<void> {
  const url = `sqlite:${join(folder, "summaries.db")}`;
  const filling = await startMeasured(url);
  for (const id of PARENTS) await post(filling.url, KEY, "/api/missions", { id, name: id });
  await uploadSamples(filling.url, KEY, PARENTS, { from: 0, to: Math.ceil(SAMPLES / ARRAY) });
  await filling.stop();
  console.log(summaryHeading(`${SAMPLES.toLocaleString("en")} samples, median of ${ROUNDS}`));
  for (const { name, query } of CASES.filter(isSelected)) {
    const durations: number[] = [];
    const waits: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const server = await startMeasured(url, {}, BOTH_CORES);
      const { duration, longest } = await measure(server.url, `/api/data?${query}`);
      durations.push(duration);
      waits.push(longest);
      await server.stop();
    }
    console.log(summaryLine(name, median(durations), median(waits), GOAL));
  }
}

/** Requests a summary, and another record now and then until the summary has arrived. Both results are in milliseconds. */
async function measure(url: string, path: string): Promise<{ duration: number; longest: number }> {
  const another = `${url}/api/missions/one`;
  await timed(another);
  let isDone = false;
  const summary = timed(url + path).finally(() => {
    isDone = true;
  });
  let longest = 0;
  while (!isDone) {
    longest = Math.max(longest, await timed(another));
    await Promise.race([summary, setTimeout(INTERVAL)]);
  }
  return { duration: await summary, longest };
}

/** Reads a response to its end. @throws Error unless it is a 200 */
async function timed(url: string): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(url);
  if (response.status !== 200) throw new Error(`${url}: ${response.status}`);
  await response.arrayBuffer();
  return performance.now() - startedAt;
}

await runBenchmark(run);
