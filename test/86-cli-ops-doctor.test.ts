/** Proves `doctor`: what it checks, and what it says about what is wrong (docs/cli.md). */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, beforeEach, test } from "node:test";
import Sqlite from "better-sqlite3";
import { runCommand } from "./support/commands/run-command.ts";
import { assertStatus } from "./support/http/assertions.ts";
import { serve, serveForFile } from "./support/http/serve.ts";
import { STORE_KINDS } from "./support/store/both-stores.ts";
import { createDatabaseFile } from "./support/store/databases.ts";

const served = await serveForFile(undefined, { RATE_LIMIT: "on" });
const database = createDatabaseFile();
after(database.remove);
const file = database.url.slice("sqlite:".length);
beforeEach(() => {
  process.env.DATABASE_URL = database.url;
});

/** The findings of a run, by check. */
async function examine(at: { url: string } | undefined, ...args: string[]) {
  const { code, out } = await runCommand(at, "doctor", "--json", ...args);
  const { ok, checks } = JSON.parse(out) as {
    ok: boolean;
    checks: { check: string; status: string; remedy?: string }[];
  };
  assert.equal(code, ok ? 0 : 1);
  const wrong = checks.filter(({ status }) => status === "warning" || status === "failed");
  for (const { check, remedy } of wrong) assert.ok(remedy, `${check} has no remedy`);
  return { code, out, statuses: Object.fromEntries(checks.map(({ check, status }) => [check, status])) };
}

const ALL_WELL = {
  ...{ reachable: "ok", ready: "ok", caller: "ok", version: "ok", clock: "ok", "rate limit": "ok", latency: "ok" },
  ...{ database: "skipped", integrity: "skipped", history: "skipped" },
};

test("§11: doctor finds nothing wrong with a healthy service, and shows it as a list or as JSON", async () => {
  const { code, statuses } = await examine(served);
  // The machine that runs the tests may be busy.
  assert.deepEqual([code, { ...statuses, latency: "ok" }], [0, ALL_WELL]);
  const { out } = await runCommand(served, "doctor");
  for (const line of [
    /^✓ caller +You are admin, with every scope\.$/m,
    /^✓ rate limit +[\d,]+ of 30,000 requests/m,
    /^- database /m,
  ])
    assert.match(out, line);
});

test("§11: doctor fails if nothing answers, or the key is invalid, and checks what it can", async () => {
  const nothing = await examine(undefined, "--url", "http://127.0.0.1:9");
  assert.deepEqual(
    [nothing.code, nothing.statuses],
    [1, { reachable: "failed", database: "skipped", integrity: "skipped", history: "skipped" }],
  );
  assert.match(nothing.out, /No service answers at http:\/\/127\.0\.0\.1:9 /);
  const { statuses } = await examine(undefined, "--url", served.url, "--key", "wrong-key-of-a-caller");
  assert.deepEqual({ ...statuses, latency: "ok" }, { ...ALL_WELL, caller: "failed" });
});

test("§11: doctor warns of what will fail soon: clock, version, quota, expiry; and fails if the service is not ready", async (t) => {
  const problem = { type: "/problems/unavailable", status: 503, code: "unavailable", detail: "The database is away." };
  const ailing = createServer(({ url }, response) => {
    response.setHeader("date", new Date(Date.now() - 3_600_000).toUTCString());
    response.setHeader("ratelimit-policy", '"anonymous";q=6000;w=60').setHeader("ratelimit", '"anonymous";r=400;t=9');
    const bodies: Record<string, object> = {
      "/livez": { status: "alive" },
      "/readyz": problem,
      "/api": { version: "0.0.1" },
      "/api/me": { actor: "key:k", kind: "api_key", scopes: [], expires_at: new Date(Date.now() + 60_000) },
    };
    const isProblem = url === "/readyz";
    response.writeHead(isProblem ? 503 : 200, {
      "content-type": isProblem ? "application/problem+json" : "application/json",
    });
    response.end(JSON.stringify(bodies[url!]));
  }).listen(0, "127.0.0.1");
  t.after(() => ailing.close());
  await new Promise((resolve) => ailing.once("listening", resolve));
  const { statuses, out } = await examine({ url: `http://127.0.0.1:${(ailing.address() as AddressInfo).port}` });
  assert.deepEqual(
    { ...statuses, latency: "ok" },
    { ...ALL_WELL, ready: "failed", caller: "warning", version: "warning", clock: "warning", "rate limit": "warning" },
  );
  for (const words of ["The database is away.", "3600 s behind", "400 of 6,000", "version 0.0.1"])
    assert.ok(out.includes(words), words);
});

