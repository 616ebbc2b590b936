/** Proves what §2 says of astronauts: fields, ages, mission totals, training and medical records. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { domain } from "../../missions/resources/index.ts";
import { assertRefused, assertStatus } from "../support/http/assertions.ts";
import { eventsLink, fixturesFor } from "../support/http/fixtures.ts";
import { serveForFile } from "../support/http/serve.ts";

const served = await serveForFile(domain);
const fixtures = fixturesFor(served);

test("§2.7: an astronaut shows every field, with its defaults", async () => {
  const { _links, created_at, updated_at, ...fields } = await fixtures.astronaut("plain");
  assert.deepEqual(fields, {
    id: "plain",
    name: "plain",
    birth_date: null,
    death_date: null,
    age: null,
    nationality: null,
    selected_on: null,
    status: "active",
    current_mission: null,
    current_spacecraft: null,
    current_role: null,
    total_missions: 0,
    missions_before_records: 0,
    total_space_hours: 0,
    identifiers: [],
    citations: [],
  });
  const at = "/api/astronauts/plain";
  assert.deepEqual(_links, {
    self: at,
    training: `${at}/training`,
    medical: `${at}/medical`,
    all_missions: `${at}/missions`,
    ...eventsLink(at),
  });
});

test("§2.7: a list of astronauts shows id, name, nationality and current_mission", async () => {
  const { astronauts } = await fixtures.read("/api/astronauts?id=plain");
  assert.deepEqual(Object.keys(astronauts[0]).sort(), ["_links", "current_mission", "id", "name", "nationality"]);
});

test("§2.7: the links current_mission, mission_crew and current_spacecraft exist when assigned", async () => {
  await fixtures.spacecraft("soyuz");
  await fixtures.mission("flight");
  await fixtures.equip("flight", "soyuz");
  await fixtures.astronaut("flyer");
  await fixtures.assign("flight", "flyer", { spacecraft_id: "soyuz" });
  const { _links } = await fixtures.read("/api/astronauts/flyer");
  assert.equal(_links.current_mission, "/api/missions/flight");
  assert.equal(_links.mission_crew, "/api/missions/flight/astronauts");
  assert.equal(_links.current_spacecraft, "/api/spacecraft/soyuz");
});

const ages: [what: string, fields: Record<string, unknown>, age: number | null][] = [
  ["derived from the birth date, up to today", { birth_date: "1990-01-15" }, 36],
  ["the day before the birthday", { birth_date: "1990-01-16" }, 35],
  ["up to the death", { birth_date: "1934-03-09", death_date: "1968-03-27" }, 34],
  ["born today", { birth_date: "2026-01-15" }, 0],
  ["as declared without a birth date", { age: 41 }, 41],
  ["unknown", {}, null],
];
for (const [what, fields, age] of ages) {
  test(`§2.7: age: ${what}`, async () => {
    const { body } = await served.post("/api/astronauts", { name: what, ...fields });
    assert.equal(body.age, age);
  });
}

test("§2.7: a declared age is 0 to 150; with a birth date age is read-only", async () => {
  for (const age of [-1, 151])
    assertRefused(await served.post("/api/astronauts", { name: "a", age }), 422, ["/age", "out_of_range"]);
  await fixtures.astronaut("born", { birth_date: "1990-01-15" });
  assertRefused(await served.patch("/api/astronauts/born", { age: 50 }), 422, ["/age", "read_only"]);
  assertStatus(await served.patch("/api/astronauts/born", { age: 36 }), 200);
  assertRefused(await served.post("/api/astronauts", { name: "a", birth_date: "1990-01-15", age: 36 }), 422, [
    "/age",
    "read_only",
  ]);
});

test("§12.3: age keeps its last value when the birth date is removed, and can then be declared", async () => {
  assert.equal((await served.patch("/api/astronauts/born", { birth_date: null })).body.age, 36);
  assert.equal((await served.patch("/api/astronauts/born", { age: 50 })).body.age, 50);
  assert.equal((await served.patch("/api/astronauts/born", { birth_date: "2000-01-15" })).body.age, 26);
  const { id, name } = await fixtures.read("/api/astronauts/born");
  assert.equal((await served.put("/api/astronauts/born", { id, name })).body.age, 26, "taken away by a PUT as well");
});

test("§12.3: death_date is not before birth_date", async () => {
  const dates = { name: "a", birth_date: "1950-06-01", death_date: "1950-05-31" };
  assertRefused(await served.post("/api/astronauts", dates), 422, ["/death_date", "rule_broken"]);
});

test("§2.7: missions_before_records and total_space_hours are integers ≥ 0; total_missions is set by the server", async () => {
  await fixtures.astronaut("veteran");
  for (const field of ["missions_before_records", "total_space_hours"]) {
    assertRefused(await served.patch("/api/astronauts/veteran", { [field]: -1 }), 422, [`/${field}`, "out_of_range"]);
    assertRefused(await served.patch("/api/astronauts/veteran", { [field]: 0.5 }), 400, [`/${field}`, "wrong_type"]);
  }
  assert.equal(
    (await served.patch("/api/astronauts/veteran", { total_space_hours: 4_321 })).body.total_space_hours,
    4_321,
  );
  assertRefused(await served.patch("/api/astronauts/veteran", { total_missions: 99 }), 422, [
    "/total_missions",
    "read_only",
  ]);
});

test("§12.5: mission_count counts every assignment, cancelled missions included", async () => {
  await fixtures.astronaut("veteran");
  for (const status of ["planned", "completed", "cancelled"]) {
    await fixtures.mission(`v-${status}`, { status });
    await fixtures.assign(`v-${status}`, "veteran");
  }
  const { astronauts } = await fixtures.read("/api/astronauts?mission_count=3");
  assert.deepEqual(
    astronauts.map((each: { id: string }) => each.id),
    ["veteran"],
  );
});

test("§2.8: …/missions is a paged reference list of the assignments", async () => {
  await fixtures.mission("logged", { status: "completed", launch_date: "1998-02-03" });
  await fixtures.astronaut("logger");
  await fixtures.assign("logged", "logger", { role: "commander" });
  const { missions, page, limit, total_count } = await fixtures.read("/api/astronauts/logger/missions");
  assert.deepEqual([page, limit, total_count], [1, 20, 1]);
  assert.deepEqual(missions, [
    {
      id: "logged",
      name: "logged",
      status: "completed",
      launch_date: "1998-02-03",
      launch_date_precision: "day",
      role: "commander",
      joined_on: null,
      left_on: null,
      _links: { self: "/api/missions/logged", crew: "/api/missions/logged/astronauts" },
    },
  ]);
  assertStatus(await served.get("/api/astronauts/nobody/missions"), 404);
});

test("§2.8: training: fields, defaults, limits, and the astronaut's id", async () => {
  const at = "/api/astronauts/plain/training";
  const { body } = await served.post(at, { id: "t1", course: "Centrifuge" });
  const { created_at, updated_at, ...fields } = body;
  assert.deepEqual(fields, {
    id: "t1",
    astronaut_id: "plain",
    course: "Centrifuge",
    category: null,
    completed_on: null,
    hours: null,
    result: "in_progress",
    expires_on: null,
    citations: [],
    notes: null,
    _links: { self: `${at}/t1`, astronaut: "/api/astronauts/plain", ...eventsLink(`${at}/t1`) },
  });
  assert.equal((await served.patch(`${at}/t1`, { hours: 1.5, result: "passed" })).body.hours, 1.5);
  assertRefused(
    await served.patch(`${at}/t1`, { hours: -0.5, result: "ok" }),
    422,
    ["/hours", "out_of_range"],
    ["/result", "not_allowed"],
  );
  assertRefused(await served.post(at, {}), 400, ["/course", "required"]);
  const summary = (await fixtures.read(at)).training[0];
  assert.deepEqual(Object.keys(summary).sort(), ["_links", "astronaut_id", "completed_on", "course", "id", "result"]);
});

test("§2.8: medical: fields, limits, and the astronaut's id", async () => {
  const at = "/api/astronauts/plain/medical";
  assertRefused(
    await served.post(at, {}),
    400,
    ["/examined_on", "required"],
    ["/kind", "required"],
    ["/fitness", "required"],
  );
  const record = { id: "x1", examined_on: "2025-12-01", kind: "annual", fitness: "fit" };
  const { body } = await served.post(at, record);
  const { created_at, updated_at, ...fields } = body;
  const _links = { self: `${at}/x1`, astronaut: "/api/astronauts/plain", ...eventsLink(`${at}/x1`) };
  assert.deepEqual(fields, { ...record, astronaut_id: "plain", examiner: null, notes: null, _links });
  assertRefused(await served.patch(`${at}/x1`, { fitness: "tired" }), 422, ["/fitness", "not_allowed"]);
  const summary = (await fixtures.read(at)).medical[0];
  assert.deepEqual(Object.keys(summary).sort(), ["_links", "astronaut_id", "examined_on", "fitness", "id", "kind"]);
});
