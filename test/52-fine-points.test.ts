/** Proves the fine points of section 12 of the contract that no other file is about. */
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
  test(`§12 an id may be ${id.slice(0, 20)} (${id.length})`, async () => {
    assert.equal(answered(await served.put(`/api/missions/${id}`, { name: "m" }), 201).body.id, id);
    assert.equal((await scene.read(`/api/missions/${id}`)).id, id);
    assert.equal((await served.post("/api/planets", { id, name: "p", planet_type: "dwarf" })).status, 201);
  });
}

for (const id of bad) {
  test(`§12 ${JSON.stringify(id.slice(0, 20))} (${id.length}) cannot be an id: 422 in PUT and POST, 404 in a path of GET`, async () => {
    const path = `/api/missions/${encodeURIComponent(id)}`;
    refused(await served.put(path, { name: "m" }), 422, ["/id", "invalid_id"]);
    refused(await served.post("/api/missions", { id, name: "m" }), 422, ["/id", "invalid_id"]);
    answered(await served.get(path), 404);
    answered(await served.delete(path), 404);
  });
}

test("§12 an empty id is 422 in POST", async () => {
  refused(await served.post("/api/missions", { id: "", name: "m" }), 422, ["/id", "invalid_id"]);
});

test("§12 ids are case-sensitive in paths and bodies, and compare without case in filters", async () => {
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

test("§12 ids are unique per kind: a mission and a planet may have the same", async () => {
  assert.equal((await scene.read("/api/planets/a")).id, (await scene.read("/api/missions/a")).id);
});

const lengths: [what: string, text: string, status: number][] = [
  ["200 letters", "x".repeat(200), 200],
  ["201 letters", "x".repeat(201), 422],
  ["200 emoji", "🚀".repeat(200), 200],
  ["201 emoji", "🚀".repeat(201), 422],
  ["200 combining marks", "e\u0301".repeat(100), 200],
  ["nothing", "", 422],
];
for (const [what, operator, status] of lengths) {
  test(`§12 text length counts Unicode code points: ${what} → ${status}`, async () => {
    answered(await served.patch("/api/missions/a", { operator }), status);
  });
}

test("§2 description and notes have up to 10,000 code points", async () => {
  answered(await served.patch("/api/missions/a", { description: "🚀".repeat(10_000) }), 200);
  refused(await served.patch("/api/missions/a", { description: "x".repeat(10_001) }), 422, [
    "/description",
    "too_long",
  ]);
});

const texts = [
  "  spaces kept  ",
  "Łódź",
  "Ωμέγα",
  "日本語",
  "שלום",
  "e\u0301 is not é",
  "\u0001\u007f\t\r\n",
  "\ufeffBOM",
  "\u2028\u2029",
  "🧑‍🚀",
  '"quoted" \\ /',
  "__proto__",
  "null",
];
test("§2 any other text round-trips exactly, in any script", async () => {
  for (const operator of texts) {
    assert.equal((await served.patch("/api/missions/a", { operator })).body.operator, operator);
    assert.equal((await scene.read("/api/missions/a")).operator, operator);
    assert.equal((await scene.read("/api/missions?id=a&fields=operator")).missions[1].operator, operator);
  }
});

test("§2 U+0000 and lone surrogates are 422, wherever text stands", async () => {
  const at = "/api/missions/a/data";
  const sample = { instrument: "i", parameter: "p", collected_at: "2020-01-01T00:00:00Z" };
  for (const text of ["a\u0000", "\ud800", "\udc00x"]) {
    refused(await served.patch("/api/missions/a", { description: text }), 422, ["/description", "invalid_text"]);
    refused(await served.post(at, { ...sample, payload: { deep: [{ in: text }] } }), 422, [
      "/payload",
      "invalid_value",
    ]);
    refused(await served.post(at, { ...sample, payload: { [text]: 1 } }), 422, ["/payload", "invalid_value"]);
    refused(await served.post(at, { ...sample, location: { body: text } }), 422, ["/location/body", "invalid_text"]);
  }
});

test("§2 field names with other case, or of JavaScript's own, are unknown fields", async () => {
  for (const name of ["Name", "constructor", "__proto__", "toString", "crewSize", ""]) {
    const body = `{"name":"m",${JSON.stringify(name)}:1}`;
    refused(await served.post("/api/missions", body), 400, [`/${name}`, "unknown_field"]);
  }
});

test("§12 representations that follow another row: whatever changes them advances updated_at, nothing else does", async () => {
  await scene.astronaut("ann");
  await scene.spacecraft("csm");
  await scene.mission("watched");
  await scene.mission("declared", { crew_size: 4 });
  const paths = ["/api/missions/watched", "/api/missions/declared", "/api/astronauts/ann", "/api/spacecraft/csm"];
  /** Which of the paths an action changes. */
  const changedBy = async (act: () => Promise<unknown>) => {
    const before = await Promise.all(paths.map(scene.read));
    served.clock.advance(1_000);
    await act();
    const after = await Promise.all(paths.map(scene.read));
    return paths.filter((path, at) => {
      const changed = before[at].updated_at !== after[at].updated_at;
      const differs =
        JSON.stringify({ ...before[at], updated_at: 0 }) !== JSON.stringify({ ...after[at], updated_at: 0 });
      assert.equal(changed, differs, `${path}: updated_at moves exactly when the representation does`);
      return changed;
    });
  };
  const [watched, , ann, csm] = paths as [string, string, string, string];
  assert.deepEqual(await changedBy(() => scene.assign("watched", "ann")), [watched, ann]);
  assert.deepEqual(await changedBy(() => scene.assign("declared", "ann")), [ann], "a declared crew_size stays");
  assert.deepEqual(await changedBy(() => served.patch(watched, { name: "renamed" })), [watched]);
  assert.deepEqual(
    await changedBy(() => served.patch(watched, { launch_date: "2027-01-01" })),
    [watched, ann],
    "shown first now",
  );
  assert.deepEqual(await changedBy(() => served.patch(ann, { nationality: "X" })), [ann]);
  assert.deepEqual(await changedBy(() => scene.equip("watched", "csm")), []);
  assert.deepEqual(await changedBy(() => served.patch(csm, { status: "retired" })), [csm]);
  assert.deepEqual(await changedBy(() => scene.put(`${ann}/training/t`, { course: "c" })), []);
  assert.deepEqual(await changedBy(() => served.delete(`${watched}/astronauts/ann`)), [watched, ann]);
});

test("§12 a crew entry follows its astronaut: the name, and updated_at with it", async () => {
  const entry = "/api/missions/declared/astronauts/ann";
  const before = await scene.read(entry);
  served.clock.advance(1_000);
  await served.patch("/api/astronauts/ann", { name: "Ann Other" });
  const after = await scene.read(entry);
  assert.equal(after.name, "Ann Other");
  assert.ok(after.updated_at > before.updated_at);
});

test("§12 a request that takes no parameters refuses every one", async () => {
  for (const [method, path, body] of [
    ["POST", "/api/missions?dry_run=1", { name: "m" }],
    ["PUT", "/api/missions/a?fields=id", { name: "m" }],
    ["PATCH", "/api/missions/a?cascade=true", {}],
    ["GET", "/api?verbose=1", undefined],
    ["GET", "/api/missions/a?page=1", undefined],
  ] as const) {
    const [, name] = /\?(\w+)=/.exec(path)!;
    refused(await served.request(method, path, body ? { body } : {}), 400, [name!, "unknown_parameter"]);
  }
});

test("§2 fields on a single resource chooses, always with id and _links; fields=* is all; an unknown one is 400", async () => {
  const whole = await scene.read("/api/missions/flight");
  const { id, name, status, _links } = whole;
  assert.deepEqual(await scene.read("/api/missions/flight?fields=status,name"), { id, name, status, _links });
  assert.deepEqual(await scene.read("/api/missions/flight?fields=id"), { id, _links });
  assert.deepEqual(await scene.read("/api/missions/flight?fields=*"), whole);
  refused(await served.get("/api/missions/flight?fields=name,nmae"), 400, ["fields", "unknown_field"]);
});
