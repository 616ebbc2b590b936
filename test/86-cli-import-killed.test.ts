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

/** Every third row has an id and is a PUT; the others are POSTs, whose ids the service generates. */
const objectives = Array.from(
  { length: 60 + 30 * KILLS },
  (_, n) => `${n % 3 ? "" : `o-${n}`},m,Objective ${n},${1 + (n % 5)}`,
);
const samples = Array.from({ length: 3_000 + 4_000 * KILLS }, (_, n) => `m,i,p-${n},2026-01-01,${n}`);
/** Each with the greatest number of requests that a run sends before it is killed. */
const TABLES = [
  ["/api/missions/{mission_id}/objectives", ["id,mission_id,title,priority", ...objectives], 25],
  ["/api/missions/{mission_id}/data", ["mission_id,instrument,parameter,collected_at,value", ...samples], 5],
] as const;

/** The records of a list and the events of their creation, without what the service generates. */
async function stored({ get }: Served, list: string): Promise<Body> {
  const lines = (await get(`${list}?format=csv&sort=${list.endsWith("data") ? "value" : "title"}`)).text.split("\r\n");
  const rows = lines.map((line) => line.split(",").slice(1, -2).join());
  const { events } = (await get(`/api/events?subject_starts_with=${list}&limit=100&fields=type,data`)).body;
  const { total_count } = (await get(`/api/events?subject_starts_with=${list}&limit=1`)).body;
  return { rows, total_count, counts: events.map(({ type, data }: Body) => `${type} ${data.count ?? 1}`).toSorted() };
}

/** Runs a command again and again, each time killed after a number of requests. Returns how often it was killed. */
async function runKilled(
  t: TestContext,
  moments: readonly number[],
  journal: string,
  ...command: string[]
): Promise<number> {
  let kills = 0;
  for (const moment of moments) {
    const settings = { SPACE_MISSIONS_URL: proxy.url, SPACE_MISSIONS_KEY: ADMIN_KEY };
    const { process: child } = startCli(t, settings, ...command);
    let sent = 0;
    // The service carries the request out; its answer meets a dead process.
    proxy.cut = ({ method }) => {
      if (method !== "GET" && ++sent === moment) child.kill("SIGKILL");
      return undefined;
    };
    const [code, signal] = await once(child, "exit");
    if (signal === "SIGKILL") kills += 1;
    else assert.equal(code, 0);
    if (!existsSync(journal)) break;
  }
  proxy.cut = () => undefined;
  t.diagnostic(`seed ${SEED}, killed ${kills} times: ${moments}`);
  return kills;
}

for (const [path, rows, requests] of TABLES) {
  test(`§4.4: an import into ${path} that is killed and repeated is one clean run`, async (t) => {
    const table = files.write("table.csv", rows.join("\n"));
    const list = path.replace("{mission_id}", "m");
    for (const served of [clean, killed]) await served.put("/api/missions/m", { name: "M" });
    assert.equal((await runCommand(clean, "import", path, table)).code, 0);
    const moments = fc.sample(fc.integer({ min: 1, max: requests }), { seed: SEED, numRuns: KILLS });
    const command = ["import", path, table, "--parallel", "4"];
    const kills = await runKilled(t, moments, `${table}.journal`, ...command);
    const last = await runCommand(proxy, ...command);
    assert.ok(kills > 0 && (last.code === 0 || kills < KILLS), last.err);
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
    assert.equal((await killed.delete("/api/missions/m?cascade=true")).status, 204);
    const before = (await killed.get("/api/events?type=objective.created&limit=1")).body.total_count;
    const moments = fc.sample(fc.integer({ min: 1, max: 25 }), { seed: SEED, numRuns: KILLS });
    const command = ["load", dump, "--parallel", "4"];
    assert.ok((await runKilled(t, moments, `${dump}.journal`, ...command)) > 0);
    const last = await runCommand(proxy, ...command);
    assert.ok(last.code === 0 || KILLS > 1, last.err);
    for (const [path] of TABLES) {
      const list = path.replace("{mission_id}", "m");
      assert.deepEqual((await stored(killed, list)).rows, (await stored(clean, list)).rows);
    }
    assert.equal((await killed.get("/api/missions/a")).body.part_of, "m");
    const created = (await killed.get("/api/events?type=objective.created&limit=1")).body.total_count - before;
    assert.equal(created, objectives.length);
  });
