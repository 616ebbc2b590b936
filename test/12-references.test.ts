/** Proves that references name existing records, form no circle, and stay among siblings where declared. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { collection } from "../engine/declare/declare.ts";
import { reference, text } from "../engine/declare/fields.ts";
import { secondDomain, universities } from "./support/domain/second-domain.ts";
import { assertRefused, assertStatus } from "./support/http/assertions.ts";
import { type Body, type HttpResponse, serveForFile } from "./support/http/serve.ts";

/** A university's grant for one of its departments, named after a student or a manufacturer. */
const grants = collection("grants", {
  of: universities,
  one: "grant",
  about: "Money for a department.",
  fields: {
    purpose: text().required().listed(),
    department: reference("departments").amongSiblings(),
    named_after: reference("students", "manufacturers"),
  },
});

const served = await serveForFile([...secondDomain, grants]);
const put = async (path: string, body: object): Promise<HttpResponse> => {
  const answer = await served.put(path, body);
  assert.ok(answer.status < 300, answer.text);
  return answer;
};
await put("/api/universities/lund", { name: "Lund" });
await put("/api/universities/turku", { name: "Turku" });
await put("/api/universities/lund/departments/physics", { name: "Physics" });
await put("/api/universities/turku/departments/law", { name: "Law" });
const course = { title: "Optics", university_id: "lund" };

test("§7.2: a reference that does not exist is 422 in every write, and names what was looked up", async () => {
  await put("/api/courses/optics", course);
  for (const [method, path] of [
    ["POST", "/api/courses"],
    ["PUT", "/api/courses/optics"],
    ["PUT", "/api/courses/a-new-one"],
    ["PATCH", "/api/courses/optics"],
  ] as const) {
    const answer = await served.request(method, path, { body: { ...course, university_id: "oz", follows: "nothing" } });
    assertRefused(answer, 422, ["/university_id", "unknown_reference"], ["/follows", "unknown_reference"]);
    assert.match(answer.body.errors[0].message, /university.*"oz"/);
  }
  assertStatus(await served.get("/api/courses/a-new-one"), 404);
});

test("§12.2: references are case-sensitive, and stored as written", async () => {
  assertRefused(await served.post("/api/courses", { ...course, university_id: "LUND" }), 422, [
    "/university_id",
    "unknown_reference",
  ]);
});

test("§2.14: a text that cannot be an id is a reference that does not exist", async () => {
  for (const id of ["", "a b", "../x", "å", "x".repeat(64)]) {
    assertRefused(await served.post("/api/courses", { ...course, university_id: id }), 422);
  }
  assertRefused(await served.post("/api/courses", { ...course, university_id: 1 }), 400, [
    "/university_id",
    "wrong_type",
  ]);
});

test("§2.14: a null reference has no link; a required one cannot be null", async () => {
  const path = "/api/courses/nulled";
  const { body } = await put(path, { ...course, department_id: "physics" });
  assert.equal(body._links.department, "/api/universities/lund/departments/physics");
  const cleared = assertStatus(await served.patch(path, { department_id: null }), 200).body;
  assert.equal(cleared.department_id, null);
  assert.ok(!("department" in cleared._links));
  assertRefused(await served.patch(path, { university_id: null }), 422, ["/university_id", "required"]);
});

test("§2.14: a chain of references may be long, but not a circle", async () => {
  for (const [id, follows] of [
    ["one", null],
    ["two", "one"],
    ["three", "two"],
  ]) {
    await put(`/api/courses/${id}`, { ...course, follows });
  }
  for (const follows of ["one", "two", "three"]) {
    assertRefused(await served.patch("/api/courses/one", { follows }), 422, ["/follows", "circular_reference"]);
  }
  assertRefused(await served.put("/api/courses/two", { ...course, follows: "three" }), 422, [
    "/follows",
    "circular_reference",
  ]);
  assertRefused(await served.put("/api/courses/itself", { ...course, follows: "itself" }), 422);
  assertStatus(await served.patch("/api/courses/three", { follows: "one" }), 200);
  assertStatus(await served.patch("/api/courses/two", { follows: "three" }), 200);
});

