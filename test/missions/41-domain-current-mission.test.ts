/** Proves that an astronaut's current_mission, current_spacecraft and current_role are a view of the crews (§2, §12). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { domain } from "../../missions/resources/index.ts";
import { assertRefused, assertStatus } from "../support/http/assertions.ts";
import { fixturesFor } from "../support/http/fixtures.ts";
import { serveForFile } from "../support/http/serve.ts";

const served = await serveForFile(domain);
const fixtures = fixturesFor(served);
await fixtures.spacecraft("dragon");
await fixtures.mission("early", { launch_date: "2027-01-01" });
await fixtures.mission("late", { launch_date: "2028-01-01", status: "on_hold" });
await fixtures.mission("undated-a");
await fixtures.mission("undated-b");
await fixtures.mission("now", { status: "active", launch_date: "2029-01-01" });
for (const status of ["completed", "failed", "cancelled"]) await fixtures.mission(`over-${status}`, { status });
await fixtures.equip("early", "dragon");

const at = (id: string) => `/api/astronauts/${id}`;
/** The assignment that an astronaut's record shows: mission, role, vehicle. */
const current = async (id: string) => {
  const { current_mission, current_role, current_spacecraft } = await fixtures.read(at(id));
  return [current_mission, current_role, current_spacecraft];
};
/** The missions whose crew lists the astronaut. */
const crews = async (id: string) =>
  (await fixtures.read(`${at(id)}/missions`)).missions.map((mission: { id: string }) => mission.id);

const shown: [what: string, on: string[], expected: string | null][] = [
  ["the active mission", ["early", "late", "now", "undated-a"], "now"],
  ["otherwise the one that launches first", ["late", "early"], "early"],
  ["on hold counts like planned", ["late", "undated-a"], "late"],
  ["no launch date comes last, then by id", ["undated-b", "undated-a"], "undated-a"],
  ["missions that are over do not count", ["over-completed", "over-failed", "over-cancelled"], null],
];
for (const [number, [what, on, expected]] of shown.entries()) {
  test(`§12.5: current_mission shows ${what}`, async () => {
    await fixtures.astronaut(`shown-${number}`);
    for (const mission of on) await fixtures.assign(mission, `shown-${number}`, { role: `of ${mission}` });
    assert.deepEqual(await current(`shown-${number}`), [expected, expected && `of ${expected}`, null]);
  });
}

test("§2.7: current_mission follows the states and dates of the missions", async () => {
  await fixtures.mission("one", { launch_date: "2027-05-01" });
  await fixtures.mission("two", { launch_date: "2027-06-01" });
  await fixtures.astronaut("follower");
  for (const mission of ["one", "two"]) await fixtures.assign(mission, "follower");
  assert.equal((await current("follower"))[0], "one");
  await served.patch("/api/missions/one", { launch_date: "2027-07-01" });
  assert.equal((await current("follower"))[0], "two");
  await served.patch("/api/missions/one", { status: "active" });
  assert.equal((await current("follower"))[0], "one");
  await served.patch("/api/missions/one", { status: "completed" });
  assert.equal((await current("follower"))[0], "two");
  await served.delete("/api/missions/two/astronauts/follower");
  assert.equal((await current("follower"))[0], null);
});

test("§2.7: POST, PUT and PATCH of current_mission assign, with the role current_role or else crew", async () => {
  const posted = await served.post("/api/astronauts", { id: "poster", name: "p", current_mission: "early" });
  assert.deepEqual([posted.status, posted.body.current_mission, posted.body.current_role], [201, "early", "crew"]);
  await fixtures.astronaut("putter", { current_mission: "early", current_role: "pilot", current_spacecraft: "dragon" });
  assert.deepEqual(await current("putter"), ["early", "pilot", "dragon"]);
  await fixtures.astronaut("patcher");
  const patched = await served.patch(at("patcher"), { current_mission: "early" });
  assert.equal(patched.body.current_mission, "early");
  const { astronauts } = await fixtures.read("/api/missions/early/astronauts?sort=id");
  const crew = astronauts.map((entry: { id: string; role: string }) => [entry.id, entry.role]);
  assert.deepEqual(crew.slice(0, 3), [
    ["patcher", "crew"],
    ["poster", "crew"],
    ["putter", "pilot"],
  ]);
});

