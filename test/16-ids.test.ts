/** Proves what an id may be, where it is compared by case, and that it is unique per kind (§2, §12). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { answered, refused } from "./support/refused.ts";
import { sceneOf } from "./support/scene.ts";
import { serveForFile } from "./support/serve.ts";

const served = await serveForFile();
const scene = sceneOf(served);

const good = ["a", "A", "0", "apollo-11", "a.b_c~d-e", "x".repeat(64)];
const bad = ["-a", ".a", "_a", "~a", "a b", "a/b", "a%", "é", "a\u0000", "x".repeat(65), "a:b"];

for (const id of good) {
  test(`§12.2 an id may be ${id.slice(0, 20)} (${id.length})`, async () => {
    assert.equal(answered(await served.put(`/api/missions/${id}`, { name: "m" }), 201).body.id, id);
    assert.equal((await scene.read(`/api/missions/${id}`)).id, id);
    assert.equal((await served.post("/api/planets", { id, name: "p", planet_type: "dwarf" })).status, 201);
  });
}

for (const id of bad) {
  test(`§12.2 ${JSON.stringify(id.slice(0, 20))} (${id.length}) cannot be an id: 422 in PUT and POST, 404 in a path of GET`, async () => {
    const path = `/api/missions/${encodeURIComponent(id)}`;
    refused(await served.put(path, { name: "m" }), 422, ["/id", "invalid_id"]);
    refused(await served.post("/api/missions", { id, name: "m" }), 422, ["/id", "invalid_id"]);
    answered(await served.get(path), 404);
    answered(await served.delete(path), 404);
  });
}

test("§12.2 an empty id is 422 in POST", async () => {
  refused(await served.post("/api/missions", { id: "", name: "m" }), 422, ["/id", "invalid_id"]);
});

test("§12.2 ids are case-sensitive in paths and bodies, and compare without case in filters", async () => {
  await scene.mission("Case");
  await scene.mission("case");
  assert.deepEqual(
    [(await scene.read("/api/missions/Case")).id, (await scene.read("/api/missions/case")).id],
    ["Case", "case"],
  );
  answered(await served.get("/api/missions/CASE"), 404);
  assert.equal((await scene.read("/api/missions?id=CASE")).total_count, 2);
  await scene.planet("mars");
  await scene.mission("flight", { destination: "mars" });
  assert.equal((await scene.read("/api/missions?destination=MARS")).total_count, 1);
  refused(await served.patch("/api/missions/flight", { destination: "MARS" }), 422);
});

test("§12.2 ids are unique per kind: a mission and a planet may have the same", async () => {
  assert.equal((await scene.read("/api/planets/a")).id, (await scene.read("/api/missions/a")).id);
});
