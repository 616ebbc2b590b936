/** Proves which ids are valid, where their case counts, and that they are unique per kind (§12.2). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertRefused, assertStatus } from "./support/http/assertions.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { serveForFile } from "./support/http/serve.ts";

const served = await serveForFile();
const fixtures = fixturesFor(served);

const good = ["a", "A", "0", "apollo-11", "a.b_c~d-e", "x".repeat(64)];
const bad = ["-a", ".a", "_a", "~a", "a b", "a/b", "a%", "é", "a\u0000", "x".repeat(65), "a:b"];

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

test("§12.2: ids are case-sensitive in paths and bodies, and compare without case in filters", async () => {
  await fixtures.mission("Case");
  await fixtures.mission("case");
  assert.deepEqual(
    [(await fixtures.read("/api/missions/Case")).id, (await fixtures.read("/api/missions/case")).id],
    ["Case", "case"],
  );
  assertStatus(await served.get("/api/missions/CASE"), 404);
  assert.equal((await fixtures.read("/api/missions?id=CASE")).total_count, 2);
  await fixtures.planet("mars");
  await fixtures.mission("flight", { destination: "mars" });
  assert.equal((await fixtures.read("/api/missions?destination=MARS")).total_count, 1);
  assertRefused(await served.patch("/api/missions/flight", { destination: "MARS" }), 422);
});

test("§12.2: ids are unique per kind: a mission and a planet may have the same", async () => {
  assert.equal((await fixtures.read("/api/planets/a")).id, (await fixtures.read("/api/missions/a")).id);
});
