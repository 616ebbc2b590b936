/** Proves that an import that is killed at random moments and repeated stores everything once, as one clean run does. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { type TestContext, test } from "node:test";
import fc from "fast-check";
import { campaignSize, isLong } from "./support/campaign.ts";
import { runCommand, temporaryFolder } from "./support/commands/run-command.ts";
import { startCuttingProxy } from "./support/http/cutting-proxy.ts";
import { startCli } from "./support/http/process.ts";
import { ADMIN_KEY, type Body, type Served, serveForFile } from "./support/http/serve.ts";

const [clean, killed] = [await serveForFile(), await serveForFile()];
const proxy = await startCuttingProxy(killed);
const files = temporaryFolder();
const SEED = Number(process.env.FUZZ_SEED ?? 1969);
const KILLS = campaignSize("IMPORT_KILLS");

/** When a run is killed: while it checks the file, and before, while or after the service carries out one of its requests. */
const PHASES = ["check", "request", "service", "answer"] as const;
interface Moment {
  readonly phase: (typeof PHASES)[number];
  /** The number of the request. */
  readonly request: number;
}

/** Random moments, in which each phase occurs. */
function momentsUpTo(requests: number): Moment[] {
  const numbers = fc.sample(fc.integer({ min: 1, max: requests }), { seed: SEED, numRuns: KILLS });
  const [first = 0] = fc.sample(fc.nat(PHASES.length - 1), { seed: SEED, numRuns: 1 });
  // One kill in `npm run test:slow`, and it is to meet a request.
  const phases = KILLS === 1 ? PHASES.slice(1) : PHASES;
  return numbers.map((request, n) => ({ phase: phases[(first + n) % phases.length]!, request }));
}

/** Every third row has an id and is a PUT; the others are POSTs, whose ids the service generates. */
const objectives = Array.from(
  { length: 60 + 30 * KILLS },
  (_, n) => `${n % 3 ? "" : `o-${n}`},m,Objective ${n},${1 + (n % 5)}`,
);
const samples = Array.from({ length: 3_000 + 3_000 * KILLS }, (_, n) => `m,i,p-${n},2026-01-01,${n}`);
/** Every second one exists, with another priority. */
const replacements = objectives.map((_, n) => `u-${n},u,Objective ${n},${1 + (n % 5)}`);
const replaced = replacements.filter((_, n) => n % 2 === 0).map((row) => row.replace(/\d$/, "3"));

interface Table {
  readonly mission: string;
  readonly path: string;
  readonly mode: "create" | "upsert";
  readonly rows: readonly string[];
  /** What is there before. */
  readonly earlier?: readonly string[];
  /** The greatest number of requests that a run sends before it is killed. */
  readonly requests: number;
}

const OBJECTIVES = "/api/missions/{mission_id}/objectives";
const [COLUMNS, DATA_COLUMNS] = ["id,mission_id,title,priority", "mission_id,instrument,parameter,collected_at,value"];
const TABLES: readonly Table[] = [
  { mission: "m", path: OBJECTIVES, mode: "create", rows: [COLUMNS, ...objectives], requests: 25 },
  {
    ...{ mission: "m", path: "/api/missions/{mission_id}/data", mode: "create" },
    ...{ rows: [DATA_COLUMNS, ...samples], requests: 2 },
  },
  {
    ...{ mission: "u", path: OBJECTIVES, mode: "upsert", requests: 25 },
    ...{ rows: [COLUMNS, ...replacements], earlier: [COLUMNS, ...replaced] },
  },
];

/** The records of a list and its events, without what the service generates. */
async function stored({ get }: Served, list: string): Promise<Body> {
  const lines = (await get(`${list}?format=csv&sort=${list.endsWith("data") ? "value" : "title"}`)).text.split("\r\n");
  const rows = lines.map((line) => line.split(",").slice(1, -2).join());
  const of = `/api/events?subject_starts_with=${list}`;
  const { events } = (await get(`${of}&type_contains=batch&limit=100&fields=type,data`)).body;
  const totals: number[] = [];
  for (const type of ["", "&type=objective.created", "&type=objective.updated", "&type_contains=batch"])
    totals.push((await get(`${of}${type}&limit=1`)).body.total_count);
  return { rows, totals, counts: events.map(({ data }: Body) => data.count).toSorted() };
}

