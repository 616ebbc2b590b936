/** Proves that PATCH is JSON Merge Patch (RFC 7396), as §4 says. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertRefused, assertStatus } from "./support/http/assertions.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { serveForFile } from "./support/http/serve.ts";

const served = await serveForFile();
const fixtures = fixturesFor(served);
await fixtures.mission("m", { operator: "NASA", launch_date: "2027-01-01" });
const sample = { instrument: "i", parameter: "p", collected_at: "2020-01-01T00:00:00Z" };
const at = "/api/missions/m/data/s";
await fixtures.put(at, sample);

test("§4.1: PATCH changes the given fields only", async () => {
  const before = await fixtures.read("/api/missions/m");
  served.clock.advance(1_000);
  const { body } = assertStatus(await served.patch("/api/missions/m", { operator: "ESA" }), 200);
  assert.deepEqual(body, { ...before, operator: "ESA", updated_at: body.updated_at });
  assert.ok(body.updated_at > before.updated_at);
});

test("§4.1: null clears an optional field", async () => {
  assert.equal((await served.patch("/api/missions/m", { operator: null })).body.operator, null);
  assert.equal((await served.patch("/api/missions/m", { operator: null })).status, 200, "also one that has no value");
});

for (const type of [
  "application/merge-patch+json",
  "application/json",
  "application/merge-patch+json; charset=utf-8",
  "Application/JSON",
]) {
  test(`§4.1: a patch may be ${type}`, async () => {
    const headers = { "content-type": type };
    assertStatus(await served.patch("/api/missions/m", { operator: type }, { headers }), 200);
  });
}

test("§4.1: a patch that is not an object is 400", async () => {
  for (const patch of ["[]", "null", "1", '"text"', "true", '[{"op":"replace","path":"/name","value":"x"}]']) {
    assertRefused(await served.patch("/api/missions/m", patch), 400, ["", "wrong_type"]);
  }
});

/** The examples of RFC 7396, appendix A, that have an object on both sides. */
const examples: [target: object, patch: object, result: object][] = [
  [{ a: "b" }, { a: "c" }, { a: "c" }],
  [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
  [{ a: "b" }, { a: null }, {}],
  [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
  [{ a: ["b"] }, { a: "c" }, { a: "c" }],
  [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
  [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
  [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
];
for (const [target, patch, result] of examples) {
  test(`§4.1: RFC 7396: ${JSON.stringify(target)} + ${JSON.stringify(patch)} = ${JSON.stringify(result)}`, async () => {
    await fixtures.put(at, { ...sample, payload: target });
    assert.deepEqual((await served.patch(at, { payload: patch })).body.payload, result);
  });
}

test("§4.1: an object's members are merged: absent ones stay", async () => {
  await fixtures.put(at, { ...sample, location: { body: "mars", latitude_deg: -4.5, longitude_deg: 137.4 } });
  const merged = await served.patch(at, { location: { latitude_deg: 1 } });
  assert.deepEqual(merged.body.location, { body: "mars", latitude_deg: 1, longitude_deg: 137.4 });
  const { location } = (await served.patch(at, { location: { body: null } })).body;
  assert.deepEqual([location.body ?? null, location.latitude_deg], [null, 1]);
  assert.equal((await served.patch(at, { location: null })).body.location, null);
  assert.equal((await served.patch(at, { location: { body: "moon" } })).body.location.body, "moon", "from nothing");
});

test("§4.1: an object's members are checked after they are merged", async () => {
  assertRefused(await served.patch(at, { location: { latitude_deg: 91 } }), 422, [
    "/location/latitude_deg",
    "out_of_range",
  ]);
  assertRefused(await served.patch(at, { location: { height: 1 } }), 400, ["/location/height", "unknown_field"]);
  await fixtures.put(at, { ...sample, payload: { a: "x".repeat(60_000) } });
  assert.equal((await served.patch(at, { payload: { b: "x".repeat(10_000) } })).status, 422, "too large together");
});

test("§4.1: an array is replaced as a whole", async () => {
  await fixtures.planet("p");
  const surface = "/api/planets/p/surface";
  await fixtures.put(surface, { features: ["a", "b"] });
  assert.deepEqual((await served.patch(surface, { features: ["c"] })).body.features, ["c"]);
  assert.deepEqual((await served.patch(surface, { features: null })).body.features, []);
});

test("§4.1: rules are checked on the patched record", async () => {
  assertRefused(await served.patch("/api/missions/m", { end_date: "2026-12-31" }), 422, ["/end_date", "rule_broken"]);
  assertStatus(await served.patch("/api/missions/m", { end_date: "2026-12-31", launch_date: "2026-12-01" }), 200);
});
