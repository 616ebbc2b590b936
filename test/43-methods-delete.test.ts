/** Proves §4.1 on DELETE: what blocks it, what is deleted along, and what never is. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertRefused, assertStatus } from "./support/http/assertions.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { type Body, type HttpResponse, serveForFile } from "./support/http/serve.ts";

const served = await serveForFile();
const fixtures = fixturesFor(served);
const sample = { instrument: "i", parameter: "p", collected_at: "2020-01-01T00:00:00Z" };

const ids = (list: Body) => (Object.values(list).find(Array.isArray) as { id: string }[]).map(({ id }) => id).sort();

/** Asserts that a deletion was refused because of exactly these dependents, and that each link lists exactly them. */
async function blocked(answer: HttpResponse, expected: Record<string, string[]>): Promise<void> {
  assertRefused(answer, 409, ["", "has_dependents"]);
  assert.deepEqual([answer.body.code, answer.body.type], ["has_dependents", "/problems/has-dependents"]);
  const found: Record<string, string[]> = {};
  for (const { name, count, link, ...rest } of answer.body.dependents) {
    assert.deepEqual(rest, {});
    found[name] = ids(await fixtures.read(link));
    assert.equal(count, found[name]!.length, name);
  }
  assert.deepEqual(found, expected);
}

test("§4.1: DELETE is 204 without a body, and the resource is gone", async () => {
  await fixtures.mission("gone");
  const answer = assertStatus(await served.delete("/api/missions/gone"), 204);
  assert.deepEqual([answer.text, answer.headers.get("etag"), answer.headers.get("last-modified")], ["", null, null]);
  assertStatus(await served.get("/api/missions/gone"), 404);
  assertStatus(await served.delete("/api/missions/gone"), 404);
  assert.equal((await served.put("/api/missions/gone", { name: "again" })).status, 201, "the id is free again");
});

test("§4.1: sub-resources block: 409 has_dependents lists each kind with its count and link", async () => {
  await fixtures.mission("m");
  await fixtures.astronaut("ann");
  await fixtures.spacecraft("csm");
  await fixtures.equip("m", "csm");
  await fixtures.assign("m", "ann");
  for (const id of ["o1", "o2"]) await fixtures.put(`/api/missions/m/objectives/${id}`, { title: id });
  await fixtures.put("/api/missions/m/data/s1", sample);
  const dependents = { astronauts: ["ann"], spacecraft: ["csm"], objectives: ["o1", "o2"], data: ["s1"] };
  await blocked(await served.delete("/api/missions/m"), dependents);
  await blocked(await served.delete("/api/missions/m?cascade=false"), dependents);
});

test("§12.6: the detail of has_dependents counts them by their nouns, with thousands separators", async () => {
  await fixtures.mission("many");
  await fixtures.assign("many", "ann");
  const post = await served.post(
    "/api/missions/many/data",
    Array.from({ length: 1_001 }, () => sample),
  );
  assertStatus(post, 201);
  const { detail } = (await served.delete("/api/missions/many")).body;
  const counts = "1 crew member, 1,001 samples";
  const hint = "?cascade=true deletes them with it.";
  assert.equal(detail, `This mission still has dependents: ${counts}. Remove them first. ${hint}`);
  assertStatus(await served.delete("/api/missions/many?cascade=true"), 204);
});

test("§4.1: cascade=true deletes sub-resources too, and never independent resources", async () => {
  assertStatus(await served.delete("/api/missions/m?cascade=true"), 204);
  for (const path of ["/api/missions/m", "/api/data/s1", "/api/missions/m/objectives/o1"])
    assertStatus(await served.get(path), 404);
  assert.deepEqual(ids(await fixtures.read("/api/astronauts/ann/missions")), []);
  assert.deepEqual(ids(await fixtures.read("/api/spacecraft/csm/missions")), []);
  const { total_missions, current_mission } = await fixtures.read("/api/astronauts/ann");
  assert.deepEqual([total_missions, current_mission], [0, null]);
  await fixtures.mission("m");
  assert.deepEqual(ids(await fixtures.read("/api/missions/m/objectives")), [], "nothing comes back with the id");
});

test("§4.1: an astronaut assigned to a crew stays, cascade or not", async () => {
  await fixtures.assign("m", "ann");
  for (const query of ["", "?cascade=true"]) {
    await blocked(await served.delete(`/api/astronauts/ann${query}`), { missions: ["m"] });
  }
});

test("§12.6: a private kind is named without its count", async () => {
  await fixtures.astronaut("bob");
  await fixtures.put("/api/astronauts/bob/medical/x1", { examined_on: "2020-01-01", kind: "annual", fitness: "fit" });
  await fixtures.put("/api/astronauts/bob/training/t1", { course: "c" });
  const { status, body, text } = await served.delete("/api/astronauts/bob");
  assert.equal(status, 409);
  assert.deepEqual(
    body.dependents.sort((a: Body, b: Body) => (a.name < b.name ? -1 : 1)),
    [
      { name: "medical", link: "/api/astronauts/bob/medical" },
      { name: "training", count: 1, link: "/api/astronauts/bob/training" },
    ],
  );
  assert.doesNotMatch(text, /1 medical/);
});