test("§2.7: writing another mission moves the astronaut: off the crew shown, onto that mission's", async () => {
  await served.patch(at("putter"), { current_mission: "late", current_role: "commander" });
  assert.deepEqual(await crews("putter"), ["late"]);
  assert.deepEqual(await current("putter"), ["late", "commander", null]);
});

test("§2.7: writing a mission that the astronaut is on keeps that assignment and its role", async () => {
  await fixtures.astronaut("double");
  await fixtures.assign("early", "double", { role: "first" });
  await fixtures.assign("late", "double", { role: "second" });
  await served.patch(at("double"), { current_mission: "late" });
  assert.deepEqual(await crews("double"), ["late"]);
  assert.deepEqual(await current("double"), ["late", "second", null]);
});

test("§2.7: writing null removes the assignment shown, and only that", async () => {
  await fixtures.assign("early", "double");
  const { body } = await served.patch(at("double"), { current_mission: null });
  assert.equal(body.current_mission, "late", "the next one is shown now");
  assert.deepEqual(await crews("double"), ["late"]);
  await served.patch(at("double"), { current_mission: null });
  assert.deepEqual(await current("double"), [null, null, null]);
});

test("§2.7: an absent current_mission changes nothing, in PUT too", async () => {
  assert.equal((await fixtures.astronaut("poster", { nationality: "X" })).current_mission, "early");
  assert.equal((await served.patch(at("poster"), { nationality: "Y" })).body.current_mission, "early");
});

test("§2.7: an astronaut sent back as read is unchanged", async () => {
  served.clock.advance(60_000);
  const before = await fixtures.read(at("shown-0"));
  assert.deepEqual((await served.put(at("shown-0"), before)).body, before);
  assert.equal((await crews("shown-0")).length, 4);
});

test("§2.7: while the mission shown is active, moving to another is 409 astronaut_busy; null removes the assignment", async () => {
  await fixtures.astronaut("aloft");
  await fixtures.assign("now", "aloft");
  const moved = await served.patch(at("aloft"), { current_mission: "early" });
  assertRefused(moved, 409, ["/current_mission", "astronaut_busy"]);
  assert.deepEqual(await crews("aloft"), ["now"]);
  assertStatus(await served.patch(at("aloft"), { current_mission: null }), 200);
  assert.deepEqual(await crews("aloft"), []);
});

test("§12.1: faults of current_mission and related fields stand beside all others, in one 422", async () => {
  await fixtures.astronaut("faulty", { current_mission: "early" });
  const wrong = { name: "f", birth_date: "1980-01-01", death_date: "1970-01-01", status: "lost" };
  const others = ["/death_date", "/status"];
  const cases: [written: object, pointers: string[]][] = [
    [{ current_mission: "nowhere" }, ["/current_mission"]],
    [{ current_mission: "over-failed", current_spacecraft: "dragon" }, ["/current_mission", "/current_spacecraft"]],
    [{ current_mission: "late", current_spacecraft: "dragon" }, ["/current_spacecraft"]],
    [{ current_mission: null, current_role: "pilot" }, ["/current_role"]],
    // One fault per field is enough.
    [{ current_mission: "Not an Id" }, ["/current_mission"]],
    [{ current_mission: "early" }, []],
  ];
  for (const [written, pointers] of cases) {
    const body = { ...wrong, ...written };
    for (const answer of [
      await served.post("/api/astronauts", { id: "never", ...body }),
      await served.put(at("never"), body),
      await served.put(at("faulty"), body),
      await served.patch(at("faulty"), body),
    ]) {
      assertStatus(answer, 422);
      const found = answer.body.errors.map(({ pointer }: { pointer: string }) => pointer).sort();
      assert.deepEqual(found, [...others, ...pointers].sort(), JSON.stringify(written));
    }
  }
  const shape = await served.patch(at("faulty"), { ...wrong, current_mission: "nowhere", age: "old" });
  assertRefused(shape, 400);
  assert.deepEqual(await current("faulty"), ["early", "crew", null]);
  assertStatus(await served.get(at("never")), 404);
});

