/** Proves that the ETag and updated_at of a representation change with the other records it shows, and only then (§4.10, §12.9). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { secondDomain } from "./support/domain/second-domain.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { type Body, type Served, serveForFile } from "./support/http/serve.ts";

const served = await serveForFile();
const fixtures = fixturesFor(served);

/** A step: what happens, and whether it changes the representation. */
type Step = [what: string, changes: boolean, act: () => Promise<unknown>];

interface Seen {
  readonly tag: string;
  readonly body: Body;
}

async function seen(from: Served, path: string): Promise<Seen> {
  const { status, headers, body, text } = await from.get(path);
  assert.equal(status, 200, text);
  return { tag: headers.get("etag")!, body };
}

/** Checks a representation after each step. The clock stands still unless a step moves it. */
function follow(title: string, path: string, steps: readonly Step[], from = served): void {
  test(title, async () => {
    const tags = [(await seen(from, path)).tag];
    for (const [what, changes, act] of steps) {
      const before = await seen(from, path);
      await act();
      const after = await seen(from, path);
      assert.equal(after.tag !== before.tag, changes, `${what}: ${before.tag} → ${after.tag}`);
      if (!changes) {
        assert.deepEqual(after.body, before.body, what);
        continue;
      }
      assert.notDeepEqual(after.body, before.body, what);
      assert.ok(!tags.includes(after.tag), `${what}: ${after.tag} was there before`);
      tags.push(after.tag);
    }
  });
}

const patch = (path: string, body: object) => async () => {
  const answer = await served.patch(path, body);
  assert.equal(answer.status, 200, answer.text);
};
const remove = (path: string) => async () => assert.equal((await served.delete(path)).status, 204);

await fixtures.planet("mars");
follow("§4.10: a planet's moon_count", "/api/planets/mars", [
  ["a moon is added", true, () => fixtures.moon("mars", "phobos")],
  ["another moon is added", true, () => fixtures.moon("mars", "deimos")],
  ["a moon is renamed", false, patch("/api/planets/mars/moons/phobos", { name: "Φόβος" })],
  ["a moon is written as it is", false, () => fixtures.moon("mars", "deimos")],
  [
    "a moon is not taken for its values",
    false,
    () => served.put("/api/planets/mars/moons/x", { name: "", mass_kg: 0 }),
  ],
  ["an atmosphere is set", false, () => fixtures.put("/api/planets/mars/atmosphere", {})],
  ["a mission flies there", false, () => fixtures.mission("viking", { destination: "mars" })],
  ["a moon is gone", true, remove("/api/planets/mars/moons/deimos")],
  ["another planet gets a moon", false, () => fixtures.planet("earth").then(() => fixtures.moon("earth", "luna"))],
]);

await fixtures.mission("open");
for (const id of ["ann", "bob"]) await fixtures.astronaut(id);
await fixtures.spacecraft("csm");
follow("§4.10: a mission's crew_size, counted", "/api/missions/open", [
  ["a member joins", true, () => fixtures.assign("open", "ann")],
  ["another joins", true, () => fixtures.assign("open", "bob")],
  ["a member changes the role", false, () => fixtures.assign("open", "ann", { role: "commander" })],
  ["a member is renamed", false, patch("/api/astronauts/ann", { name: "Ann" })],
  ["a vehicle is added", false, () => fixtures.equip("open", "csm")],
  ["an objective is added", false, () => fixtures.put("/api/missions/open/objectives/o", { title: "t" })],
  ["the counted size is declared", false, patch("/api/missions/open", { crew_size: 2 })],
  ["a member leaves by their own record", true, patch("/api/astronauts/bob", { current_mission: null })],
  ["a member leaves", true, remove("/api/missions/open/astronauts/ann")],
]);

await fixtures.mission("planned", { crew_size: 3 });
for (const id of ["eve", "fay"]) await fixtures.astronaut(id);
follow("§4.10: a mission's crew_size, declared", "/api/missions/planned", [
  ["a member joins", false, () => fixtures.assign("planned", "eve")],
  ["another joins", false, () => fixtures.assign("planned", "fay")],
  ["the declaration is dropped", true, patch("/api/missions/planned", { crew_size: null })],
  ["a member leaves", true, remove("/api/missions/planned/astronauts/eve")],
]);

