/** Proves §2.3: a mission's crew, its path and alias, its listing, its entries. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { domain } from "../../missions/resources/index.ts";
import { assertRefused, assertStatus } from "../support/http/assertions.ts";
import { eventsLink, fixturesFor } from "../support/http/fixtures.ts";
import { serveForFile } from "../support/http/serve.ts";

const served = await serveForFile(domain);
const fixtures = fixturesFor(served);
for (const id of ["ann", "bob", "cyd"]) await fixtures.astronaut(id, { name: id.toUpperCase() });
await fixtures.spacecraft("csm");
await fixtures.spacecraft("elsewhere");
await fixtures.mission("m1", { name: "The Mission" });
await fixtures.equip("m1", "csm", { role: "command" });

const entry = {
  id: "ann",
  name: "ANN",
  role: "commander",
  experience_years: 0,
  spacecraft_id: "csm",
  joined_on: null,
  left_on: null,
  _links: {
    self: "/api/missions/m1/astronauts/ann",
    profile: "/api/astronauts/ann",
    training: "/api/astronauts/ann/training",
  },
};

test("§2.3: POST assigns a member: 201, Location of the /astronauts path, the entry with its times", async () => {
  const body = { astronaut_id: "ann", role: "commander", spacecraft_id: "csm" };
  const answer = assertStatus(await served.post("/api/missions/m1/astronauts", body), 201);
  assert.equal(answer.headers.get("location"), "/api/missions/m1/astronauts/ann");
  const { created_at, updated_at, ...shown } = answer.body;
  assert.deepEqual(shown, { ...entry, _links: { ...entry._links, ...eventsLink(entry._links.self) } });
  assert.equal(created_at, updated_at);
});

test("§2.3: GET of the crew is the whole crew in its own envelope", async () => {
  assert.deepEqual(await fixtures.read("/api/missions/m1/astronauts"), {
    total_count: 1,
    mission_id: "m1",
    mission_name: "The Mission",
    crew_size: 1,
    astronauts: [entry],
    _links: { self: "/api/missions/m1/astronauts", mission: "/api/missions/m1" },
  });
});

test("§12.4: with page or limit the listing is paged, and carries page and limit too", async () => {
  await fixtures.assign("m1", "bob");
  await fixtures.assign("m1", "cyd", { role: "engineer" });
  const page = await fixtures.read("/api/missions/m1/astronauts?limit=2&sort=name:desc");
  const { astronauts, _links, ...rest } = page;
  assert.deepEqual(rest, {
    page: 1,
    limit: 2,
    total_count: 3,
    mission_id: "m1",
    mission_name: "The Mission",
    crew_size: 3,
  });
  assert.deepEqual(
    astronauts.map((each: { id: string }) => each.id),
    ["cyd", "bob"],
  );
  assert.equal(_links.mission, "/api/missions/m1");
  assert.match(_links.next, /page=2/);
});

test("§12.4: a crew larger than a page is returned whole", async () => {
  await fixtures.mission("bus");
  for (let seat = 0; seat < 25; seat += 1) {
    await fixtures.astronaut(`p${seat}`);
    await fixtures.assign("bus", `p${seat}`);
  }
  assert.equal((await fixtures.read("/api/missions/bus/astronauts")).astronauts.length, 25);
  assert.equal((await fixtures.read("/api/missions/bus/astronauts?page=1")).astronauts.length, 20);
});

test("§2.3: sorting, filtering and fields apply to the entry's fields", async () => {
  const ids = async (query: string) =>
    (await fixtures.read(`/api/missions/m1/astronauts?${query}`)).astronauts.map((each: { id: string }) => each.id);
  assert.deepEqual(await ids("sort=role:desc"), ["bob", "cyd", "ann"]);
  assert.deepEqual(await ids("role=PILOT"), ["bob"]);
  assert.deepEqual(await ids("name_starts_with=a"), ["ann"]);
  assert.deepEqual(await ids("spacecraft_id_exists=false"), ["bob", "cyd"]);
  const { astronauts } = await fixtures.read("/api/missions/m1/astronauts?fields=role&id=ann");
  assert.deepEqual(astronauts, [{ id: "ann", role: "commander", _links: entry._links }]);
});

test("§2.3: the alias …/crew behaves the same, and Content-Location names the /astronauts path", async () => {
  const list = assertStatus(await served.get("/api/missions/m1/crew"), 200);
  assert.deepEqual(list.body, await fixtures.read("/api/missions/m1/astronauts"));
  assert.equal(list.headers.get("content-location"), "/api/missions/m1/astronauts");
  const item = assertStatus(await served.get("/api/missions/m1/crew/ann"), 200);
  assert.deepEqual(item.body, await fixtures.read("/api/missions/m1/astronauts/ann"));
  assert.equal(item.headers.get("content-location"), "/api/missions/m1/astronauts/ann");
});

test("§2.3: every method works through the alias, and links and Location use /astronauts", async () => {
  await fixtures.mission("m2");
  const made = assertStatus(await served.post("/api/missions/m2/crew", { astronaut_id: "ann", role: "pilot" }), 201);
  assert.equal(made.headers.get("location"), "/api/missions/m2/astronauts/ann");
  assert.equal(made.headers.get("content-location"), "/api/missions/m2/astronauts/ann");
  const put = assertStatus(await served.put("/api/missions/m2/crew/bob", { role: "cook" }), 201);
  assert.equal(put.headers.get("location"), "/api/missions/m2/astronauts/bob");
  const patched = assertStatus(await served.patch("/api/missions/m2/crew/bob", { role: "chef" }), 200);
  assert.equal(patched.body._links.self, "/api/missions/m2/astronauts/bob");
  assertStatus(await served.delete("/api/missions/m2/crew/bob"), 204);
  assertStatus(await served.get("/api/missions/m2/astronauts/bob"), 404);
});

test("§2.3: in PUT and PATCH astronaut_id may be left out, and must equal the path when given", async () => {
  const at = "/api/missions/m1/astronauts/bob";
  assertStatus(await served.put(at, { role: "pilot" }), 200);
  assertStatus(await served.put(at, { astronaut_id: "bob", role: "pilot" }), 200);
  assertStatus(await served.patch(at, { astronaut_id: "bob", role: "pilot" }), 200);
  assertRefused(await served.put(at, { astronaut_id: "ann", role: "pilot" }), 422, ["/astronaut_id", "read_only"]);
  assertRefused(await served.patch(at, { astronaut_id: "ann" }), 422, ["/astronaut_id", "read_only"]);
  assertRefused(await served.put("/api/missions/m2/astronauts/bob", { astronaut_id: "ann", role: "pilot" }), 422);
});

test("§2.3: POST needs astronaut_id and role; an unknown astronaut is 422", async () => {
  const at = "/api/missions/m1/astronauts";
  assertRefused(await served.post(at, {}), 400, ["/astronaut_id", "required"], ["/role", "required"]);
  assertRefused(await served.post(at, { astronaut_id: "zoe", role: "pilot" }), 422, [
    "/astronaut_id",
    "unknown_reference",
  ]);
  assertStatus(await served.put(`${at}/zoe`, { role: "pilot" }), 422);
  assertStatus(await served.patch(`${at}/zoe`, { role: "pilot" }), 404);
});

test("§2.3: the same astronaut twice is 409 already_exists", async () => {
  const again = await served.post("/api/missions/m1/astronauts", { astronaut_id: "ann", role: "pilot" });
  assertRefused(again, 409, ["/astronaut_id", "already_exists"]);
  assert.equal(again.body.type, "/problems/already-exists");
});

test("§2.3: a spacecraft_id that is not one of the mission's vehicles is 422", async () => {
  const at = "/api/missions/m1/astronauts/bob";
  for (const spacecraft_id of ["elsewhere", "nothing"]) {
    assertRefused(await served.patch(at, { spacecraft_id }), 422, ["/spacecraft_id", "unknown_reference"]);
  }
  assertStatus(await served.patch(at, { spacecraft_id: "csm" }), 200);
  assertStatus(await served.patch(at, { spacecraft_id: null }), 200);
});

test("§12.5: a vehicle that a crew member is assigned to cannot be removed from the mission", async () => {
  for (const query of ["", "?cascade=true"]) {
    const { status, body } = await served.delete(`/api/missions/m1/spacecraft/csm${query}`);
    assert.deepEqual([status, body.code], [409, "has_dependents"]);
    const [dependent] = body.dependents;
    assert.deepEqual([dependent.name, dependent.count], ["astronauts", 1]);
    const { astronauts } = await fixtures.read(dependent.link);
    assert.deepEqual(
      astronauts.map((each: { id: string }) => each.id),
      ["ann"],
    );
  }
  await served.patch("/api/missions/m1/astronauts/ann", { spacecraft_id: null });
  assertStatus(await served.delete("/api/missions/m1/spacecraft/csm"), 204);
});

test("§2.3: an entry shows the astronaut's current name, the listing the mission's", async () => {
  await served.patch("/api/astronauts/cyd", { name: "Cyd the Second" });
  await served.patch("/api/missions/m1", { name: "Renamed" });
  const { mission_name, astronauts } = await fixtures.read("/api/missions/m1/astronauts?id=cyd");
  assert.deepEqual([mission_name, astronauts[0].name], ["Renamed", "Cyd the Second"]);
});
