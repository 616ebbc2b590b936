/**
 * Measures questions about related records, on both stores: the first page of a filtered list of missions with its exact total.
 * Each request asks for another value, because totals are kept. Beside it, on SQLite, the statements that one would write by hand.
 */
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { ROWS, runBenchmark, startService } from "./environment.ts";
import { isSelected } from "./only.ts";
import { ASTRONAUTS, COMPATRIOTS, CREW_SIZE, fillCrews } from "./records/crew.ts";
import { fill } from "./records/fill.ts";
import { knownMissions } from "./records/missions.ts";
import { withCopy } from "./records/postgres-databases.ts";
import { relationsHeading, searchLine } from "./table.ts";

/** How many requests are measured, each for another value. */
const ROUNDS = 15;
/** In milliseconds, where few related records match. */
const GOAL = 50;

interface RelationCase {
  readonly name: string;
  readonly query: (round: number) => string;
  /** What a mission satisfies, by hand. */
  readonly byHand: (round: number) => string;
  readonly goal?: number;
}

const land = (round: number): string => `land ${(round * 13) % (ASTRONAUTS / COMPATRIOTS)}`;
const crewOf = (where: string): string => `SELECT mission_id FROM crew WHERE ${where}`;
const from = (where: string): string => `astronaut_id IN (SELECT id FROM astronauts WHERE ${where})`;

const CASES: readonly RelationCase[] = [
  {
    name: "a crew member's name",
    query: (at) => `astronauts.name=astronaut+${at * 7}`,
    byHand: (at) => `id IN (${crewOf(`astronaut_name__folded = 'astronaut ${at * 7}'`)})`,
    goal: GOAL,
  },
  {
    name: "a crew member's nationality",
    query: (at) => `astronauts.nationality=${land(at)}`,
    byHand: (at) => `id IN (${crewOf(from(`nationality__folded = '${land(at)}'`))})`,
    goal: GOAL,
  },
  {
    name: "role and nationality, sorted",
    query: (at) => `astronauts.nationality=${land(at)}&astronauts.role=commander&sort=launch_date:desc`,
    byHand: (at) =>
      `id IN (${crewOf(`role__folded = 'commander' AND ${from(`nationality__folded = '${land(at)}'`)}`)})`,
    goal: GOAL,
  },
  {
    name: "and a status of the mission",
    query: (at) => `status=active&astronauts.nationality=${land(at)}`,
    byHand: (at) => `status = 'active' AND id IN (${crewOf(from(`nationality__folded = '${land(at)}'`))})`,
    goal: GOAL,
  },
  {
    name: "one of two alternatives",
    query: (at) => `any.1.astronauts.nationality=${land(at)}&any.1.name=kestrel+${at}`,
    byHand: (at) =>
      `(id IN (${crewOf(from(`nationality__folded = '${land(at)}'`))}) OR name__folded = 'kestrel ${at}')`,
  },
  {
    name: "none of a nationality",
    query: (at) => `astronauts_none.nationality=${land(at)}`,
    byHand: (at) => `id NOT IN (${crewOf(from(`nationality__folded = '${land(at)}'`))})`,
  },
  {
    name: "most crew members",
    query: (at) => `astronauts.status=active&astronauts.experience_years_min=${at % 10}`,
    byHand: (at) => `id IN (${crewOf(`experience_years >= ${at % 10} AND ${from("status = 'active'")}`)})`,
  },
  {
    name: "sorted by the planet's name",
    query: (at) => `sort=destination.name:desc&crew_size_not=${at + 10}`,
    byHand: (at) => `crew_size <> ${at + 10}`,
  },
];

async function run(folder: string): Promise<void> {
  const file = join(folder, "relations.db");
  await fill(file, knownMissions(ROWS));
  fillCrews(file);
  const title = `${ROWS.toLocaleString("en")} missions, ${(ROWS * CREW_SIZE).toLocaleString("en")} crew members`;
  await measure(`SQLite, ${title}`, `sqlite:${file}`, file);
  await withCopy(`space_missions_relations_${process.pid}`, file, (url) => measure(`PostgreSQL, ${title}`, url, file));
}

async function measure(title: string, database: string, file: string): Promise<void> {
  const service = await startService(database);
  const byHand = new Sqlite(file, { readonly: true });
  // The first one starts a reader thread.
  await timed(() => get(`${service.url}/api/missions?name_contains=unknown`));
  console.log(relationsHeading(title));
  for (const { name, query, byHand: where, goal } of CASES.filter(isSelected)) {
    const requests: number[] = [];
    const statements: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      requests.push(await timed(() => get(`${service.url}/api/missions?${query(round)}`)));
      statements.push(await timed(async () => select(byHand, where(round))));
    }
    console.log(searchLine(name, median(requests), median(statements), goal));
  }
  byHand.close();
  await service.stop();
}

/** Counts and lists the missions, as statements by hand would. */
function select(database: Sqlite.Database, where: string): void {
  database.prepare(`SELECT count(*) FROM missions WHERE ${where}`).get();
  database.prepare(`SELECT id, name, status FROM missions WHERE ${where} ORDER BY id LIMIT 20`).all();
}

/** Reads a response to its end. @throws Error unless it is a 200 */
async function get(url: string): Promise<void> {
  const response = await fetch(url);
  if (response.status !== 200) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  await response.arrayBuffer();
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)]!;
}

await runBenchmark(run);