await fixtures.astronaut("gus");
for (const id of ["first", "second"]) await fixtures.mission(id, { launch_date: `203${id.length}-01-01` });
await fixtures.spacecraft("ship");
await fixtures.equip("first", "ship");
follow(
  "§4.10: an astronaut's current_mission, current_role, current_spacecraft and total_missions",
  "/api/astronauts/gus",
  [
    ["they join a mission", true, () => fixtures.assign("first", "gus")],
    ["they join a later one", true, () => fixtures.assign("second", "gus")],
    ["the mission shown is renamed", false, patch("/api/missions/first", { name: "The first" })],
    ["the role in the mission shown changes", true, () => fixtures.assign("first", "gus", { role: "commander" })],
    ["the role in another changes", false, () => fixtures.assign("second", "gus", { role: "commander" })],
    ["they get a vehicle", true, patch("/api/missions/first/astronauts/gus", { spacecraft_id: "ship" })],
    ["the vehicle is renamed", false, patch("/api/spacecraft/ship", { name: "Ship" })],
    ["the other launches first", true, patch("/api/missions/second", { launch_date: "2030-01-01" })],
    ["the other launches later, but still first", false, patch("/api/missions/second", { launch_date: "2030-02-01" })],
    ["the other is cancelled", true, patch("/api/missions/second", { status: "cancelled" })],
    ["the mission shown becomes active", false, patch("/api/missions/first", { status: "active" })],
    ["the mission shown is over", true, patch("/api/missions/first", { status: "completed" })],
    ["a course is noted", false, () => fixtures.put("/api/astronauts/gus/training/t", { course: "c" })],
    ["they are taken off a past mission", true, remove("/api/missions/first/astronauts/gus")],
  ],
);

await fixtures.astronaut("hal");
await fixtures.mission("crewed");
await fixtures.assign("crewed", "hal");
follow("§4.10: a crew entry's name", "/api/missions/crewed/astronauts/hal", [
  ["the astronaut is renamed", true, patch("/api/astronauts/hal", { name: "HAL" })],
  ["the astronaut is renamed by PUT", true, () => fixtures.astronaut("hal", { name: "Hal" })],
  ["something else of the astronaut changes", false, patch("/api/astronauts/hal", { nationality: "none" })],
  ["the mission is renamed", false, patch("/api/missions/crewed", { name: "Crewed" })],
  ["the mission becomes active", false, patch("/api/missions/crewed", { status: "active" })],
  ["the mission gets another member", false, () => fixtures.assign("crewed", "fay")],
  ["the astronaut changes the role", true, patch("/api/astronauts/hal", { current_role: "computer" })],
]);

await fixtures.spacecraft("lander");
await fixtures.equip("crewed", "lander");
follow("§4.10: a vehicle's name, type and status", "/api/missions/crewed/spacecraft/lander", [
  ["the spacecraft is renamed", true, patch("/api/spacecraft/lander", { name: "Eagle" })],
  ["its type is corrected", true, patch("/api/spacecraft/lander", { spacecraft_type: "lander" })],
  ["it is lost", true, patch("/api/spacecraft/lander", { status: "lost" })],
  ["its power is corrected", false, patch("/api/spacecraft/lander", { power_w: 5 })],
]);

await fixtures.mission("going", { destination: "mars" });
follow("§4.10: a mission's allowed_transitions, and what it refers to", "/api/missions/going", [
  ["its status changes", true, patch("/api/missions/going", { status: "on_hold" })],
  ["its status is written again", false, patch("/api/missions/going", { status: "on_hold" })],
  ["an impossible status is refused", false, () => served.patch("/api/missions/going", { status: "completed" })],
  ["its destination is renamed", false, patch("/api/planets/mars", { name: "Марс" })],
  ["a part of it is planned", false, () => fixtures.mission("ferry", { part_of: "going" })],
]);

