/** Proves stations and what belongs to them (§2.11), and organizations and what they operate and build (§2.15). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { domain } from "../../missions/resources/index.ts";
import { assertRefused, assertStatus } from "../support/http/assertions.ts";
import { fixturesFor } from "../support/http/fixtures.ts";
import { type Body, serveForFile } from "../support/http/serve.ts";

const served = await serveForFile(domain);
const fixtures = fixturesFor(served);
const { read } = fixtures;
const idsIn = (records: Body[]) => records.map(({ id }) => id).sort();

assertStatus(await served.put("/api/space-stations/mir", { name: "Mir" }), 201);

test("§2.11: a station leads to its missions and modules, and counts the missions", async () => {
  await fixtures.mission("mir-eo-1", { station: "mir", launch_date: "1986-03-13" });
  await fixtures.mission("soyuz-tm-2", { station: "mir", part_of: "mir-eo-1" });
  await fixtures.mission("elsewhere");
  await fixtures.spacecraft("kvant", { spacecraft_type: "station_module", station: "mir" });
  const { _links: links, mission_count } = await read("/api/space-stations/mir");
  assert.deepEqual(
    [links.missions, links.modules],
    ["/api/space-stations/mir/missions", "/api/space-stations/mir/modules"],
  );
  assert.equal(mission_count, 2);
  assert.deepEqual(idsIn((await read(links.missions)).missions), ["mir-eo-1", "soyuz-tm-2"]);
  assert.deepEqual(idsIn((await read(links.modules)).modules), ["kvant"]);
  assert.equal((await read("/api/missions/mir-eo-1"))._links.station, "/api/space-stations/mir");
  assertRefused(await served.patch("/api/missions/elsewhere", { station: "mars-base" }), 422, [
    "/station",
    "unknown_reference",
  ]);
  assertRefused(await served.delete("/api/space-stations/mir"), 409);
});

test("§2.11: the people aboard are those whose current mission is active at the station", async () => {
  for (const id of ["on-board", "left", "planned", "away"]) await fixtures.astronaut(id);
  await fixtures.mission("eo", { station: "mir", status: "active" });
  await fixtures.mission("next", { station: "mir" });
  await fixtures.mission("solo", { status: "active" });
  await fixtures.assign("eo", "on-board");
  await fixtures.assign("eo", "left", { left_on: "2026-01-14" });
  await fixtures.assign("next", "planned");
  await fixtures.assign("solo", "away");
  const { aboard } = (await read("/api/space-stations/mir"))._links;
  assert.deepEqual(idsIn((await read(aboard)).astronauts), ["on-board"]);
});

test("§2.15: organizations have the fields of the contract, end after they begin, and are no part of themselves", async () => {
  const { body } = assertStatus(await served.put("/api/organizations/nasa", { name: "NASA", kind: "agency" }), 201);
  const { created_at, updated_at, _links, ...fields } = body;
  assert.deepEqual(fields, {
    ...{ id: "nasa", name: "NASA", kind: "agency", country: null, founded_on: null, dissolved_on: null, parent: null },
    mission_count: 0,
    identifiers: [],
    citations: [],
  });
  assert.deepEqual(
    ["missions", "spacecraft", "space_stations"].map((link) => _links[link]),
    ["missions", "spacecraft", "space-stations"].map((segment) => `/api/organizations/nasa/${segment}`),
  );
  const dates = { founded_on: "1958-07-29", dissolved_on: "1958-07-28" };
  assertRefused(await served.patch("/api/organizations/nasa", dates), 422, ["/dissolved_on", "rule_broken"]);
  assertRefused(await served.patch("/api/organizations/nasa", { kind: "club" }), 422, ["/kind", "not_allowed"]);
  assertStatus(await served.put("/api/organizations/jpl", { name: "JPL", parent: "nasa" }), 201);
  assertRefused(await served.patch("/api/organizations/nasa", { parent: "jpl" }), 422);
});

test("§2.15: missions, spacecraft and stations have organizations with a role, seen from both sides", async () => {
  for (const [path, owner] of [
    ["missions", "mir-eo-1"],
    ["spacecraft", "kvant"],
    ["space-stations", "mir"],
  ] as const) {
    const list = `/api/${path}/${owner}/organizations`;
    assertRefused(await served.post(list, { organization_id: "nasa" }), 400, ["/role", "required"]);
    assertRefused(await served.post(list, { organization_id: "nasa", role: "friend" }), 422, ["/role", "not_allowed"]);
    assertStatus(await served.post(list, { organization_id: "nasa", role: "partner" }), 201);
    const [entry] = (await read(list)).organizations;
    assert.deepEqual([entry.id, entry.name, entry.kind, entry.role], ["nasa", "NASA", "agency", "partner"]);
    assert.equal(entry._links.profile, "/api/organizations/nasa");
    const below = (await read(`/api/organizations/nasa/${path}`))[path.replace("-", "_")];
    assert.deepEqual(
      below.map(({ id, role }: Body) => [id, role]),
      [[owner, "partner"]],
    );
  }
  assert.deepEqual(idsIn((await read("/api/missions?organizations.name=NASA")).missions), ["mir-eo-1"]);
  const { organizations } = await read("/api/organizations?sort=mission_count:desc&limit=1");
  assert.deepEqual([organizations[0].id, organizations[0].mission_count], ["nasa", 1]);
  assertRefused(await served.delete("/api/organizations/nasa"), 409);
});
