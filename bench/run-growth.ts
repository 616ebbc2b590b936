/**
 * Compares large collections with small ones: `BENCH_GROWN` (1,000,000) missions with 1,000, on both stores, and
 * `BENCH_GROWN_SAMPLES` (10,000,000) samples with 100,000, on SQLite. `BENCH_POSTGRES_URL` names a server on which it may create
 * databases; with `BENCH_KEEP=1`, the file with the samples stays in `var/` for the next run.
 */
import { copyFileSync, existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildCatalog } from "../engine/app/bootstrap.ts";
import { domain } from "../missions/resources/index.ts";
import { UPLOADS } from "./cases.ts";
import { CONNECTIONS, type Comparison, compare, type Servers } from "./comparison.ts";
import { conditions, KEY, MEMORY_GOAL, runBenchmark, SECONDS, START_GOAL, startService, VAR } from "./environment.ts";
import { missionCases, sampleCases } from "./growth-cases.ts";
import type { Generator } from "./load/generator.ts";
import { isSelected } from "./only.ts";
import { fill } from "./records/fill.ts";
import { knownMissions } from "./records/missions.ts";
import { withCopy } from "./records/postgres-databases.ts";
import { ARRAY } from "./records/samples.ts";
import { durationLine, heading, memoryLine, speedLine } from "./table.ts";

const MISSIONS = { small: 1_000, grown: Number(process.env.BENCH_GROWN || 1_000_000) };
const SAMPLES = { small: 100_000, grown: Number(process.env.BENCH_GROWN_SAMPLES || 10_000_000) };
const KEEP = Boolean(process.env.BENCH_KEEP);
const ROUNDS = 3;

async function run(folder: string, load: Generator): Promise<void> {
  if (isSelected({ name: "samples" })) await growSamples(folder, load);
  if (isSelected({ name: "missions" })) await growMissions(folder, load);
}

/** The large database is the service, the small one its baseline. */
async function growMissions(folder: string, load: Generator): Promise<void> {
  const [small, grown] = [join(folder, "small.db"), join(folder, "grown.db")];
  await fill(small, knownMissions(MISSIONS.small));
  await fill(grown, knownMissions(MISSIONS.grown));
  const compareStores = (store: string, large: string, small: string) =>
    print(load, {
      servers: { service: () => startService(large), baseline: () => startService(small) },
      cases: () => missionCases(store, MISSIONS.small / 10),
    });
  await withCopy(`space_missions_small_${process.pid}`, small, (smallUrl) =>
    withCopy(`space_missions_grown_${process.pid}`, grown, async (grownUrl) => {
      printHeading("missions", MISSIONS);
      await compareStores("SQLite", `sqlite:${grown}`, `sqlite:${small}`);
      await compareStores("PostgreSQL", grownUrl, smallUrl);
    }),
  );
}

/** The small database is a new copy in each round, because arrays would soon make it grow. */
async function growSamples(folder: string, load: Generator): Promise<void> {
  const small = join(folder, "small-samples.db");
  await fillSamples(small, SAMPLES.small);
  const grown = join(KEEP ? VAR : folder, `bench-${SAMPLES.grown}-samples.db`);
  if (!existsSync(grown)) {
    const startedAt = performance.now();
    await fillSamples(`${grown}.unfinished`, SAMPLES.grown);
    renameSync(`${grown}.unfinished`, grown);
    console.log(`filled in ${Math.round((performance.now() - startedAt) / 1_000)} s\n`);
  }
  const catalog = buildCatalog(domain);
  const copy = join(folder, "copy.db");
  printHeading("samples", SAMPLES);
  const start = await startService(`sqlite:${grown}`);
  await start.stop();
  console.log(durationLine("start", start.startedIn, START_GOAL));
  const startCopy = () => {
    for (const suffix of ["-wal", "-shm"]) rmSync(copy + suffix, { force: true });
    copyFileSync(small, copy);
    return startService(`sqlite:${copy}`);
  };
  await print(load, {
    servers: { service: () => startService(`sqlite:${grown}`), baseline: startCopy },
    cases: ({ service, baseline }: Servers) =>
      sampleCases(
        catalog,
        KEY,
        { url: service!.url, total: SAMPLES.grown },
        { url: baseline!.url, total: SAMPLES.small },
      ),
  });
}

/** Samples of fifty missions. One more is there to upload to. */
async function fillSamples(file: string, count: number): Promise<void> {
  const known = knownMissions(51).map((each, index) => (index < 50 ? each : { ...each, id: UPLOADS }));
  const parents = known.slice(0, 50).map(({ id }) => id);
  await fill(file, known, { parents, arrays: Math.ceil(count / ARRAY) });
}

function printHeading(what: string, { small, grown }: { readonly small: number; readonly grown: number }): void {
  const sizes = `${grown.toLocaleString("en")} ${what} beside ${small.toLocaleString("en")}`;
  console.log(`\n${sizes}, ${CONNECTIONS} connections, ${conditions(ROUNDS)}\n`);
  console.log(heading());
}

async function print(load: Generator, comparison: Comparison): Promise<void> {
  const compared = await compare(load, { ...comparison, rounds: ROUNDS }, SECONDS);
  for (const each of compared) console.log(speedLine(each));
  const memory = Math.max(...compared.map(({ figures }) => figures.service!.memory));
  if (compared.length > 0) console.log(memoryLine("memory", memory, MEMORY_GOAL));
}

await runBenchmark(run);
