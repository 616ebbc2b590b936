/**
 * Measures how many bytes a sample and a mission take in a SQLite file, with all indexes and their events, and the same samples in
 * a table made by hand. `BENCH_CHECKOUT` measures another version of the service.
 */
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { arrays as arrayCase } from "./cases.ts";
import { KEY, runBenchmark, startMeasured } from "./environment.ts";
import { post, postMissions, uploadSamples } from "./records/fill.ts";
import { missions } from "./records/missions.ts";
import { ARRAY } from "./records/samples.ts";
import { startServer } from "./server.ts";
import { bytesLine, sizeHeading } from "./table.ts";

const MISSIONS = 20_000;
const ARRAYS = 10;
/** Bytes per record. */
const GOALS = { sample: 700, mission: 1_700 };

/** Bytes by the name of a table or index. */
type Sizes = ReadonlyMap<string, number>;

async function run(folder: string): Promise<void> {
  const file = join(folder, "sizes.db");
  const parents = ["one", "two", "three"];
  const empty = await sizesAfter(file, async (url) => {
    await postMissions(url, KEY, []);
    for (const id of parents) await post(url, KEY, "/api/missions", { id, name: id });
  });
  const withSamples = await sizesAfter(file, (url) => uploadSamples(url, KEY, parents, { from: 0, to: ARRAYS }));
  print("bytes per sample", empty, withSamples, ARRAYS * ARRAY, GOALS.sample);
  const withMissions = await sizesAfter(file, (url) => postMissions(url, KEY, missions(MISSIONS, 5)));
  print("bytes per mission", withSamples, withMissions, MISSIONS, GOALS.mission);
  const byHand = join(folder, "by-hand.db");
  const server = await startServer("bench/baselines/sqlite-writes.ts", [byHand, "0"]);
  for (let array = 0; array < ARRAYS; array += 1)
    await fetch(server.url + arrayCase(KEY).baselineRequests![0]!.path, { method: "POST" });
  await server.stop();
  print("bytes per sample, table made by hand", new Map(), sizes(byHand), ARRAYS * ARRAY);
}

/** Runs the service while it is filled. Returns the sizes after that. */
async function sizesAfter(file: string, fill: (url: string) => Promise<void>): Promise<Sizes> {
  const server = await startMeasured(`sqlite:${file}`);
  try {
    await fill(server.url);
  } finally {
    await server.stop();
  }
  return sizes(file);
}

function sizes(file: string): Sizes {
  const database = new Sqlite(file);
  try {
    database.pragma("wal_checkpoint(TRUNCATE)");
    const rows = database.prepare("SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name").all();
    return new Map((rows as { name: string; bytes: number }[]).map(({ name, bytes }) => [name, bytes]));
  } finally {
    database.close();
  }
}

function print(title: string, before: Sizes, after: Sizes, records: number, goal?: number): void {
  const grown = [...after].map(([name, bytes]) => [name, (bytes - (before.get(name) ?? 0)) / records] as const);
  console.log(`\n${sizeHeading(title)}`);
  for (const [name, bytes] of grown) if (Math.round(bytes) !== 0) console.log(bytesLine(`  ${name}`, bytes));
  const total = grown.reduce((sum, [, bytes]) => sum + bytes, 0);
  console.log(bytesLine("all", total, goal));
}

await runBenchmark(run);
