/** Proves §4 on DELETE: what blocks it, what goes with it, and what never does. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { answered, refused } from "./support/refused.ts";
import { sceneOf } from "./support/scene.ts";
import { type Answer, type Body, serveForFile } from "./support/serve.ts";

const served = await serveForFile();
const scene = sceneOf(served);
const sample = { instrument: "i", parameter: "p", collected_at: "2020-01-01T00:00:00Z" };

const ids = (list: Body) => (Object.values(list).find(Array.isArray) as { id: string }[]).map(({ id }) => id).sort();

/** Asserts that a deletion was refused because of exactly these, and that each link lists exactly them. */
async function blocked(answer: Answer, expected: Record<string, string[]>): Promise<void> {
  refused(answer, 409, ["", "has_dependents"]);
  assert.deepEqual([answer.body.code, answer.body.type], ["has_dependents", "/problems/has-dependents"]);
  const found: Record<string, string[]> = {};
  for (const { name, count, link, ...rest } of answer.body.dependents) {
    assert.deepEqual(rest, {});
    found[name] = ids(await scene.read(link));
    assert.equal(count, found[name]!.length, name);
  }
  assert.deepEqual(found, expected);
}

test("§4.1 DELETE is 204 without a body, and the resource is gone", async () => {
  await scene.mission("gone");
  const answer = answered(await served.delete("/api/missions/gone"), 204);
  assert.deepEqual([answer.text, answer.headers.get("etag"), answer.headers.get("last-modified")], ["", null, null]);
  answered(await served.get("/api/missions/gone"), 404);
  answered(await served.delete("/api/missions/gone"), 404);
  assert.equal((await served.put("/api/missions/gone", { name: "again" })).status, 201, "the id is free again");
});

test("§4.1 what is owned blocks: 409 has_dependents lists each kind with its count and link", async () => {
  await scene.mission("m");
  await scene.astronaut("ann");
  await scene.spacecraft("csm");
  await scene.equip("m", "csm");
  await scene.assign("m", "ann");
  for (const id of ["o1", "o2"]) await scene.put(`/api/missions/m/objectives/${id}`, { title: id });
  await scene.put("/api/missions/m/data/s1", sample);
  const dependents = { astronauts: ["ann"], spacecraft: ["csm"], objectives: ["o1", "o2"], data: ["s1"] };
  await blocked(await served.delete("/api/missions/m"), dependents);
  await blocked(await served.delete("/api/missions/m?cascade=false"), dependents);
});

test("§4.1 cascade=true deletes what is owned with it, and never what is independent", async () => {
  answered(await served.delete("/api/missions/m?cascade=true"), 204);
  for (const path of ["/api/missions/m", "/api/data/s1", "/api/missions/m/objectives/o1"])
    answered(await served.get(path), 404);
  assert.deepEqual(ids(await scene.read("/api/astronauts/ann/missions")), []);
  assert.deepEqual(ids(await scene.read("/api/spacecraft/csm/missions")), []);
  const { total_missions, current_mission } = await scene.read("/api/astronauts/ann");
  assert.deepEqual([total_missions, current_mission], [0, null]);
  await scene.mission("m");
  assert.deepEqual(ids(await scene.read("/api/missions/m/objectives")), [], "nothing comes back with the id");
});

test("§4.1 an astronaut assigned to a crew stays, cascade or not", async () => {
  await scene.assign("m", "ann");
  for (const query of ["", "?cascade=true"]) {
    await blocked(await served.delete(`/api/astronauts/ann${query}`), { missions: ["m"] });
  }
});

