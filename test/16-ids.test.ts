/** Proves which ids are valid, that they are lower case, and that they are unique per kind (§12.2). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertRefused, assertStatus } from "./support/http/assertions.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { serveForFile } from "./support/http/serve.ts";

const served = await serveForFile();
const fixtures = fixturesFor(served);

const good = ["a", "0", "apollo-11", "a.b_c~d-e", "x".repeat(64)];
const bad = ["-a", ".a", "_a", "~a", "a b", "a/b", "a%", "é", "a\u0000", "x".repeat(65), "a:b", "A", "apollo-X", "É"];

for (const id of good) {
  test(`§12.2: an id can be ${id.slice(0, 20)} (${id.length})`, async () => {
    assert.equal(assertStatus(await served.put(`/api/missions/${id}`, { name: "m" }), 201).body.id, id);
    assert.equal((await fixtures.read(`/api/missions/${id}`)).id, id);
    assert.equal((await served.post("/api/planets", { id, name: "p", planet_type: "dwarf" })).status, 201);
  });
}

for (const id of bad) {
  test(`§12.2: ${JSON.stringify(id.slice(0, 20))} (${id.length}) cannot be an id: 422 in PUT and POST, 404 in a path of GET`, async () => {
    const path = `/api/missions/${encodeURIComponent(id)}`;
    assertRefused(await served.put(path, { name: "m" }), 422, ["/id", "invalid_id"]);
    assertRefused(await served.post("/api/missions", { id, name: "m" }), 422, ["/id", "invalid_id"]);
    assertStatus(await served.get(path), 404);
    assertStatus(await served.delete(path), 404);
  });
}

test("§12.2: an empty id is 422 in POST", async () => {
  assertRefused(await served.post("/api/missions", { id: "", name: "m" }), 422, ["/id", "invalid_id"]);
});

test("§12.2: the message of an id with capitals suggests its lower-case form", async () => {
  const missions = "/api/missions";
  for (const answer of [
    await served.put(`${missions}/Apollo-11`, { name: "m" }),
    await served.post(missions, { id: "Apollo-11", name: "m" }),
  ]) {
    assertRefused(answer, 422, ["/id", "invalid_id"]);
    assert.equal(answer.body.errors[0].message, "Ids are lower case. Use apollo-11.");
  }
  const hopeless = await served.post(missions, { id: "Apollo 11", name: "m" });
  assert.match(hopeless.body.errors[0].message, /1 to 64 characters/);
});

test("§12.2: an id with capitals is 404 in the path of GET, PATCH and DELETE", async () => {
  await fixtures.mission("case");
  for (const path of ["/api/missions/Case", "/api/missions/CASE/objectives"]) {
    assertStatus(await served.get(path), 404);
    assertStatus(await served.patch(path.slice(0, 18), { name: "n" }), 404);
    assertStatus(await served.delete(path.slice(0, 18)), 404);
  }
});

test("§12.7: ids and references are compared without case in filters, exactly in bodies", async () => {
  assert.equal((await fixtures.read("/api/missions?id=CASE")).total_count, 1);
  await fixtures.planet("mars");
  await fixtures.mission("flight", { destination: "mars" });
  for (const query of [
    "destination=MARS",
    "destination_in=venus,Mars",
    "destination_contains=AR",
    "filter=destination:mARS",
  ])
    assert.equal((await fixtures.read(`/api/missions?${query}`)).total_count, 1, query);
  assertRefused(await served.patch("/api/missions/flight", { destination: "MARS" }), 422, [
    "/destination",
    "unknown_reference",
  ]);
});

test("§12.2: ids are unique per kind: a mission and a planet may have the same", async () => {
  assert.equal((await fixtures.read("/api/planets/a")).id, (await fixtures.read("/api/missions/a")).id);
});
