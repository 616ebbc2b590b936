/**
 * Proves that a fault of the database stays one fault: whichever call of its driver fails, the process lives, the next requests
 * succeed, what was acknowledged is stored, what was refused is not, and the records are consistent.
 */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { NO_HOOKS } from "../engine/store/database.ts";
import { findDamage } from "../engine/store/health/integrity.ts";
import { campaignSize, isLong } from "./support/campaign.ts";
import { runCommand } from "./support/commands/run-command.ts";
import { startServer } from "./support/http/process.ts";
import { ADMIN_KEY, serve } from "./support/http/serve.ts";
import { STORE_KINDS } from "./support/store/both-stores.ts";
import { createDatabaseFile } from "./support/store/databases.ts";
import { EveryRequest } from "./support/store/every-request.ts";
import {
  type Faults,
  injectPostgresFaults,
  injectSqliteFaults,
  type PostgresFault,
} from "./support/store/injected-faults.ts";

const RUNS = campaignSize("FAULT_RUNS");

/** The kinds of faults of each store, and what injects them. */
const INJECTED: Record<string, readonly [kind: string, inject: () => Faults][]> = {
  SQLite: ["SQLITE_IOERR", "SQLITE_FULL", "SQLITE_CORRUPT"].map((code) => [code, () => injectSqliteFaults(() => code)]),
  PostgreSQL: (["connection", "disk full"] as PostgresFault[]).map((kind) => [
    kind,
    () => injectPostgresFaults(() => kind),
  ]),
};

/** The indexes of calls, one of each kind of call, in random order; with `FAULT_CALLS=every`, those of all calls. */
function chooseCalls(calls: readonly string[]): number[] {
  const byText = Map.groupBy(calls.keys(), (index) => (process.env.FAULT_CALLS === "every" ? index : calls[index]!));
  const chosen = [...byText.values()].map((indexes) => indexes[Math.floor(Math.random() * indexes.length)]!);
  return chosen.sort(() => Math.random() - 0.5);
}

for (const { name, create, opener, skip } of STORE_KINDS)
  for (const [kind, inject] of INJECTED[name]!.slice(0, isLong ? undefined : 1))
    test(`§7.1: ${name}: whichever call of the driver fails (${kind}), the service goes on, complete and consistent`, {
      skip,
    }, async (t) => {
      const database = await create();
      const faults = inject();
      const served = await serve(undefined, { DATABASE_URL: database.url, WEBHOOK_ALLOW_PRIVATE: "true" });
      const inspected = await opener(database.url)(NO_HOOKS);
      t.after(async () => {
        faults.disarm();
        await inspected.close();
        await served.stop();
        await database.remove();
      });
      const requests = await EveryRequest.prepare(served);
      await requests.run();
      faults.armAt(-1);
      await requests.run();
      const { calls } = faults;
      const chosen = chooseCalls(calls);
      let fired = 0;
      for (const index of chosen.slice(0, RUNS)) {
        faults.armAt(index);
        await requests.run();
        fired += Number(faults.fired);
        const context = `call ${index} of ${calls.length}: ${faults.calls[index]}`;
        faults.disarm();
        assert.equal((await served.get("/api/missions?limit=1")).status, 200, context);
        assert.equal((await served.put("/api/missions/after", { name: `After ${index}` })).status < 300, true, context);
        for (const [path, exists] of requests.expected)
          assert.equal((await served.get(path)).status, exists ? 200 : 404, `${context}: ${path}`);
        requests.expected.clear();
        assert.deepEqual(await findDamage(inspected, served.catalog), [], context);
      }
      t.diagnostic(`${calls.length} calls, ${chosen.length} kinds of them, ${fired} faults`);
      assert.ok(fired > 0);
      // Operations that a fault has interrupted are finished.
      while ((await served.get("/api/operations?status_in=pending,running")).body.total_count > 0);
    });

test("§7.1: a list that reads a damaged page of SQLite is 500, the process lives, and doctor finds the damage", async (t) => {
  const database = createDatabaseFile();
  t.after(database.remove);
  const file = database.url.slice("sqlite:".length);
  const before = await serve(undefined, { DATABASE_URL: database.url });
  const at = { parameter: "light", collected_at: "2026-01-01T00:00:00Z" };
  const samples = Array.from({ length: 400 }, (_, number) => ({
    ...at,
    instrument: `${"camera ".repeat(10)}${number}`,
  }));
  await before.put("/api/missions/m", { name: "M" });
  await before.post("/api/missions/m/data", samples);
  await before.put("/api/planets/mars", { name: "Mars", planet_type: "terrestrial" });
  await before.stop();
  // The pages with the row of one sample, and with what else contains it.
  const bytes = readFileSync(file);
  const { instrument } = samples[200]!;
  for (let at = bytes.indexOf(instrument); at >= 0; at = bytes.indexOf(instrument, at + 1))
    bytes.fill(0xff, at - (at % 4_096), at - (at % 4_096) + 4_096);
  writeFileSync(file, bytes);

  const settings = { DATABASE_URL: database.url, DATASET: "none", PORT: "0", ADMIN_API_KEY: ADMIN_KEY };
  const command = startServer(t, settings);
  const url = await command.url;
  const statusOf = async (path: string) => {
    const response = await fetch(url + path, { headers: { authorization: `Bearer ${ADMIN_KEY}` } });
    await response.arrayBuffer();
    return response.status;
  };
  const list = "/api/missions/m/data";
  const paths = [1, 2, 3, 4].map((page) => `${list}?limit=100&page=${page}`);
  const statuses = [];
  for (const path of [...paths, `${list}?sort_by=instrument`, `${list}?search=camera`, `${list}?group_by=instrument`])
    statuses.push(await statusOf(path));
  assert.ok(statuses.includes(500), statuses.join());
  await statusOf(`${list}?format=csv`).catch(() => {});
  assert.deepEqual([await statusOf("/livez"), await statusOf("/api/planets/mars")], [200, 200]);
  process.env.DATABASE_URL = database.url;
  const { code, out } = await runCommand({ url }, "doctor");
  assert.equal(code, 1);
  assert.match(out, /✗ integrity +.*(malformed|page)/i);
  assert.doesNotMatch(out, /\\u000a/i, "The finding has the line breaks of SQLite.");
  command.process.kill("SIGTERM");
  assert.equal(await command.ended, 0);
});