test("§11: doctor says whether the database of this machine has the layout of this version, or is being restored", async () => {
  const owner = await serve(undefined, { DATABASE_URL: database.url });
  await owner.stop();
  const { statuses: healthy } = await examine(served);
  assert.deepEqual([healthy.database, healthy.integrity, healthy.history], ["ok", "ok", "ok"]);
  const setVersion = (version: string): void => {
    new Sqlite(file)
      .exec(`UPDATE service_metadata SET value = json_set(value, '$.version', '${version}') WHERE name = 'layout'`)
      .close();
  };
  setVersion("0.0.1");
  assert.equal((await examine(served)).statuses.database, "warning");
  writeFileSync(`${file}.restore`, "");
  const { code, statuses, out } = await examine(served);
  assert.deepEqual([code, statuses.database], [1, "failed"]);
  assert.match(out, /a restore is running, or was interrupted/);
});

test("§11: doctor finds counts that differ from the records, and references to nothing", async (t) => {
  const broken = createDatabaseFile();
  t.after(broken.remove);
  process.env.DATABASE_URL = broken.url;
  const owner = await serve(undefined, { DATABASE_URL: broken.url });
  await owner.put("/api/planets/mars", { name: "Mars", planet_type: "terrestrial" });
  await owner.put("/api/planets/mars/moons/phobos", { name: "Phobos" });
  await owner.put("/api/missions/m", { name: "M", destination: "phobos" });
  await owner.stop();
  assert.equal((await examine(served)).statuses.integrity, "ok");
  const connection = new Sqlite(broken.url.slice("sqlite:".length));
  for (const [statement, finding] of [
    ["UPDATE collection_counters SET total = 7 WHERE name = 'missions'", "missions: the counters do not match"],
    ["UPDATE planets SET moon_count = 3", "planets: moon_count of 1 records is not the number"],
    ["UPDATE moons SET planet_id = 'venus'", "moons: planet_id of 1 records refers to nothing"],
    ["UPDATE missions SET destination = 'deimos'", "missions: destination of 1 records refers to nothing"],
  ] as const) {
    connection.exec(statement);
    const { code, statuses, out } = await examine(served);
    assert.deepEqual([code, statuses.integrity], [1, "failed"], out);
    assert.ok(out.includes(finding), out);
  }
  connection.close();
});

for (const { name: store, create, skip } of STORE_KINDS) {
  test(`§6.5: doctor says since when the history is kept, what it takes, and what bounds it, on ${store}`, {
    skip,
  }, async (t) => {
    const kept = await create();
    t.after(kept.remove);
    process.env.DATABASE_URL = kept.url;
    const owner = await serve(undefined, { DATABASE_URL: kept.url });
    const since = new Date(owner.clock.now()).toISOString();
    for (const name of ["One", "Two", "Three"]) {
      await owner.put("/api/planets/mars", { name, planet_type: "terrestrial" });
      owner.clock.advance(1);
    }
    await owner.delete("/api/planets/mars");
    const { total_count: events } = (await owner.get("/api/events")).body;
    await owner.stop();
    const examined = async (settings: Record<string, string> = {}) => {
      Object.assign(process.env, settings);
      const { out } = await runCommand(served, "doctor");
      for (const name of Object.keys(settings)) delete process.env[name];
      return out;
    };
    const found =
      /^✓ history +Kept since (\S+) \(HISTORY_KEEP_DAYS is not set here\): (.+) \(([\d.]+) MB\) and (\d+) events \(([\d.]+) MB\), (\d+)% of ([\d.]+) MB\.$/m;
    const [, start, versions, versionSize, logged, eventSize, share, size] = found.exec(await examined())!;
    assert.deepEqual([start, versions, Number(logged)], [since, "3 earlier versions of records", events]);
    const part = (Number(versionSize) + Number(eventSize)) / Number(size);
    assert.ok(part > 0 && Math.abs(100 * part - Number(share)) <= 10, `${share}% of ${size}`);
    assert.match(await examined({ HISTORY_KEEP_DAYS: "400" }), /^✓ history .*\(HISTORY_KEEP_DAYS is 400 here\)/m);
  });
}

test("§6.5: doctor warns if most of the database is history and its disk has little space, and says what to do", async (t) => {
  const kept = createDatabaseFile();
  t.after(kept.remove);
  process.env.DATABASE_URL = kept.url;
  const owner = await serve(undefined, { DATABASE_URL: kept.url });
  for (let time = 1; time <= 1_000; time += 1) {
    const operator = `${time}${", a long name".repeat(13)}`;
    assertStatus(await owner.put("/api/missions/m", { name: "M", operator }), time === 1 ? 201 : 200);
    owner.clock.advance(1);
  }
  await owner.stop();
  process.env.DISK_FREE_WARN_MB = "1000000000";
  t.after(() => delete process.env.DISK_FREE_WARN_MB);
  const { code, statuses, out } = await examine(served);
  assert.deepEqual([code, statuses.history], [0, "warning"], out);
  assert.match(out, /or set HISTORY_KEEP_DAYS/);
});
