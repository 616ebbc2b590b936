/** Proves the days of people: when each of them joined and left a mission, and what follows from it (§2.3, §2.7). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { domain } from "../../missions/resources/index.ts";
import { assertRefused, assertStatus } from "../support/http/assertions.ts";
import { fixturesFor } from "../support/http/fixtures.ts";
import { type Body, serveForFile } from "../support/http/serve.ts";

const served = await serveForFile(domain);
const fixtures = fixturesFor(served);
const entryAt = (mission: string, astronaut: string) => `/api/missions/${mission}/astronauts/${astronaut}`;
const astronaut = (id: string) => fixtures.read(`/api/astronauts/${id}`);

test("§2.3: joined_on and left_on are dates, null by default; left_on is not before joined_on", async () => {
  await fixtures.mission("m", { launch_date: "2024-01-10", end_date: "2024-02-10", status: "completed" });
  await fixtures.astronaut("ann");
  await fixtures.assign("m", "ann", { joined_on: "2024-01-12", left_on: "2024-01-12" });
  const at = entryAt("m", "ann");
  assertRefused(await served.patch(at, { left_on: "2024-01-11" }), 422, ["/left_on", "rule_broken"]);
  assertRefused(await served.patch(at, { joined_on: "soon" }), 422, ["/joined_on", "invalid_format"]);
  const { body } = assertStatus(await served.patch(at, { left_on: "2024-03-01" }), 200);
  assert.deepEqual([body.joined_on, body.left_on], ["2024-01-12", "2024-03-01"], "later than the mission's end");
  const { joined_on, left_on } = assertStatus(await served.put(at, { role: "pilot" }), 200).body;
  assert.deepEqual([joined_on, left_on], [null, null]);
});

test("§2.3, §2.8: the days show wherever the entry shows, and lists can be filtered and sorted by them", async () => {
  await served.patch(entryAt("m", "ann"), { joined_on: "2024-01-12", left_on: "2024-03-01" });
  const listed = [
    (await fixtures.read("/api/missions/m/astronauts?left_on=2024-03-01&sort=joined_on")).astronauts[0],
    (await fixtures.read("/api/astronauts/ann/missions")).missions[0],
    (await fixtures.read("/api/missions/m?include=crew"))._embedded.crew[0],
    (await fixtures.read("/api/missions?astronauts.left_on_after=2024-02-29&include=astronauts")).missions[0]._embedded
      .astronauts[0],
  ];
  for (const entry of listed) assert.deepEqual([entry.joined_on, entry.left_on], ["2024-01-12", "2024-03-01"]);
});

const HISTORY: readonly [what: string, total: number, entries: readonly (Body & { days?: Body })[]][] = [
  ["planned, on-hold and cancelled missions do not count", 0, ["planned", "on_hold", "cancelled"].map(inState)],
  [
    "without dates, completed and active missions count, failed ones do not",
    2,
    ["completed", "active", "failed"].map(inState),
  ],
  [
    "a launch that is not known to the day is a flight of its own, unless the person's first day is known",
    4,
    [
      flown("2020-01-01", null, { launch_date_precision: "year" }),
      flown("2020-01-01", "2020-12-31", { launch_date_precision: "year" }),
      flown("2020-01-01", null, { launch_date_precision: "month", status: "failed" }),
      flown("2020-01-01", null, { launch_date_precision: "year", days: { joined_on: "2020-03-01" } }),
      flown("2020-03-01", "2020-03-09"),
    ],
  ],
  ["failed missions with dates count", 1, [flown("2020-01-01", "2020-01-01", { status: "failed" })]],
  ["missions that overlap are one", 1, [flown("2020-01-01", "2020-01-20"), flown("2020-01-10", "2020-03-01")]],
  [
    "a mission within another counts with it",
    1,
    [flown("2020-01-01", "2020-03-01"), flown("2020-01-10", "2020-01-20"), flown("2020-03-01", "2020-03-02")],
  ],
  [
    "missions that follow each other within a day are one",
    1,
    [flown("2020-01-01", "2020-01-20"), flown("2020-01-21", "2020-03-01")],
  ],
  ["a day between two missions splits them", 2, [flown("2020-01-01", "2020-01-20"), flown("2020-01-22", "2020-03-01")]],
  [
    "the days of the person count: someone who left before the next mission began",
    2,
    [flown("2020-01-01", "2020-06-01", { days: { left_on: "2020-01-20" } }), flown("2020-03-01", "2020-03-05")],
  ],
  [
    "the days of the person count: someone who came home in another craft",
    1,
    [
      flown("2020-01-01", "2020-01-10", { days: { left_on: "2020-06-01" } }),
      flown("2020-05-01", "2020-06-01", { days: { joined_on: "2020-06-01" } }),
    ],
  ],
  [
    "the days of the person count: someone who joined later",
    2,
    [flown("2020-01-01", "2020-01-10"), flown("2020-01-05", "2020-06-01", { days: { joined_on: "2020-03-01" } })],
  ],
  [
    "a mission that has not ended overlaps all later ones",
    1,
    [flown("2020-01-01", null, { status: "active" }), flown("2025-01-01", "2025-02-01")],
  ],
  [
    "a mission that ended on an unknown day lasts for its first day",
    2,
    [flown("2020-01-01", null), flown("2020-01-10", "2020-02-01")],
  ],
];

function inState(status: string): Body {
  return { status };
}

function flown(launch_date: string, end_date: string | null, more: Body = {}): Body {
  return { launch_date, end_date, status: "completed", ...more };
}

for (const [at, [what, total, entries]] of HISTORY.entries())
  test(`§2.7: total_missions: ${what}`, async () => {
    const id = `person-${at}`;
    await fixtures.astronaut(id, { missions_before_records: 10 });
    for (const [number, { days, ...mission }] of entries.entries()) {
      await fixtures.mission(`flight-${at}-${number}`, mission);
      await fixtures.assign(`flight-${at}-${number}`, id, days);
    }
    assert.equal((await astronaut(id)).total_missions, 10 + total);
  });

test("§2.7: total_missions follows the dates and states of missions, and the days of the person", async () => {
  await fixtures.astronaut("cyd");
  for (const id of ["up", "down"]) {
    await fixtures.mission(id, { launch_date: "2020-01-01", end_date: "2020-01-10" });
    await fixtures.assign(id, "cyd");
  }
  const after = async (path: string, values: Body) => {
    assertStatus(await served.patch(path, values), 200);
    return (await astronaut("cyd")).total_missions;
  };
  assert.equal((await astronaut("cyd")).total_missions, 0);
  for (const mission of ["/api/missions/up", "/api/missions/down"]) {
    assert.equal(await after(mission, { status: "active" }), 1);
    assert.equal(await after(mission, { status: "completed" }), 1);
  }
  assert.equal(await after("/api/missions/down", { launch_date: "2020-02-01", end_date: "2020-02-10" }), 2);
  assert.equal(await after("/api/missions/up", { end_date: "2020-01-31" }), 1);
  assert.equal(await after(entryAt("up", "cyd"), { left_on: "2020-01-15" }), 2);
  assert.equal(await after(entryAt("up", "cyd"), { left_on: null }), 1);
  assertStatus(await served.delete(entryAt("up", "cyd")), 204);
  assert.equal((await astronaut("cyd")).total_missions, 1);
});

test("§2.3, §2.7: from the day after left_on, a member is no longer on the mission and may join another", async () => {
  for (const id of ["first", "second"]) await fixtures.mission(id, { status: "active", launch_date: "2025-12-01" });
  await fixtures.astronaut("bob");
  await fixtures.assign("first", "bob", { left_on: "2026-01-15" });
  const current = async () => (await astronaut("bob")).current_mission;
  assert.equal(await current(), "first", "the last day is still on the mission");
  assertRefused(await served.put(entryAt("second", "bob"), { role: "pilot" }), 409);
  served.clock.set("2026-01-16T00:00:00.000Z");
  await served.store.startDay();
  assert.equal(await current(), null);
  await fixtures.assign("second", "bob");
  assert.equal(await current(), "second");
  assertRefused(await served.patch(entryAt("first", "bob"), { left_on: null }), 409);
  assertRefused(await served.patch(entryAt("first", "bob"), { left_on: "2026-01-16" }), 409);
  assertStatus(await served.patch(entryAt("first", "bob"), { left_on: "2026-01-14" }), 200);
});