await fixtures.astronaut("ida", { birth_date: "1990-01-17" });
await fixtures.astronaut("jan", { birth_date: "1990-06-01" });
const day = (date: string) => async () => {
  served.clock.set(`${date}T00:00:00.000Z`);
  await served.store.startDay();
};
follow("§4.10: an astronaut's age", "/api/astronauts/ida", [
  ["a day passes", false, day("2026-01-16")],
  ["it is their birthday", true, day("2026-01-17")],
  ["the day is started again", false, day("2026-01-17")],
  ["another day passes", false, day("2026-01-18")],
  ["another astronaut has a birthday", false, day("2026-06-01")],
  ["years pass", true, day("2031-01-17")],
]);

const second = await serveForFile(secondDomain);
const other = fixturesFor(second);
for (const id of ["kim", "lee"]) await other.put(`/api/students/${id}`, { name: id });
await other.put("/api/universities/u", { name: "U" });
await other.put("/api/courses/c", { title: "C", university_id: "u" });
const enrol = (id: string) => () => other.put(`/api/courses/c/students/${id}`, {});
follow(
  "§4.10: a derived field of another domain",
  "/api/students/kim",
  [
    ["they enrol", true, enrol("kim")],
    ["another student enrols", false, enrol("lee")],
    ["the course is renamed", false, () => second.patch("/api/courses/c", { title: "D" })],
    ["they leave", true, () => second.delete("/api/courses/c/students/kim")],
  ],
  second,
);
follow(
  "§4.10: counts of another domain",
  "/api/universities/u",
  [
    ["a course is added", true, () => other.put("/api/courses/e", { title: "E", university_id: "u" })],
    ["a department is added", true, () => other.put("/api/universities/u/departments/d", { name: "D" })],
    ["a course moves into the department", false, () => second.patch("/api/courses/e", { department_id: "d" })],
    ["a course is gone", true, () => second.delete("/api/courses/e")],
  ],
  second,
);

test("§12.9: a representation that shows another record advances updated_at exactly when it changes", async () => {
  await fixtures.astronaut("amy");
  await fixtures.spacecraft("van");
  await fixtures.mission("tracked");
  await fixtures.mission("declared", { crew_size: 4 });
  const paths = ["/api/missions/tracked", "/api/missions/declared", "/api/astronauts/amy", "/api/spacecraft/van"];
  /** Which of the paths an action changes. */
  const changedBy = async (act: () => Promise<unknown>) => {
    const before = await Promise.all(paths.map(fixtures.read));
    served.clock.advance(1_000);
    await act();
    const after = await Promise.all(paths.map(fixtures.read));
    return paths.filter((path, at) => {
      const changed = before[at].updated_at !== after[at].updated_at;
      const differs =
        JSON.stringify({ ...before[at], updated_at: 0 }) !== JSON.stringify({ ...after[at], updated_at: 0 });
      assert.equal(changed, differs, `${path}: updated_at moves exactly when the representation does`);
      return changed;
    });
  };
  const [tracked, , amy, van] = paths as [string, string, string, string];
  assert.deepEqual(await changedBy(() => fixtures.assign("tracked", "amy")), [tracked, amy]);
  assert.deepEqual(await changedBy(() => fixtures.assign("declared", "amy")), [amy], "a declared crew_size stays");
  assert.deepEqual(await changedBy(() => served.patch(tracked, { name: "renamed" })), [tracked]);
  assert.deepEqual(
    await changedBy(() => served.patch(tracked, { launch_date: "2027-01-01" })),
    [tracked, amy],
    "shown first now",
  );
  assert.deepEqual(await changedBy(() => served.patch(amy, { nationality: "X" })), [amy]);
  assert.deepEqual(await changedBy(() => fixtures.equip("tracked", "van")), []);
  assert.deepEqual(await changedBy(() => served.patch(van, { status: "retired" })), [van]);
  assert.deepEqual(await changedBy(() => fixtures.put(`${amy}/training/amy-1`, { course: "c" })), []);
  assert.deepEqual(await changedBy(() => served.delete(`${tracked}/astronauts/amy`)), [tracked, amy]);
});

test("§12.9: a crew entry follows its astronaut's name, with updated_at", async () => {
  const entry = "/api/missions/declared/astronauts/amy";
  const before = await fixtures.read(entry);
  served.clock.advance(1_000);
  await served.patch("/api/astronauts/amy", { name: "Ann Other" });
  const after = await fixtures.read(entry);
  assert.equal(after.name, "Ann Other");
  assert.ok(after.updated_at > before.updated_at);
});
