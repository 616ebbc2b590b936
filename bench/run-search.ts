/**
 * Measures searches of missions on SQLite: how long new ones take, and how long a scan of the same texts takes, which they need
 * without an index. `BENCH_GROWN` is the number of missions.
 */
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { runBenchmark, startService } from "./environment.ts";
import { isSelected } from "./only.ts";
import { fill } from "./records/fill.ts";
import { type KnownMission, knownMissions } from "./records/missions.ts";
import { searchHeading, searchLine } from "./table.ts";

const MISSIONS = Number(process.env.BENCH_GROWN || 1_000_000);
/** How many missions have each rare word. */
const RARE = 100;
/** How many searches are measured, each for another word, because totals are kept. */
const ROUNDS = 20;
/** In milliseconds, where the word is rare. */
const GOAL = 20;

const TEXTS = ["name", "description", "status_reason", "operator"];
const NAMES = ["Kestrel", "Halcyon", "Meridian", "Lodestar", "Petrel", "Aurora", "Sextant", "Tern", "Zephyr", "Beacon"];

interface SearchCase {
  readonly name: string;
  readonly path: (round: number) => string;
  readonly word: (round: number) => string;
  readonly texts: readonly string[];
  readonly goal?: number;
}

const rareWord = (round: number): string => `caravel${round}x`;
/** A part of two names: a fifth of the missions have it in their name or description. */
const frequentWord = (round: number): string =>
  NAMES[round % NAMES.length]!.slice(0, 3 + Math.floor(round / NAMES.length));

/** A frequent word with another letter at its end. */
const misspelledWord = (round: number): string =>
  `${NAMES[round % NAMES.length]}${"xy"[Math.floor(round / NAMES.length)]}`;

const CASES: readonly SearchCase[] = [
  {
    name: "search, rare word",
    path: (at) => `/api/missions?search=${rareWord(at)}`,
    word: rareWord,
    texts: TEXTS,
    goal: GOAL,
  },
  {
    name: "search, part of a rare word, sorted",
    path: (at) => `/api/missions?search=ravel${at}x&sort=launch_date:desc`,
    word: (at) => `ravel${at}x`,
    texts: TEXTS,
    goal: GOAL,
  },
  {
    name: "name_contains, rare word",
    path: (at) => `/api/missions?name_contains=${rareWord(at)}`,
    word: rareWord,
    texts: ["name"],
    goal: GOAL,
  },
  {
    name: "search, frequent word",
    path: (at) => `/api/missions?search=${frequentWord(at)}`,
    word: frequentWord,
    texts: TEXTS,
  },
  {
    name: "/api/search, rare word",
    path: (at) => `/api/search?q=${rareWord(at)}`,
    word: rareWord,
    texts: ["name"],
    goal: GOAL,
  },
  {
    name: "/api/search, frequent word",
    path: (at) => `/api/search?q=${frequentWord(at)}`,
    word: frequentWord,
    texts: ["name"],
  },
  {
    name: "/api/search, misspelled frequent word",
    path: (at) => `/api/search?q=${misspelledWord(at)}`,
    word: misspelledWord,
    texts: ["name"],
  },
];

async function run(folder: string): Promise<void> {
  const file = join(folder, "search.db");
  await fill(file, knownMissions(MISSIONS).map(withRareWord));
  const service = await startService(`sqlite:${file}`);
  const byHand = new Sqlite(file, { readonly: true });
  // The first one starts a reader thread.
  await timed(() => get(`${service.url}/api/missions?search=unknown`));
  console.log(searchHeading(`${MISSIONS.toLocaleString("en")} missions, median of ${ROUNDS} searches`));
  for (const { name, path, word, texts, goal } of CASES.filter(isSelected)) {
    const searches: number[] = [];
    const scans: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      searches.push(await timed(() => get(service.url + path(round))));
      scans.push(await timed(async () => scan(byHand, texts, word(round).toLowerCase())));
    }
    console.log(searchLine(name, median(searches), median(scans), goal));
  }
  byHand.close();
  await service.stop();
}

/** Every so many missions, one has a rare word in its name; each of the words about as often. */
function withRareWord(mission: KnownMission, index: number): KnownMission {
  const every = Math.max(1, Math.floor(MISSIONS / RARE / ROUNDS));
  return index % every === 0 ? { ...mission, name: `${mission.name} ${rareWord((index / every) % ROUNDS)}` } : mission;
}

/** Counts and lists the missions with a word, as a statement by hand would. */
function scan(database: Sqlite.Database, texts: readonly string[], word: string): void {
  const isFound = texts.map((text) => `instr("${text}__folded", ?) > 0`).join(" OR ");
  const values = texts.map(() => word);
  database.prepare(`SELECT count(*) FROM missions WHERE ${isFound}`).get(values);
  database.prepare(`SELECT id, name, status FROM missions WHERE ${isFound} ORDER BY id LIMIT 20`).all(values);
}

/** Reads a response to its end. @throws Error unless it is a 200 */
async function get(url: string): Promise<void> {
  const response = await fetch(url);
  if (response.status !== 200) throw new Error(`${url}: ${response.status}`);
  await response.arrayBuffer();
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!;
}

await runBenchmark(run);
