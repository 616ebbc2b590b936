/** Proves the fine points of conditional requests (§4): how their headers are read, and when they are looked at. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fixturesFor } from "./support/http/fixtures.ts";
import { faultsOf, serveForFile } from "./support/http/serve.ts";

const served = await serveForFile();
const fixtures = fixturesFor(served);
await fixtures.planet("mars");
await fixtures.moon("mars", "phobos");
await fixtures.mission("m");
await fixtures.astronaut("ann");
await fixtures.assign("m", "ann");

const tagOf = async (path: string) => (await served.get(path)).headers.get("etag")!;
const STALE = { "if-match": '"stale"' };

for (const header of ["If-Match", "If-None-Match"]) {
  for (const value of [
    "",
    "abc",
    "3",
    '"open',
    "'single'",
    'w/"small"',
    '"a" b',
    '"with space"',
    '*, "a"',
    ",",
    "**",
  ]) {
    test(`§7.2 ${header}: ${value || "(nothing)"} is 400, whether the record is there or not`, async () => {
      for (const path of ["/api/planets/mars", "/api/planets/none", "/api/planets"]) {
        const answer = await served.get(path, { headers: { [header]: value } });
        assert.deepEqual([answer.status, faultsOf(answer)], [400, [[header, "invalid_header"]]], path);
      }
      const answer = await served.patch("/api/planets/mars", {}, { headers: { [header]: value } });
      assert.equal(answer.status, 400);
    });
  }
}

/** Ways to write 2026-01-15T12:00:00Z, the time of the last change (RFC 9110 §5.6.7). */
const FORMS = ["Thu, 15 Jan 2026 12:00:00 GMT", "Thursday, 15-Jan-26 12:00:00 GMT", "Thu Jan 15 12:00:00 2026"];
for (const now of FORMS) {
  test(`§4.10 a date may be written as ${now}`, async () => {
    const before = now.replace("12:00:00", "11:59:59");
    const status = async (name: string, date: string) =>
      (await served.get("/api/planets/mars", { headers: { [name]: date } })).status;
    assert.deepEqual([await status("If-Modified-Since", now), await status("If-Modified-Since", before)], [304, 200]);
    assert.deepEqual(
      [await status("If-Unmodified-Since", now), await status("If-Unmodified-Since", before)],
      [200, 412],
    );
  });
}

test("§4.10 a date that is none is ignored", async () => {
  for (const date of ["", "0", "2026-01-15T12:00:00Z", "Thu, 32 Jan 2026 12:00:00 GMT", "15 Jan 2026 12:00:00 GMT"]) {
    const headers = { "If-Modified-Since": date, "If-Unmodified-Since": date };
    assert.equal((await served.get("/api/planets/mars", { headers })).status, 200, date);
  }
});

test("§7.3 a request that is 401, 406, 415, 400 or 404 is that, whatever its precondition", async () => {
  const text = { "content-type": "text/plain" };
  const at = "/api/planets/mars";
  assert.equal((await served.patch(at, {}, { headers: STALE, credential: false })).status, 401);
  assert.equal((await served.patch(at, {}, { headers: { ...STALE, accept: "text/html" } })).status, 406);
  assert.equal((await served.patch(at, "{}", { headers: { ...STALE, ...text } })).status, 415);
  assert.equal((await served.patch(at, "{", { headers: STALE })).status, 400);
  assert.equal((await served.patch(at, { colour: "red" }, { headers: STALE })).status, 400);
  assert.equal((await served.put(at, { name: "Mars" }, { headers: STALE })).status, 400);
  assert.equal((await served.delete(`${at}?cascade=maybe`, { headers: STALE })).status, 400);
  assert.equal((await served.get(`${at}?fields=colour`, { headers: { "if-none-match": "*" } })).status, 400);
  assert.equal((await served.put("/api/planets/none/moons/x", { name: "x" }, { headers: STALE })).status, 404);
});

test("§7.3 412 goes before 422 and 409", async () => {
  const at = "/api/planets/mars";
  const [invalid, taken] = [{ mass_kg: -1 }, { name: "x", planet_type: "terrestrial" }];
  const fresh = { "if-match": await tagOf(at) };
  assert.equal((await served.patch(at, invalid, { headers: STALE })).status, 412);
  assert.equal((await served.patch(at, invalid, { headers: fresh })).status, 422);
  assert.equal((await served.put(at, { ...taken, ...invalid }, { headers: { "if-none-match": "*" } })).status, 412);
  assert.equal((await served.delete(at, { headers: STALE })).status, 412);
  assert.equal((await served.delete(at, { headers: fresh })).status, 409);
});

test("§4.10 a 412 says which state the record is in, and carries no validator", async () => {
  const { status, headers, body } = await served.patch("/api/planets/mars", {}, { headers: STALE });
  assert.deepEqual([status, body.type, headers.get("etag")], [412, "/problems/precondition-failed", null]);
  assert.ok(body.detail.includes(await tagOf("/api/planets/mars")), body.detail);
});

test("§4.10 one tag through every door: the alias and the flat view name the same states", async () => {
  for (const [path, door] of [
    ["/api/missions/m/astronauts/ann", "/api/missions/m/crew/ann"],
    ["/api/planets/mars/moons/phobos", "/api/moons/phobos"],
  ] as const) {
    const tag = await tagOf(path);
    assert.equal(await tagOf(door), tag);
    assert.equal((await served.get(door, { headers: { "if-none-match": tag } })).status, 304);
  }
  const headers = { "if-match": await tagOf("/api/missions/m/astronauts/ann") };
  const changed = await served.patch("/api/missions/m/crew/ann", { role: "commander" }, { headers });
  assert.equal(changed.status, 200);
  assert.equal((await served.delete("/api/missions/m/crew/ann", { headers })).status, 412);
});

test("§4.10 If-None-Match: * does not take an id from another parent: 409, not 412", async () => {
  await fixtures.planet("venus");
  const headers = { "if-none-match": "*" };
  const answer = await served.put("/api/planets/venus/moons/phobos", { name: "x" }, { headers });
  assert.equal(answer.body.code, "already_exists");
});

test("§4.10 the tag that an answer to a write carries guards the next write", async () => {
  let tag = (await served.put("/api/planets/pluto", { name: "Pluto", planet_type: "dwarf" })).headers.get("etag")!;
  for (const name of ["Ploutōn", "Плутон", "冥王星"]) {
    const answer = await served.patch("/api/planets/pluto", { name }, { headers: { "if-match": tag } });
    assert.equal(answer.status, 200);
    assert.equal((await served.patch("/api/planets/pluto", { name }, { headers: { "if-match": tag } })).status, 412);
    tag = answer.headers.get("etag")!;
  }
  assert.equal((await served.delete("/api/planets/pluto", { headers: { "if-match": tag } })).status, 204);
});

test("§4.10 OPTIONS and the service's own pages look at no precondition", async () => {
  for (const path of ["/livez", "/readyz", "/openapi.json", "/docs"])
    assert.equal((await served.get(path, { headers: STALE })).status, 200, path);
  assert.equal((await served.request("OPTIONS", "/api/planets/mars", { headers: STALE })).status, 204);
});
