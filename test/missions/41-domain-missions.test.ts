/** Proves what §2 says of missions and their objectives. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { domain } from "../../missions/resources/index.ts";
import { assertRefused, assertStatus } from "../support/http/assertions.ts";
import { eventsLink, fixturesFor } from "../support/http/fixtures.ts";
import { serveForFile } from "../support/http/serve.ts";

const served = await serveForFile(domain);
const fixtures = fixturesFor(served);
await fixtures.planet("mars");
await fixtures.moon("mars", "phobos");

test("§2.2: a mission shows every field, with its defaults", async () => {
  const { _links, created_at, updated_at, ...fields } = await fixtures.mission("plain");
  assert.deepEqual(fields, {
    id: "plain",
    name: "plain",
    description: null,
    status: "planned",
    allowed_transitions: ["on_hold", "active", "failed", "cancelled"],
    status_reason: null,
    launch_date: null,
    launch_date_precision: "day",
    end_date: null,
    duration_days: null,
    crew_size: 0,
    operator: null,
    mission_type: null,
    destination: null,
    station: null,
    part_of: null,
    identifiers: [],
    citations: [],
  });
});

test("§2.2: every field of a mission round-trips", async () => {
  const fields = {
    name: "Аполлон-11 — アポロ 🚀",
    description: `line one\nline two\t${"x".repeat(9_000)}`,
    status: "completed",
    status_reason: "Splashdown",
    launch_date: "1969-07-16",
    launch_date_precision: "day",
    end_date: "1969-07-24",
    crew_size: 3,
    operator: "NASA",
    mission_type: "crewed",
    destination: "mars",
    part_of: "plain",
  };
  await fixtures.mission("full", fields);
  const shown = await fixtures.read("/api/missions/full");
  for (const [name, value] of Object.entries(fields)) assert.equal(shown[name], value, name);
});

test("§2.2: a mission's links crew and astronauts have one path; destination and part_of exist when set", async () => {
  const at = "/api/missions/linked";
  const always = {
    self: at,
    crew: `${at}/astronauts`,
    astronauts: `${at}/astronauts`,
    spacecraft: `${at}/spacecraft`,
    objectives: `${at}/objectives`,
    data: `${at}/data`,
    organizations: `${at}/organizations`,
    ...eventsLink(at),
  };
  assert.deepEqual((await fixtures.mission("linked"))._links, always);
  assert.deepEqual((await fixtures.mission("linked", { destination: "mars", part_of: "plain" }))._links, {
    ...always,
    destination: "/api/planets/mars",
    part_of: "/api/missions/plain",
  });
  const { _links } = await fixtures.mission("linked", { destination: "phobos" });
  assert.equal(_links.destination, "/api/planets/mars/moons/phobos", "a moon's canonical path");
});

test("§2.2: a list of missions shows id, name and status", async () => {
  const { missions } = await fixtures.read("/api/missions?id=plain");
  assert.deepEqual(missions, [
    { id: "plain", name: "plain", status: "planned", _links: { self: "/api/missions/plain" } },
  ]);
});

for (const type of [
  "crewed",
  "cargo",
  "orbiter",
  "lander",
  "rover",
  "flyby",
  "sample_return",
  "station",
  "telescope",
  "technology",
]) {
  test(`§2.2: mission_type may be ${type}`, async () => {
    assert.equal((await fixtures.mission("typed", { mission_type: type })).mission_type, type);
  });
}

test("§2.2: an enum compares exactly in a body", async () => {
  for (const word of ["Crewed", "CREWED", "crewed ", "spacewalk", ""]) {
    assertRefused(await served.patch("/api/missions/plain", { mission_type: word }), 422, [
      "/mission_type",
      "not_allowed",
    ]);
  }
});

test("§2.2: end_date is launch_date or later", async () => {
  await fixtures.mission("dated", { launch_date: "2001-02-03", end_date: "2001-02-03" });
  assertRefused(await served.patch("/api/missions/dated", { end_date: "2001-02-02" }), 422, [
    "/end_date",
    "rule_broken",
  ]);
  assertRefused(await served.patch("/api/missions/dated", { launch_date: "2001-02-04" }), 422, [
    "/end_date",
    "rule_broken",
  ]);
  assertStatus(await served.patch("/api/missions/dated", { launch_date: null, end_date: "1999-01-01" }), 200);
});

const periods: [precision: string, first: string, within: string][] = [
  ["month", "2027-03-01", "2027-03-02"],
  ["quarter", "2027-10-01", "2027-11-01"],
  ["half", "2027-07-01", "2027-04-01"],
  ["year", "2027-01-01", "2027-07-01"],
];
for (const [launch_date_precision, first, within] of periods) {
  test(`§12.1: launch_date is the first day of its ${launch_date_precision}`, async () => {
    assertStatus(
      await served.put("/api/missions/vague", { name: "v", launch_date_precision, launch_date: first }),
      200 + Number(launch_date_precision === "month"),
    );
    const answer = await served.put("/api/missions/vague", { name: "v", launch_date_precision, launch_date: within });
    assertRefused(answer, 422, ["/launch_date", "rule_broken"]);
  });
}

test("§2.2: destination is a planet or a moon; anything else is 422", async () => {
  assertRefused(await served.patch("/api/missions/plain", { destination: "vulcan" }), 422, [
    "/destination",
    "unknown_reference",
  ]);
  assertRefused(await served.patch("/api/missions/plain", { destination: "Mars" }), 422, [
    "/destination",
    "unknown_reference",
  ]);
});

test("§12.2: destination is looked up among planets, then moons", async () => {
  await fixtures.planet("charon");
  await fixtures.planet("pluto");
  await fixtures.moon("pluto", "charon");
  const { _links } = await fixtures.mission("twice-named", { destination: "charon" });
  assert.equal(_links.destination, "/api/planets/charon");
});

test("§2.2: part_of: an unknown mission, the mission itself and a circle are 422", async () => {
  await fixtures.mission("expedition");
  await fixtures.mission("ferry", { part_of: "expedition" });
  await fixtures.mission("tug", { part_of: "ferry" });
  assertRefused(await served.patch("/api/missions/ferry", { part_of: "nothing" }), 422, [
    "/part_of",
    "unknown_reference",
  ]);
  assertRefused(await served.patch("/api/missions/ferry", { part_of: "ferry" }), 422, [
    "/part_of",
    "circular_reference",
  ]);
  assertRefused(await served.patch("/api/missions/expedition", { part_of: "tug" }), 422, [
    "/part_of",
    "circular_reference",
  ]);
  assertRefused(await served.post("/api/missions", { id: "ouroboros", name: "o", part_of: "ouroboros" }), 422);
});

test("§2.5: an objective shows every field, its mission's id, and its defaults", async () => {
  const { body, status } = await served.post("/api/missions/plain/objectives", { id: "o1", title: "Land" });
  assert.equal(status, 201);
  const { created_at, updated_at, ...fields } = body;
  assert.deepEqual(fields, {
    id: "o1",
    mission_id: "plain",
    title: "Land",
    description: null,
    category: null,
    status: "pending",
    priority: 3,
    achieved_on: null,
    citations: [],
    _links: {
      self: "/api/missions/plain/objectives/o1",
      mission: "/api/missions/plain",
      ...eventsLink("/api/missions/plain/objectives/o1"),
    },
  });
});

test("§12.4: a list of objectives shows id, title, status, priority, the mission's id and self", async () => {
  const { objectives, total_count } = await fixtures.read("/api/missions/plain/objectives");
  assert.equal(total_count, 1);
  assert.deepEqual(Object.keys(objectives[0]).sort(), ["_links", "id", "mission_id", "priority", "status", "title"]);
  assert.equal(objectives[0]._links.self, "/api/missions/plain/objectives/o1");
});

test("§2.5: an objective's priority is 1 to 5; its category and status are enums", async () => {
  const at = "/api/missions/plain/objectives/o1";
  for (const priority of [0, 6, -1])
    assertRefused(await served.patch(at, { priority }), 422, ["/priority", "out_of_range"]);
  for (const priority of [1, 5]) assertStatus(await served.patch(at, { priority }), 200);
  for (const category of ["science", "technology", "operations", "exploration", "outreach"])
    assertStatus(await served.patch(at, { category }), 200);
  for (const status of ["achieved", "partially_achieved", "failed", "dropped", "pending"])
    assertStatus(await served.patch(at, { status }), 200);
  assertRefused(
    await served.patch(at, { category: "sport", status: "done" }),
    422,
    ["/category", "not_allowed"],
    ["/status", "not_allowed"],
  );
});
