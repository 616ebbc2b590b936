/**
 * How fast the service is on PostgreSQL beside a hand-written Fastify with pg, and what becomes of both stores when
 * they grow. `BENCH_POSTGRES_URL` names a server on which it may make a database; `BENCH_SECONDS`, `BENCH_ROWS` and
 * `BENCH_ONLY` are as in `run.ts`; `BENCH_GROWN` (1,000,000) is how far they grow, and 0 leaves that out.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { disagreements } from "./agreement.ts";
import { type Case, reading, walking, writing } from "./cases.ts";
import { both, CONNECTIONS, compare, type Match, ROUNDS } from "./comparison.ts";
import { copy } from "./copy.ts";
import { fill } from "./fill.ts";
import { type Generator, startGenerator } from "./generator.ts";
import { knownMissions } from "./missions.ts";
import { isAsked } from "./only.ts";
import { LOAD_CORE, SERVER_CORE } from "./pinned.ts";
import { type Server, startServer } from "./server.ts";
import { figureLine, growthLine, heading, speedLine } from "./table.ts";

const SECONDS = Number(process.env.BENCH_SECONDS || 1);
const ROWS = Number(process.env.BENCH_ROWS || 100_000);
const GROWN = Number(process.env.BENCH_GROWN ?? 1_000_000);
const SERVER = process.env.BENCH_POSTGRES_URL || "postgres://postgres@127.0.0.1:5432/postgres";
const KEY = "benchmark-admin-key";
const VAR = fileURLToPath(new URL("../var", import.meta.url));

/** The goals of the cases, which differ from those on SQLite: every request crosses to another process. */
const GOALS: Record<string, number> = {
  "one resource, random ids": 0.9,
  "first page of 20": 5,
  "filtered and sorted page, repeated": 5,
};

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: SERVER });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** A database of its own for so many missions; its URL. */
async function filled(name: string, folder: string, rows: number): Promise<string> {
  const url = new URL(SERVER);
  url.pathname = `/${name}`;
  await onServer(`CREATE DATABASE ${name}`);
  const file = join(folder, `${name}.db`);
  await fill(file, knownMissions(rows));
  await copy(file, url.href);
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query("VACUUM ANALYZE").finally(() => client.end());
  return url.href;
}

function startService(url: string, more: Readonly<Record<string, string>> = {}, cores?: string): Promise<Server> {
  const settings = { DATABASE_URL: url, DATASET: "none", RATE_LIMIT: "off", ADMIN_API_KEY: KEY, LOG_LEVEL: "error" };
  // As `npm start` does.
  const own = { NODE_OPTIONS: "--max-semi-space-size=8", HOST: "127.0.0.1", PORT: "0" };
  return startServer("src/server.ts", [], { ...settings, ...own, ...more }, cores);
}

/** Two workers, on both cores: the load generator has to share its own with one of them. */
async function startWorkers(url: string): Promise<Server> {
  const server = await startService(url, { WORKERS: "2" }, `${SERVER_CORE},${LOAD_CORE}`);
  // The processor time of the parent says nothing.
  return { ...server, processorTime: () => undefined };
}

/** The same, at two workers beside one process. */
function shared({ requests }: Case): Case {
  return { name: "one resource, two workers beside one", requests };
}

async function besideYardstick(folder: string, load: Generator): Promise<void> {
  const name = `space_missions_bench_${process.pid}`;
  try {
    const url = await filled(name, folder, ROWS);
    const reads = reading(knownMissions(ROWS)).map(({ name, requests }) => {
      const goal = GOALS[name];
      return { name, requests, ...(goal === undefined ? {} : { goal }) };
    });
    const service = () => startService(url);
    const beside: Match = {
      service,
      yardstick: () => startServer("bench/yardstick-postgres.ts", [url]),
      cases: () => reads,
    };
    await both(beside, async (one, other) => {
      for (const differing of await disagreements(reads, one.url, other.url))
        console.log(`Service and yardstick answer differently: ${differing}.`);
    });
    const rounds = `median of ${ROUNDS} rounds of ${SECONDS} s, each in new processes`;
    console.log(`PostgreSQL, ${ROWS.toLocaleString("en")} missions, ${CONNECTIONS} connections, ${rounds}\n`);
    console.log(heading());
    const matches: readonly Match[] = [
      beside,
      // Beside its own beginning.
      { service, cases: ({ url }) => walking(url) },
      { service: () => startWorkers(url), yardstick: service, cases: () => [shared(reads[0]!)] },
    ];
    for (const match of matches) for (const each of await compare(load, match, SECONDS)) console.log(speedLine(each));
    // There is none to compare it with.
    for (const each of await compare(load, { service, cases: () => [writing(KEY)] }, SECONDS))
      console.log(figureLine(each.name, each.service));
  } finally {
    await onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }
}

/** The most that a list may become slower from the small collection to the large one. */
const GROWTH_GOAL = 1.5;
const GROWING = [
  ["first page", "/api/missions"],
  ["indexed filter", "/api/missions?status=active&sort_by=launch_date"],
] as const;

/** A thousand records against many, on either store: the same pages, which the caches may hold. */
async function growth(folder: string, load: Generator): Promise<void> {
  const names = [`space_missions_small_${process.pid}`, `space_missions_grown_${process.pid}`];
  try {
    await compareGrown(folder, load, names);
  } finally {
    for (const name of names) await onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }
}

async function compareGrown(folder: string, load: Generator, names: readonly string[]): Promise<void> {
  const urls = [await filled(names[0]!, folder, 1_000), await filled(names[1]!, folder, GROWN)];
  const files = names.map((name) => `sqlite:${join(folder, `${name}.db`)}`);
  console.log(`\nFrom 1,000 to ${GROWN.toLocaleString("en")} missions, requests per second`);
  for (const [store, places] of [
    ["SQLite", files],
    ["PostgreSQL", urls],
  ] as const) {
    for (const [kind, path] of GROWING) {
      const name = `${kind}, ${store}`;
      if (!isAsked({ name })) continue;
      const speeds: number[] = [];
      for (const place of places) {
        const service = await startService(place);
        const job = { url: service.url, connections: CONNECTIONS, requests: [{ path }] };
        await load.measure({ ...job, seconds: SECONDS / 4 });
        speeds.push((await load.measure({ ...job, seconds: SECONDS })).perSecond);
        await service.stop();
      }
      console.log(growthLine(name, speeds[0]!, speeds[1]!, GROWTH_GOAL));
    }
  }
}

mkdirSync(VAR, { recursive: true });
const folder = mkdtempSync(join(VAR, "bench-"));
const load = startGenerator();
try {
  await besideYardstick(folder, load);
  if (GROWN > 0) await growth(folder, load);
} catch (reason) {
  console.error(`The benchmark could not be run to its end: ${(reason as Error).message}`);
} finally {
  load.stop();
  rmSync(folder, { recursive: true, force: true });
}
