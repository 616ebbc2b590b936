/** Proves that `duration_days` of a mission follows its dates, and is a number like any other (§2.2). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { domain } from "../../missions/resources/index.ts";
import { earlierVersion } from "../support/domain/earlier-versions.ts";
import { readEvents } from "../support/events/event-replay.ts";
import { assertRefused, assertStatus } from "../support/http/assertions.ts";
import { fixturesFor } from "../support/http/fixtures.ts";
import { type Body, serve, serveForFile, TestClock } from "../support/http/serve.ts";
import { STORE_KINDS } from "../support/store/both-stores.ts";

const served = await serveForFile(domain);
const fixtures = fixturesFor(served);

const SPANS: [launch_date: string | null, end_date: string | null, days: number | null][] = [
  ["1969-07-16", "1969-07-24", 8],
  ["2001-02-03", "2001-02-03", 0],
  ["2000-02-28", "2000-03-01", 2],
  ["1900-02-28", "1900-03-01", 1],
  ["0000-01-01", "9999-12-31", 3_652_424],
  ["2025-01-01", null, null],
  [null, "2025-01-01", null],
  [null, null, null],
];
for (const [launch_date, end_date, days] of SPANS)
  test(`§2.2: from ${launch_date} to ${end_date}, duration_days is ${days}`, async () => {
    assert.equal((await fixtures.mission("span", { launch_date, end_date })).duration_days, days);
  });

test("§2.2: duration_days is null while the launch is not known to the day", async () => {
  const dates = { launch_date: "2025-01-01", launch_date_precision: "month", end_date: "2025-01-11" };
  assert.equal((await fixtures.mission("vague", dates)).duration_days, null);
  const known = await served.patch("/api/missions/vague", { launch_date_precision: "day" });
  assert.equal(known.body.duration_days, 10);
});

test("§2.2: duration_days changes with each date, in the same event", async () => {
  const path = "/api/missions/changing";
  await fixtures.mission("changing", { launch_date: "2025-01-01", end_date: "2025-01-11" });
  for (const [patch, days] of [
    [{ end_date: "2025-02-01" }, 31],
    [{ launch_date: "2025-01-31" }, 1],
    [{ operator: "ESA" }, 1],
    [{ launch_date: null }, null],
  ] as const)
    assert.equal((await served.patch(path, patch)).body.duration_days, days, JSON.stringify(patch));
  const updates = (await readEvents(served)).filter(({ subject, type }) => subject === path && /updated$/.test(type));
  assert.deepEqual(
    updates.map(({ data }) => [data.before.duration_days, data.after.duration_days]),
    [
      [10, 31],
      [31, 1],
      [1, 1],
      [1, null],
    ],
  );
});

test("§2.1: duration_days may be sent back as it was read; another value is 422", async () => {
  const path = "/api/missions/echoed";
  const dates = { launch_date: "2025-01-01", end_date: "2025-01-03" };
  const { _links, ...read } = await fixtures.mission("echoed", dates);
  assertStatus(await served.put(path, { ...read, operator: "JAXA" }), 200);
  const { body } = await served.patch(path, { end_date: "2025-01-04", duration_days: 2 });
  assert.equal(body.duration_days, 3);
  const readOnly: [string, string] = ["/duration_days", "read_only"];
  assertRefused(await served.patch(path, { duration_days: 2 }), 422, readOnly);
  assertRefused(await served.patch(path, { duration_days: null }), 422, readOnly);
  assertRefused(await served.put(path, { name: "Echoed", ...dates, duration_days: 2 }), 422, readOnly);
  assertRefused(await served.post("/api/missions", { name: "New", ...dates, duration_days: 2 }), 422, readOnly);
});

test("§10: the example of a mission has the days between its dates", async () => {
  const [example] = (await served.get("/openapi.json")).body.components.schemas.Mission.examples;
  const { launch_date, end_date, duration_days } = await fixtures.mission("example", {
    launch_date: example.launch_date,
    end_date: example.end_date,
  });
  assert.deepEqual(
    [example.launch_date, example.end_date, example.duration_days],
    [launch_date, end_date, duration_days],
  );
});

test("§4.5, §4.8: missions are filtered, sorted, grouped and measured by duration_days", async () => {
  for (const [id, end_date] of [
    ["short", "2025-01-02"],
    ["long", "2025-12-31"],
    ["other", "2025-01-02"],
    ["endless", null],
  ] as const)
    await fixtures.mission(id, { operator: "Listed", launch_date: "2025-01-01", end_date });
  const list = "/api/missions?operator=listed";
  const idsOf = async (query: string) =>
    (await fixtures.read(`${list}&${query}`)).missions.map(({ id }: Body): string => id);
  assert.deepEqual(await idsOf("duration_days_min=1&duration_days_max=1"), ["other", "short"]);
  assert.deepEqual(await idsOf("duration_days_exists=false"), ["endless"]);
  assert.deepEqual(await idsOf("sort=duration_days:desc"), ["long", "other", "short", "endless"]);
  const { groups } = await fixtures.read(`${list}&group_by=duration_days`);
  assert.deepEqual(groups, [
    { duration_days: null, count: 1 },
    { duration_days: 1, count: 2 },
    { duration_days: 364, count: 1 },
  ]);
  const [all] = (await fixtures.read(`${list}&measure=max:duration_days,avg:duration_days`)).groups;
  assert.deepEqual(all, { count: 4, duration_days_max: 364, duration_days_avg: 122 });
});

for (const { name, create, skip } of STORE_KINDS)
  test(`§12.9, ${name}: missions of a database from before duration_days get it, unchanged otherwise`, {
    skip,
  }, async () => {
    await using database = await create();
    const settings = { DATABASE_URL: database.url };
    const clock = new TestClock();
    const path = "/api/missions/apollo-11";
    const earlier = await serve(earlierVersion(domain, new Set(["missions.duration_days"])), settings, clock);
    const flight = { name: "Apollo 11", launch_date: "1969-07-16", end_date: "1969-07-24" };
    const { body: before } = await earlier.put(path, flight);
    await earlier.stop();
    assert.equal("duration_days" in before, false);
    clock.advance(60_000);
    await using now = await serve(domain, settings, clock);
    assert.deepEqual((await now.get(path)).body, { ...before, duration_days: 8 });
    assert.deepEqual((await now.get("/api/missions?duration_days=8")).body.total_count, 1);
    assert.deepEqual(
      (await readEvents(now)).map(({ type }) => type),
      ["mission.created"],
    );
  });
