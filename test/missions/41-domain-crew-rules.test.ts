/** Proves who may join a crew (§2): experience, busy astronauts, full crews, and the vehicles. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { domain } from "../../missions/resources/index.ts";
import { assertRefused, assertStatus } from "../support/http/assertions.ts";
import { fixturesFor } from "../support/http/fixtures.ts";
import { serveForFile } from "../support/http/serve.ts";

const served = await serveForFile(domain);
const fixtures = fixturesFor(served);
const experience = async (mission: string, astronaut: string) =>
  (await fixtures.assign(mission, astronaut)).experience_years;

const years: [what: string, selected_on: string | null, launch_date: string | null, expected: number][] = [
  ["whole years from selection to launch", "2000-05-10", "2010-05-10", 10],
  ["a year is whole on its day, not the day before", "2000-05-10", "2010-05-09", 9],
  ["today counts where the mission has no launch date", "2020-01-15", null, 6],
  ["today counts, to the day", "2020-01-16", null, 5],
  ["never below 0", "2015-01-01", "2010-01-01", 0],
  ["0 when the selection is unknown", null, "2010-01-01", 0],
];
for (const [at, [what, selected_on, launch_date, expected]] of years.entries()) {
  test(`§2.3: experience_years: ${what}`, async () => {
    await fixtures.mission(`launch-${at}`, { launch_date });
    await fixtures.astronaut(`chosen-${at}`, { selected_on });
    assert.equal(await experience(`launch-${at}`, `chosen-${at}`), expected);
  });
}

test("§2.3: experience_years is stored when the member is assigned: a later launch date does not change it", async () => {
  await fixtures.mission("launch-0", { launch_date: "2020-05-10" });
  assert.equal((await fixtures.read("/api/missions/launch-0/astronauts/chosen-0")).experience_years, 10);
});

test("§2.3: a declared experience_years is stored, and stays when the role is patched", async () => {
  const at = "/api/missions/launch-1/astronauts/chosen-1";
  assert.equal((await served.patch(at, { experience_years: 31 })).body.experience_years, 31);
  assert.equal((await served.patch(at, { role: "commander" })).body.experience_years, 31);
  assertRefused(await served.patch(at, { experience_years: -1 }), 422, ["/experience_years", "out_of_range"]);
  assertRefused(await served.patch(at, { experience_years: 1.5 }), 400, ["/experience_years", "wrong_type"]);
});

test("§2.3: an astronaut on an active mission cannot join another active one: 409 astronaut_busy", async () => {
  for (const id of ["busy-a", "busy-b"]) await fixtures.mission(id, { status: "active" });
  await fixtures.astronaut("ann");
  await fixtures.assign("busy-a", "ann");
  const post = await served.post("/api/missions/busy-b/astronauts", { astronaut_id: "ann", role: "pilot" });
  assert.deepEqual([post.status, post.body.code, post.body.type], [409, "astronaut_busy", "/problems/astronaut-busy"]);
  const put = await served.put("/api/missions/busy-b/astronauts/ann", { role: "pilot" });
  assert.deepEqual([put.status, put.body.code], [409, "astronaut_busy"]);
  assert.deepEqual((await fixtures.read("/api/missions/busy-b/astronauts")).astronauts, []);
});

test("§2.3: an astronaut on an active mission may be on planned and completed ones", async () => {
  for (const status of ["planned", "on_hold", "completed", "failed", "cancelled"]) {
    await fixtures.mission(`busy-${status}`, { status });
    await fixtures.assign(`busy-${status}`, "ann");
  }
});

test("§2.3: a mission cannot become active while one of its crew is active elsewhere", async () => {
  const answer = await served.patch("/api/missions/busy-planned", { status: "active" });
  assert.deepEqual([answer.status, answer.body.code], [409, "astronaut_busy"]);
  assert.equal((await fixtures.read("/api/missions/busy-planned")).status, "planned");
  assertStatus(await served.patch("/api/missions/busy-a", { status: "completed" }), 200);
  assertStatus(await served.patch("/api/missions/busy-planned", { status: "active" }), 200);
});

test("§2.3: an astronaut may be on two active missions if one is part_of the other", async () => {
  await fixtures.mission("expedition", { status: "active" });
  await fixtures.mission("ferry", { part_of: "expedition" });
  await fixtures.mission("stranger");
  await fixtures.astronaut("bob");
  for (const id of ["expedition", "ferry", "stranger"]) await fixtures.assign(id, "bob");
  assertStatus(await served.patch("/api/missions/ferry", { status: "active" }), 200);
  assertRefused(await served.patch("/api/missions/stranger", { status: "active" }), 409);
  await fixtures.mission("taxi", { status: "active", part_of: "expedition" });
  await fixtures.astronaut("cyd");
  await fixtures.assign("taxi", "cyd");
  await fixtures.assign("expedition", "cyd");
});

test("§2.3: part_of cannot be removed while it allows an astronaut to be on both missions", async () => {
  const answer = await served.patch("/api/missions/ferry", { part_of: null });
  assert.deepEqual([answer.status, answer.body.code], [409, "astronaut_busy"]);
});

test("§2.3: an astronaut may be on two active missions if one is part_of the other through a third", async () => {
  await fixtures.mission("program", { status: "active" });
  await fixtures.mission("stay", { part_of: "program" });
  await fixtures.mission("shuttle", { status: "active", part_of: "stay" });
  await fixtures.astronaut("dee");
  await fixtures.assign("program", "dee");
  await fixtures.assign("shuttle", "dee");
  await fixtures.astronaut("eve");
  await fixtures.assign("shuttle", "eve");
  await fixtures.assign("program", "eve");
  const answer = await served.patch("/api/missions/shuttle", { part_of: null });
  assert.deepEqual([answer.status, answer.body.code], [409, "astronaut_busy"]);
});

test("§2.2: crew_size without a plan is the number of members", async () => {
  await fixtures.mission("open");
  for (const id of ["d1", "d2"]) await fixtures.astronaut(id);
  const size = async () => (await fixtures.read("/api/missions/open")).crew_size;
  assert.equal(await size(), 0);
  await fixtures.assign("open", "d1");
  await fixtures.assign("open", "d2");
  assert.equal(await size(), 2);
  await served.delete("/api/missions/open/astronauts/d1");
  assert.equal(await size(), 1);
});

test("§2.2: a declared crew_size limits the crew: one more member is 409 crew_full, and is not added", async () => {
  await fixtures.mission("pair", { crew_size: 2 });
  for (const id of ["e1", "e2", "e3"]) await fixtures.astronaut(id);
  assert.equal((await fixtures.read("/api/missions/pair")).crew_size, 2, "the plan, before anyone is assigned");
  await fixtures.assign("pair", "e1");
  await fixtures.assign("pair", "e2");
  const third = await served.post("/api/missions/pair/astronauts", { astronaut_id: "e3", role: "pilot" });
  assert.deepEqual([third.status, third.body.code, third.body.type], [409, "crew_full", "/problems/crew-full"]);
  assert.equal((await fixtures.read("/api/missions/pair/astronauts")).astronauts.length, 2);
});

test("§2.2: lowering crew_size below the number of members is 409; null removes the plan", async () => {
  const lower = await served.patch("/api/missions/pair", { crew_size: 1 });
  assert.deepEqual([lower.status, lower.body.code], [409, "crew_full"]);
  assertStatus(await served.patch("/api/missions/pair", { crew_size: 3 }), 200);
  await fixtures.assign("pair", "e3");
  assert.equal((await served.patch("/api/missions/pair", { crew_size: null })).body.crew_size, 3);
  await served.delete("/api/missions/pair/astronauts/e3");
  assert.equal((await fixtures.read("/api/missions/pair")).crew_size, 2);
});

test("§12.1: crew_size sent back as shown changes nothing", async () => {
  const shown = await fixtures.read("/api/missions/open");
  const put = assertStatus(await served.put("/api/missions/open", shown), 200);
  assert.deepEqual(put.body, shown);
  await fixtures.assign("open", "d1");
  assert.equal((await fixtures.read("/api/missions/open")).crew_size, 2, "still the number assigned");
});

test("§2.2: a PUT without crew_size removes the plan", async () => {
  await fixtures.mission("planned-size", { crew_size: 7 });
  assert.equal((await fixtures.mission("planned-size")).crew_size, 0);
});

test("§2.4: vehicles: a paged envelope whose entries show the spacecraft and link to it", async () => {
  await fixtures.spacecraft("orion", { name: "Orion", status: "in_development" });
  const made = assertStatus(
    await served.post("/api/missions/open/spacecraft", { spacecraft_id: "orion", role: "main" }),
    201,
  );
  assert.equal(made.headers.get("location"), "/api/missions/open/spacecraft/orion");
  const { spacecraft, total_count, page, limit } = await fixtures.read("/api/missions/open/spacecraft");
  assert.deepEqual([page, limit, total_count], [1, 20, 1]);
  assert.deepEqual(spacecraft, [
    {
      id: "orion",
      name: "Orion",
      spacecraft_type: "capsule",
      status: "in_development",
      role: "main",
      _links: { self: "/api/missions/open/spacecraft/orion", profile: "/api/spacecraft/orion" },
    },
  ]);
});

test("§2.4: vehicles: spacecraft_id is required in POST and must exist; twice is 409; the role may change", async () => {
  const at = "/api/missions/open/spacecraft";
  assertRefused(await served.post(at, {}), 400, ["/spacecraft_id", "required"]);
  assertRefused(await served.post(at, { spacecraft_id: "ufo" }), 422, ["/spacecraft_id", "unknown_reference"]);
  assertRefused(await served.post(at, { spacecraft_id: "orion" }), 409, ["/spacecraft_id", "already_exists"]);
  assert.equal((await served.patch(`${at}/orion`, { role: "spare" })).body.role, "spare");
});
