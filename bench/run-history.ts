/**
 * Measures what history costs: the bytes of writes, beside another version of the service if there is one
 * (`npm run bench:history -- <checkout of the other version>`); reads of a moment after which each mission was changed once;
 * the same after many more changes, and the bytes of all. `BENCH_ROWS` is the number of missions, `BENCH_CHANGES` that of
 * all changes.
 */
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { ROWS, runBenchmark } from "./environment.ts";
import { compareCosts } from "./history-costs.ts";
import { measureReads } from "./history-reads.ts";
import { isSelected } from "./only.ts";
import { changeMissions, fill } from "./records/fill.ts";
import { type KnownMission, knownMissions } from "./records/missions.ts";
import { withCopy, withDatabase } from "./records/postgres-databases.ts";
import { growth, printSizes, sizesIn } from "./sizes.ts";

const CHANGES = Number(process.env.BENCH_CHANGES || 1_000_000);
const [other] = process.argv.slice(2);

async function run(folder: string): Promise<void> {
  const stores = {
    SQLite: (work: (url: string) => Promise<void>) => work(`sqlite:${join(folder, `costs-${performance.now()}.db`)}`),
    PostgreSQL: (work: (url: string) => Promise<void>) => withDatabase(`space_missions_costs_${process.pid}`, work),
  };
  for (const [store, withEmpty] of Object.entries(stores))
    if (isSelected({ name: `bytes, ${store}` })) await compareCosts(store, withEmpty, other);
  if (["SQLite", "PostgreSQL"].some((store) => isSelected({ name: `moments, ${store}` }))) await measureMoments(folder);
}

/** Fills a file, changes its missions again and again, and reads what they were before. */
async function measureMoments(folder: string): Promise<void> {
  console.log(`\n${inText(ROWS)} missions`);
  const file = join(folder, "moments.db");
  const database = `sqlite:${file}`;
  const known = knownMissions(ROWS);
  await fill(file, known);
  const filled = await sizesIn(database);
  const first = await momentNow();
  await changeMissions(file, known, "Changed 1");
  await readMoments(file, known, [
    { title: `after ${inText(ROWS)} changes`, moment: first, isWriting: false },
    { title: "while somebody writes", moment: first, isWriting: true },
  ]);
  let changes = ROWS;
  for (let count = 2; changes < CHANGES; count += 1) {
    const changed = known.slice(0, CHANGES - changes);
    await changeMissions(file, changed, `Changed ${count}`);
    changes += changed.length;
  }
  const versions = countVersions(file);
  printSizes(`SQLite, bytes per change, of ${inText(versions)}`, growth(filled, await sizesIn(database), versions));
  if (changes > ROWS)
    await readMoments(file, known, [{ title: `after ${inText(changes)} changes`, moment: first, isWriting: false }]);
}

/** A moment that is read. */
interface Moment {
  readonly title: string;
  /** As in `as_of`. */
  readonly moment: string;
  readonly isWriting: boolean;
}

async function readMoments(file: string, known: readonly KnownMission[], moments: readonly Moment[]): Promise<void> {
  const measure = async (store: string, url: string) => {
    for (const { title, ...past } of moments) await measureReads(`${store}, ${title}`, url, { ...past, known });
  };
  if (isSelected({ name: "moments, SQLite" })) await measure("SQLite", `sqlite:${file}`);
  if (isSelected({ name: "moments, PostgreSQL" }))
    await withCopy(`space_missions_history_${process.pid}`, file, (url) => measure("PostgreSQL", url));
}

/** How many changes a file has versions of: those of this benchmark, and of the client that writes while it reads. */
function countVersions(file: string): number {
  const database = new Sqlite(file, { readonly: true });
  try {
    return database.prepare("SELECT count(*) FROM missions__history").pluck().get() as number;
  } finally {
    database.close();
  }
}

/** A moment between the writes before it and those after it. */
async function momentNow(): Promise<string> {
  await setTimeout(10);
  const moment = new Date().toISOString();
  await setTimeout(10);
  return moment;
}

function inText(count: number): string {
  return count.toLocaleString("en");
}

await runBenchmark(run);