test("§12.6 a private kind is named without its count", async () => {
  await scene.astronaut("bob");
  await scene.put("/api/astronauts/bob/medical/x1", { examined_on: "2020-01-01", kind: "annual", fitness: "fit" });
  await scene.put("/api/astronauts/bob/training/t1", { course: "c" });
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

test("§4.1 cascade takes an astronaut's training and medical records along", async () => {
  answered(await served.delete("/api/astronauts/bob?cascade=true"), 204);
  await scene.astronaut("bob");
  for (const list of ["medical", "training"])
    assert.deepEqual(ids(await scene.read(`/api/astronauts/bob/${list}`)), []);
});

test("§4.1 one-to-ones never block, and go with their parent", async () => {
  await scene.planet("p");
  await scene.put("/api/planets/p/atmosphere", {});
  await scene.put("/api/planets/p/surface", {});
  answered(await served.delete("/api/planets/p"), 204);
  await scene.planet("p");
  answered(await served.get("/api/planets/p/atmosphere"), 404);
  await scene.put("/api/spacecraft/csm/navigation-system", { name: "n" });
  answered(await served.delete("/api/spacecraft/csm"), 204);
});

test("§4.1 a one-to-one is deleted by itself", async () => {
  await scene.put("/api/planets/p/surface", {});
  answered(await served.delete("/api/planets/p/surface"), 204);
  answered(await served.get("/api/planets/p/surface"), 404);
  answered(await served.delete("/api/planets/p/surface"), 404);
});

test("§12.5 a planet that is a destination cannot be deleted, cascade or not", async () => {
  await scene.planet("mars");
  for (const id of ["viking-1", "viking-2"]) await scene.mission(id, { destination: "mars" });
  await scene.mission("elsewhere", { destination: "p" });
  for (const query of ["", "?cascade=true"]) {
    await blocked(await served.delete(`/api/planets/mars${query}`), { missions: ["viking-1", "viking-2"] });
  }
});

test("§12.5 a moon that is a destination cannot be deleted, nor its planet with cascade", async () => {
  await scene.planet("saturn");
  await scene.moon("saturn", "titan");
  await scene.moon("saturn", "rhea");
  await scene.mission("huygens", { destination: "titan" });
  await blocked(await served.delete("/api/planets/saturn/moons/titan"), { missions: ["huygens"] });
  await blocked(await served.delete("/api/planets/saturn"), { moons: ["rhea", "titan"] });
  await blocked(await served.delete("/api/planets/saturn?cascade=true"), { missions: ["huygens"] });
  assert.equal((await scene.read("/api/planets/saturn")).moon_count, 2, "nothing was deleted");
  await scene.mission("huygens", { destination: null });
  answered(await served.delete("/api/planets/saturn?cascade=true"), 204);
  answered(await served.get("/api/moons/titan"), 404);
});

test("§12.2 a reference names its target, not whatever has the same id", async () => {
  await scene.planet("uranus");
  await scene.moon("uranus", "ariel");
  await scene.mission("to-the-moon", { destination: "ariel" });
  await scene.planet("ariel");
  answered(await served.delete("/api/planets/ariel"), 204);
  assert.equal((await scene.read("/api/missions/to-the-moon"))._links.destination, "/api/planets/uranus/moons/ariel");
});

test("§12.5 a spacecraft in a mission cannot be deleted, cascade or not", async () => {
  await scene.spacecraft("lm");
  await scene.equip("viking-1", "lm");
  for (const query of ["", "?cascade=true"]) {
    await blocked(await served.delete(`/api/spacecraft/lm${query}`), { missions: ["viking-1"] });
  }
});

test("§4.1 a mission that others are part of cannot be deleted, cascade or not", async () => {
  await scene.mission("whole");
  await scene.mission("part", { part_of: "whole" });
  for (const query of ["", "?cascade=true"]) {
    await blocked(await served.delete(`/api/missions/whole${query}`), { missions: ["part"] });
  }
  answered(await served.delete("/api/missions/part"), 204);
  answered(await served.delete("/api/missions/whole"), 204);
});

test("§4.1 a mission with a crew in its own vehicles is deleted with cascade", async () => {
  await scene.mission("flown");
  await scene.equip("flown", "lm");
  await scene.assign("flown", "ann", { spacecraft_id: "lm" });
  answered(await served.delete("/api/missions/flown?cascade=true"), 204);
});

test("§4.1 removing a crew member or a vehicle deletes the membership alone", async () => {
  answered(await served.delete("/api/missions/m/astronauts/ann"), 204);
  answered(await served.delete("/api/missions/viking-1/spacecraft/lm"), 204);
  answered(await served.get("/api/astronauts/ann"), 200);
  answered(await served.delete("/api/astronauts/ann"), 204);
});

test("§4.1 cascade is true or false, once", async () => {
  for (const query of ["cascade=yes", "cascade=", "cascade=TRUE", "cascade=true&cascade=true", "cascad=true"]) {
    assert.equal((await served.delete(`/api/planets/mars?${query}`)).status, 400, query);
  }
});