test("§2.14: a reference among siblings names a record of the same parent", async () => {
  const path = "/api/universities/lund/grants";
  const grant = assertStatus(await served.post(path, { purpose: "Lasers", department: "physics" }), 201);
  assert.equal(grant.body._links.department, "/api/universities/lund/departments/physics");
  const strange = await served.post(path, { purpose: "Courts", department: "law" });
  assertRefused(strange, 422, ["/department", "unknown_reference"]);
  assertRefused(await served.patch(grant.body._links.self, { department: "law" }), 422, [
    "/department",
    "unknown_reference",
  ]);
});

test("§4.5: include embeds the targets of references among siblings, and of several kinds", async () => {
  await put("/api/students/noether", { name: "Emmy" });
  const grant = { purpose: "Symmetry", department: "physics", named_after: "noether" };
  await put("/api/universities/lund/grants/symmetry", grant);
  await put("/api/universities/lund/grants/empty", { purpose: "Nothing" });
  const { body } = await served.get(
    "/api/universities/lund/grants?id_in=symmetry,empty&include=department,named_after",
  );
  assert.deepEqual(
    body.grants.map(({ _embedded }: Body) => [_embedded.department?._links.self, _embedded.named_after?._links.self]),
    [
      [undefined, undefined],
      ["/api/universities/lund/departments/physics", "/api/students/noether"],
    ],
  );
});

test("§12.2: a reference to one of several kinds is looked up in their order", async () => {
  const path = "/api/universities/lund/grants";
  await put("/api/manufacturers/curie", { name: "Curie Instruments" });
  const link = async (id: string): Promise<string> =>
    assertStatus(await served.put(`${path}/${id}`, { purpose: "Radium", named_after: "curie" }), 201).body._links
      .named_after;
  assert.equal(await link("first"), "/api/manufacturers/curie");
  await put("/api/students/curie", { name: "Marie" });
  assert.equal(await link("second"), "/api/students/curie");
  const neither = await served.post(path, { purpose: "None", named_after: "nobel" });
  assertRefused(neither, 422, ["/named_after", "unknown_reference"]);
  assert.match(neither.body.errors[0].message, /student or manufacturer/);
});

test("§2.14: a counted reference keeps the count of its target, also when it changes", async () => {
  const counts = async (): Promise<number[]> => {
    const found = ["lund", "turku"].map(async (id) => (await served.get(`/api/universities/${id}`)).body.course_count);
    return Promise.all(found);
  };
  const [lund, turku] = (await counts()) as [number, number];
  await put("/api/courses/moving", course);
  assert.deepEqual(await counts(), [lund + 1, turku]);
  assertStatus(await served.patch("/api/courses/moving", { university_id: "turku" }), 200);
  assert.deepEqual(await counts(), [lund, turku + 1]);
  assertStatus(await served.delete("/api/courses/moving"), 204);
  assert.deepEqual(await counts(), [lund, turku]);
});

test("§4.1: deleting a referenced record is 409, with the kind, the count and a link to those that refer to it", async () => {
  await put("/api/universities/uppsala", { name: "Uppsala" });
  for (const id of ["a", "b"]) await put(`/api/courses/referring-${id}`, { ...course, university_id: "uppsala" });
  for (const path of ["/api/universities/uppsala", "/api/universities/uppsala?cascade=true"]) {
    const answer = await served.delete(path);
    assertRefused(answer, 409);
    const [dependent] = answer.body.dependents;
    assert.deepEqual([dependent.name, dependent.count], ["courses", 2]);
    assert.equal(assertStatus(await served.get(dependent.link), 200).body.total_count, 2);
  }
  for (const id of ["a", "b"]) assertStatus(await served.delete(`/api/courses/referring-${id}`), 204);
  assertStatus(await served.delete("/api/universities/uppsala"), 204);
});