/** Runs a command again and again, each time killed at a moment. Returns how often it was killed, and whether it ended by itself. */
async function runKilled(
  t: TestContext,
  moments: readonly Moment[],
  ...command: string[]
): Promise<{ kills: number; isDone: boolean }> {
  let [kills, isDone] = [0, false];
  for (const { phase, request } of moments) {
    const settings = { SPACE_MISSIONS_URL: proxy.url, SPACE_MISSIONS_KEY: ADMIN_KEY };
    const { process: child } = startCli(t, settings, ...command);
    const ended = once(child, "exit");
    const kill = (): void => void child.kill("SIGKILL");
    let sent = 0;
    proxy.cut = ({ method }) => {
      if (phase === "check" && method === "GET") kill();
      if (phase === "check" || method === "GET" || ++sent !== request) return undefined;
      if (phase === "answer") return { afterwards: kill };
      kill();
      // The service gets what has arrived of the request, or its answer meets a dead process.
      return phase === "request" ? ended.then(() => undefined) : undefined;
    };
    const [code, signal] = await ended;
    if (signal === "SIGKILL") kills += 1;
    else {
      assert.equal(code, 0);
      isDone = true;
      break;
    }
  }
  proxy.cut = () => undefined;
  t.diagnostic(`seed ${SEED}, killed ${kills} times: ${moments.map(({ phase, request }) => `${phase} ${request}`)}`);
  return { kills, isDone };
}

for (const { mission, path, mode, rows, earlier, requests } of TABLES) {
  test(`§4.4: an import into ${path} (${mode}) that is killed and repeated is one clean run`, async (t) => {
    const table = files.write("table.csv", rows.join("\n"));
    const list = path.replace("{mission_id}", mission);
    for (const served of [clean, killed]) {
      await served.put(`/api/missions/${mission}`, { name: "M" });
      if (!earlier) continue;
      const before = await runCommand(served, "import", path, files.write("earlier.csv", earlier.join("\n")));
      assert.equal(before.code, 0, before.err);
    }
    const command = ["import", path, table, "--mode", mode, "--parallel", "4"];
    assert.equal((await runCommand(clean, ...command)).code, 0);
    const { kills, isDone } = await runKilled(t, momentsUpTo(requests), ...command);
    assert.deepEqual([kills, isDone], [KILLS, false]);
    const last = await runCommand(proxy, ...command);
    assert.equal(last.code, 0, last.err);
    assert.deepEqual(await stored(killed, list), await stored(clean, list));
    assert.equal(existsSync(`${table}.journal`), false);
  });
}

// It stores its requests as imports do.
if (isLong)
  test("§4.4: a load that is killed and repeated is one clean load", async (t) => {
    const dump = files.path("dump.ndjson");
    await clean.post("/api/missions", { id: "a", name: "A", part_of: "m" });
    assert.equal((await runCommand(clean, "dump", "-o", dump)).code, 0);
    for (const id of ["m", "u"]) assert.equal((await killed.delete(`/api/missions/${id}?cascade=true`)).status, 204);
    const createdCount = async (): Promise<number> =>
      (await killed.get("/api/events?type=objective.created&limit=1")).body.total_count;
    const before = await createdCount();
    const command = ["load", dump, "--parallel", "4"];
    const { kills, isDone } = await runKilled(t, momentsUpTo(25), ...command);
    assert.ok(kills > 0);
    if (!isDone) {
      const last = await runCommand(proxy, ...command);
      assert.equal(last.code, 0, last.err);
    }
    for (const { path, mission } of TABLES) {
      const list = path.replace("{mission_id}", mission);
      assert.deepEqual((await stored(killed, list)).rows, (await stored(clean, list)).rows);
    }
    assert.equal((await killed.get("/api/missions/a")).body.part_of, "m");
    assert.equal((await createdCount()) - before, objectives.length + replacements.length);
  });
