/**
 * Measures how many bytes a sample and a mission take in a SQLite file, with all indexes and their events, and the same samples in
 * a table made by hand. `BENCH_CHECKOUT` measures another version of the service.
 */
import { join } from "node:path";
import { BASELINE_ARRAY } from "./cases.ts";
import { KEY, runBenchmark, startMeasured } from "./environment.ts";
import { post, postMissions, uploadSamples } from "./records/fill.ts";
import { missions } from "./records/missions.ts";
import { ARRAY } from "./records/samples.ts";
import { startServer } from "./server.ts";
import { growth, printSizes, type Sizes, sizesInFile } from "./sizes.ts";

const MISSIONS = 20_000;
const ARRAYS = 10;
/** Bytes per record. */
const GOALS = { sample: 700, mission: 1_700 };

async function run(folder: string): Promise<void> {
  const file = join(folder, "sizes.db");
  const parents = ["one", "two", "three"];
  const empty = await sizesAfter(file, async (url) => {
    await postMissions(url, KEY, []);
    for (const id of parents) await post(url, KEY, "/api/missions", { id, name: id });
  });
  const withSamples = await sizesAfter(file, (url) => uploadSamples(url, KEY, parents, { from: 0, to: ARRAYS }));
  printSizes("bytes per sample", growth(empty, withSamples, ARRAYS * ARRAY), GOALS.sample);
  const withMissions = await sizesAfter(file, (url) => postMissions(url, KEY, missions(MISSIONS, 5)));
  printSizes("bytes per mission", growth(withSamples, withMissions, MISSIONS), GOALS.mission);
  const byHand = join(folder, "by-hand.db");
  const server = await startServer("bench/baselines/sqlite-writes.ts", [byHand, "0"]);
  for (let array = 0; array < ARRAYS; array += 1) await fetch(server.url + BASELINE_ARRAY.path, { method: "POST" });
  await server.stop();
  printSizes("bytes per sample, table made by hand", growth(new Map(), sizesInFile(byHand), ARRAYS * ARRAY));
}

/** Runs the service while it is filled. Returns the sizes after that. */
async function sizesAfter(file: string, fill: (url: string) => Promise<void>): Promise<Sizes> {
  const server = await startMeasured(`sqlite:${file}`);
  try {
    await fill(server.url);
  } finally {
    await server.stop();
  }
  return sizesInFile(file);
}

await runBenchmark(run);
