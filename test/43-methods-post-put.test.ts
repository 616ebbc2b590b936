/** Proves §4.1 and §4.2 on POST and PUT, and on writes that change nothing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertRefused, assertStatus } from "./support/http/assertions.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { serveForFile } from "./support/http/serve.ts";

const served = await serveForFile();
const fixtures = fixturesFor(served);

test("§4.1: POST: 201 with Location and the representation; the client may choose the id", async () => {
  const chosen = assertStatus(await served.post("/api/missions", { id: "chosen.1~x_y-z", name: "m" }), 201);
  assert.equal(chosen.headers.get("location"), "/api/missions/chosen.1~x_y-z");
  assert.deepEqual(await fixtures.read("/api/missions/chosen.1~x_y-z"), chosen.body);
  const made = assertStatus(await served.post("/api/missions", { name: "m" }), 201);
  assert.equal(made.headers.get("location"), `/api/missions/${made.body.id}`);
});

test("§4.1: POST of an id that is taken is 409 already_exists, and changes nothing", async () => {
  const answer = await served.post("/api/missions", { id: "chosen.1~x_y-z", name: "other" });
  assertRefused(answer, 409, ["/id", "already_exists"]);
  assert.equal(answer.body.type, "/problems/already-exists");
  assert.equal((await fixtures.read("/api/missions/chosen.1~x_y-z")).name, "m");
});

test("§4.1: PUT creates: 201 with Location; PUT again replaces: 200 without", async () => {
  const created = assertStatus(await served.put("/api/missions/put", { name: "one" }), 201);
  assert.equal(created.headers.get("location"), "/api/missions/put");
  assert.equal(created.body.id, "put");
  served.clock.advance(1_000);
  const replaced = assertStatus(await served.put("/api/missions/put", { name: "two" }), 200);
  assert.equal(replaced.headers.get("location"), null);
  assert.equal(replaced.body.created_at, created.body.created_at);
  assert.ok(replaced.body.updated_at > created.body.updated_at);
});

test("§4.1: PUT needs a complete body, with all required fields, whether it creates or replaces", async () => {
  assertRefused(await served.put("/api/missions/put", { description: "no name" }), 400, ["/name", "required"]);
  assertRefused(await served.put("/api/missions/new", {}), 400, ["/name", "required"]);
  assertStatus(await served.get("/api/missions/new"), 404);
});

test("§4.1: PUT returns absent optional fields to their default", async () => {
  const full = {
    description: "d",
    status_reason: "r",
    launch_date: "2026-01-01",
    launch_date_precision: "year",
    end_date: "2027-01-01",
    operator: "o",
    mission_type: "lander",
  };
  await fixtures.mission("reset", full);
  const after = await fixtures.mission("reset");
  for (const name of Object.keys(full))
    assert.equal(after[name], name === "launch_date_precision" ? "day" : null, name);
  await fixtures.planet("ringed", { has_rings: true, mass_kg: 1 });
  const { has_rings, mass_kg } = await fixtures.planet("ringed");
  assert.deepEqual([has_rings, mass_kg], [false, null]);
});

test("§12.1: null on a field with a default returns it to the default, in every method", async () => {
  const body = { name: "n", launch_date_precision: null };
  assert.equal((await served.post("/api/missions", body)).body.launch_date_precision, "day");
  await fixtures.mission("nulled", { launch_date_precision: "year" });
  assert.equal((await served.put("/api/missions/nulled", body)).body.launch_date_precision, "day");
  await fixtures.mission("nulled", { launch_date_precision: "year" });
  assert.equal((await served.patch("/api/missions/nulled", body)).body.launch_date_precision, "day");
});

test("§12.1: null on a required field is 400 in POST and PUT, 422 in PATCH", async () => {
  assertRefused(await served.post("/api/missions", { name: null }), 400, ["/name", "wrong_type"]);
  assertRefused(await served.put("/api/missions/put", { name: null }), 400, ["/name", "wrong_type"]);
  assertRefused(await served.patch("/api/missions/put", { name: null }), 422, ["/name", "required"]);
});

test("§2.1: id in a body must equal the path's", async () => {
  assertStatus(await served.put("/api/missions/put", { id: "put", name: "n" }), 200);
  assertRefused(await served.put("/api/missions/put", { id: "other", name: "n" }), 422, ["/id", "read_only"]);
  assertRefused(await served.put("/api/missions/fresh", { id: "other", name: "n" }), 422, ["/id", "read_only"]);
  assertRefused(await served.patch("/api/missions/put", { id: "other" }), 422, ["/id", "read_only"]);
});

test("§2.1: GET → edit → PUT works: server-set fields may be sent back as read", async () => {
  await fixtures.astronaut("ann", { birth_date: "1980-01-01" });
  await fixtures.mission("whole", { crew_size: 3 });
  await fixtures.assign("whole", "ann");
  await fixtures.planet("ringed");
  for (const path of [
    "/api/missions/whole",
    "/api/astronauts/ann",
    "/api/planets/ringed",
    "/api/missions/whole/astronauts/ann",
  ]) {
    const read = await fixtures.read(path);
    const edited = path.includes("whole/") ? { ...read, role: "edited" } : { ...read, name: "edited" };
    const { updated_at, ...after } = assertStatus(await served.put(path, edited), 200).body;
    const { updated_at: _, ...wanted } = edited;
    assert.deepEqual(after, path.includes("whole/") ? { ...wanted, name: "edited" } : wanted, path);
  }
});

test("§2.1: a different value in a server-set field is 422 read_only, never silently dropped", async () => {
  const at = "/api/missions/whole";
  const { _links } = await fixtures.read(at);
  assertRefused(await served.patch(at, { created_at: "2020-01-01T00:00:00.000Z" }), 422, ["/created_at", "read_only"]);
  assertRefused(await served.patch(at, { _links: { ..._links, self: "/elsewhere" } }), 422, ["/_links", "read_only"]);
  assertRefused(
    await served.patch(at, { _links: {}, created_at: 1, updated_at: null }),
    422,
    ["/_links", "read_only"],
    ["/created_at", "read_only"],
    ["/updated_at", "read_only"],
  );
});

test("§12.9: a stale updated_at in a PUT is 422 read_only, and its message points to If-Match", async () => {
  const stale = await fixtures.read("/api/missions/put");
  served.clock.advance(1_000);
  await served.patch("/api/missions/put", { name: "written in between" });
  const answer = await served.put("/api/missions/put", stale);
  assertRefused(answer, 422, ["/updated_at", "read_only"]);
  assert.match(answer.body.errors[0].message, /changed since.*If-Match/);
});

test("§12.1: server-set fields in POST or a creating PUT are 422 read_only", async () => {
  const set = { created_at: "2026-01-15T12:00:00.000Z", _links: {}, allowed_transitions: [] };
  const faults: [string, string][] = Object.keys(set).map((name) => [`/${name}`, "read_only"]);
  assertRefused(await served.post("/api/missions", { name: "n", ...set }), 422, ...faults);
  assertRefused(await served.put("/api/missions/unborn", { name: "n", ...set }), 422, ...faults);
  assertStatus(await served.get("/api/missions/unborn"), 404);
});

test("§4.2: a write that changes nothing changes neither updated_at nor anything else", async () => {
  await fixtures.planet("still", { mass_kg: 1.5, discovered_by: "x" });
  await fixtures.put("/api/planets/still/atmosphere", { composition: [{ gas: "N2", volume_fraction: 0.5 }] });
  await fixtures.mission("still", { crew_size: 2 });
  await fixtures.assign("still", "ann", { experience_years: 3 });
  await fixtures.put("/api/missions/still/data/s", {
    instrument: "i",
    parameter: "p",
    collected_at: "2020-01-01T00:00:00Z",
    payload: { a: 1, b: [2] },
  });
  for (const path of [
    "/api/planets/still",
    "/api/planets/still/atmosphere",
    "/api/missions/still",
    "/api/missions/still/astronauts/ann",
    "/api/missions/still/data/s",
    "/api/astronauts/ann",
  ]) {
    const before = await fixtures.read(path);
    served.clock.advance(60_000);
    assert.deepEqual((await served.put(path, before)).body, before, `PUT ${path}`);
    assert.deepEqual((await served.patch(path, {})).body, before, `PATCH {} ${path}`);
    assert.deepEqual((await served.patch(path, before)).body, before, `PATCH ${path}`);
    assert.deepEqual(await fixtures.read(path), before, path);
  }
});

test("§4.2: the same time in another notation, and the same object in another order, change nothing", async () => {
  const at = "/api/missions/still/data/s";
  const before = await fixtures.read(at);
  const same = { ...before, collected_at: "2020-01-01T01:00:00.000+01:00", payload: { b: [2], a: 1 } };
  assert.deepEqual((await served.put(at, same)).body, before);
});