test("§2.7: an unknown mission is 422, and the request changes nothing", async () => {
  const answer = await served.patch(at("poster"), { name: "changed", current_mission: "nowhere" });
  assertRefused(answer, 422, ["/current_mission", "unknown_reference"]);
  assertRefused(await served.post("/api/astronauts", { id: "never", name: "n", current_mission: "nowhere" }), 422);
  assert.equal((await fixtures.read(at("poster"))).name, "poster");
  assertStatus(await served.get(at("never")), 404);
});

test("§12.5: writing a completed, failed or cancelled mission is 422", async () => {
  for (const status of ["completed", "failed", "cancelled"]) {
    assertRefused(await served.patch(at("poster"), { current_mission: `over-${status}` }), 422, [
      "/current_mission",
      "not_allowed",
    ]);
  }
});

test("§2.7: moving to a full crew is 409 crew_full, and the old assignment stays", async () => {
  await fixtures.mission("full", { crew_size: 0 });
  const answer = await served.patch(at("poster"), { current_mission: "full" });
  assert.deepEqual([answer.status, answer.body.code], [409, "crew_full"]);
  assert.deepEqual(await crews("poster"), ["early"]);
});

test("§12.5: current_role alone changes the role of the assignment shown; 422 when there is none", async () => {
  assert.equal((await served.patch(at("poster"), { current_role: "medic" })).body.current_role, "medic");
  assert.equal((await fixtures.read("/api/missions/early/astronauts/poster")).role, "medic");
  await fixtures.astronaut("grounded");
  assertRefused(await served.patch(at("grounded"), { current_role: "medic" }), 422, ["/current_role", "not_allowed"]);
});

test("§2.7: current_spacecraft must be one of the mission's vehicles; null removes it", async () => {
  await fixtures.spacecraft("shuttle");
  assertRefused(await served.patch(at("poster"), { current_spacecraft: "shuttle" }), 422, [
    "/current_spacecraft",
    "unknown_reference",
  ]);
  assert.equal((await served.patch(at("poster"), { current_spacecraft: "dragon" })).body.current_spacecraft, "dragon");
  assert.equal((await fixtures.read("/api/missions/early/astronauts/poster")).spacecraft_id, "dragon");
  assert.equal((await served.patch(at("poster"), { current_spacecraft: null })).body.current_spacecraft, null);
});

test("§2.7: current_mission does not depend on what the lists of missions show", async () => {
  const hidden = domain.map((declaration) =>
    declaration.kind === "membership"
      ? { ...declaration, reverse: { ...declaration.reverse, shows: ["name"] } }
      : declaration,
  );
  const plain = fixturesFor(await serveForFile(hidden));
  await plain.mission("first", { launch_date: "2027-01-01" });
  await plain.mission("second", { launch_date: "2028-01-01" });
  await plain.astronaut("flyer");
  for (const mission of ["second", "first"]) await plain.assign(mission, "flyer");
  assert.equal((await plain.read(at("flyer"))).current_mission, "first");
  await plain.mission("first", { launch_date: "2029-01-01" });
  assert.equal((await plain.read(at("flyer"))).current_mission, "second");
  const { missions } = await plain.read(`${at("flyer")}/missions`);
  assert.deepEqual(Object.keys(missions[0]), ["id", "name", "role", "joined_on", "left_on", "_links"]);
});