test("§4.1: cascade deletes an astronaut's training and medical records too", async () => {
  assertStatus(await served.delete("/api/astronauts/bob?cascade=true"), 204);
  await fixtures.astronaut("bob");
  for (const list of ["medical", "training"])
    assert.deepEqual(ids(await fixtures.read(`/api/astronauts/bob/${list}`)), []);
});

test("§4.1: one-to-ones never block, and are deleted with their parent", async () => {
  await fixtures.planet("p");
  await fixtures.put("/api/planets/p/atmosphere", {});
  await fixtures.put("/api/planets/p/surface", {});
  assertStatus(await served.delete("/api/planets/p"), 204);
  await fixtures.planet("p");
  assertStatus(await served.get("/api/planets/p/atmosphere"), 404);
  await fixtures.put("/api/spacecraft/csm/navigation-system", { name: "n" });
  assertStatus(await served.delete("/api/spacecraft/csm"), 204);
});

test("§4.1: a one-to-one can be deleted alone", async () => {
  await fixtures.put("/api/planets/p/surface", {});
  assertStatus(await served.delete("/api/planets/p/surface"), 204);
  assertStatus(await served.get("/api/planets/p/surface"), 404);
  assertStatus(await served.delete("/api/planets/p/surface"), 404);
});

test("§12.5: a planet that is a destination cannot be deleted, cascade or not", async () => {
  await fixtures.planet("mars");
  for (const id of ["viking-1", "viking-2"]) await fixtures.mission(id, { destination: "mars" });
  await fixtures.mission("elsewhere", { destination: "p" });
  for (const query of ["", "?cascade=true"]) {
    await blocked(await served.delete(`/api/planets/mars${query}`), { missions: ["viking-1", "viking-2"] });
  }
});

test("§12.5: a moon that is a destination cannot be deleted, nor its planet with cascade", async () => {
  await fixtures.planet("saturn");
  await fixtures.moon("saturn", "titan");
  await fixtures.moon("saturn", "rhea");
  await fixtures.mission("huygens", { destination: "titan" });
  await blocked(await served.delete("/api/planets/saturn/moons/titan"), { missions: ["huygens"] });
  await blocked(await served.delete("/api/planets/saturn"), { moons: ["rhea", "titan"] });
  await blocked(await served.delete("/api/planets/saturn?cascade=true"), { missions: ["huygens"] });
  assert.equal((await fixtures.read("/api/planets/saturn")).moon_count, 2, "nothing was deleted");
  await fixtures.mission("huygens", { destination: null });
  assertStatus(await served.delete("/api/planets/saturn?cascade=true"), 204);
  assertStatus(await served.get("/api/moons/titan"), 404);
});

test("§12.2: a reference names its target, not another kind with the same id", async () => {
  await fixtures.planet("uranus");
  await fixtures.moon("uranus", "ariel");
  await fixtures.mission("to-the-moon", { destination: "ariel" });
  await fixtures.planet("ariel");
  assertStatus(await served.delete("/api/planets/ariel"), 204);
  assert.equal(
    (await fixtures.read("/api/missions/to-the-moon"))._links.destination,
    "/api/planets/uranus/moons/ariel",
  );
});

test("§12.5: a spacecraft in a mission cannot be deleted, cascade or not", async () => {
  await fixtures.spacecraft("lm");
  await fixtures.equip("viking-1", "lm");
  for (const query of ["", "?cascade=true"]) {
    await blocked(await served.delete(`/api/spacecraft/lm${query}`), { missions: ["viking-1"] });
  }
});

test("§4.1: a mission that others are part of cannot be deleted, cascade or not", async () => {
  await fixtures.mission("whole");
  await fixtures.mission("part", { part_of: "whole" });
  for (const query of ["", "?cascade=true"]) {
    await blocked(await served.delete(`/api/missions/whole${query}`), { missions: ["part"] });
  }
  assertStatus(await served.delete("/api/missions/part"), 204);
  assertStatus(await served.delete("/api/missions/whole"), 204);
});

test("§4.1: a mission with a crew in its own vehicles is deleted with cascade", async () => {
  await fixtures.mission("flown");
  await fixtures.equip("flown", "lm");
  await fixtures.assign("flown", "ann", { spacecraft_id: "lm" });
  assertStatus(await served.delete("/api/missions/flown?cascade=true"), 204);
});

test("§4.1: removing a crew member or a vehicle deletes the membership only", async () => {
  assertStatus(await served.delete("/api/missions/m/astronauts/ann"), 204);
  assertStatus(await served.delete("/api/missions/viking-1/spacecraft/lm"), 204);
  assertStatus(await served.get("/api/astronauts/ann"), 200);
  assertStatus(await served.delete("/api/astronauts/ann"), 204);
});

test("§4.1: cascade is true or false, once", async () => {
  for (const query of ["cascade=yes", "cascade=", "cascade=TRUE", "cascade=true&cascade=true", "cascad=true"]) {
    assert.equal((await served.delete(`/api/planets/mars?${query}`)).status, 400, query);
  }
});
