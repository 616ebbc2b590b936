/** Proves the rules of a declaration: between fields, of the lifecycle, and of numbers that are declared or counted. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { secondDomain } from "./support/domain/second-domain.ts";
import { assertRefused, assertStatus } from "./support/http/assertions.ts";
import { type Body, serveForFile } from "./support/http/serve.ts";

const served = await serveForFile(secondDomain);
assertStatus(await served.put("/api/universities/upsala", { name: "Upsala" }), 201);

/** Creates a course and returns its path. */
async function course(id: string, fields: object = {}): Promise<string> {
  const path = `/api/courses/${id}`;
  assertStatus(await served.put(path, { title: id, university_id: "upsala", ...fields }), 201);
  return path;
}

async function enrol(path: string, ...students: string[]): Promise<void> {
  for (const student of students) {
    await served.put(`/api/students/${student}`, { name: student });
    assertStatus(await served.post(`${path}/students`, { student_id: student }), 201);
  }
}

const read = async (path: string): Promise<Body> => assertStatus(await served.get(path), 200).body;

const AFTER_IT_STARTS = "A course ends after it starts.";
const starts_at = "2026-03-01T09:00:00.000Z";
const ends_at = "2026-02-01T09:00:00.000Z";

test("§7.2: a broken rule is 422 at its field, with the rule as the message", async () => {
  const answer = await served.post("/api/courses", { title: "Logic", university_id: "upsala", starts_at, ends_at });
  assertRefused(answer, 422, ["/ends_at", "rule_broken"]);
  assert.equal(answer.body.errors[0].message, AFTER_IT_STARTS);
});

test("§7.2: a rule is checked on the record that a PUT or PATCH would store", async () => {
  const path = await course("rhetoric", { starts_at });
  assertRefused(await served.patch(path, { ends_at }), 422, ["/ends_at", "rule_broken"]);
  assertRefused(await served.put(path, { title: "R", university_id: "upsala", starts_at, ends_at }), 422, [
    "/ends_at",
    "rule_broken",
  ]);
  assertStatus(await served.patch(path, { starts_at: null, ends_at }), 200);
  assertRefused(await served.patch(path, { starts_at }), 422, ["/ends_at", "rule_broken"]);
  assert.equal((await read(path)).starts_at, null, "a refused change changes nothing");
});

test("§7.1: a broken rule is listed with the other faults of value, unless its field has a fault itself", async () => {
  const wrong = { title: "", university_id: "nowhere", starts_at, ends_at };
  assertRefused(
    await served.post("/api/courses", wrong),
    422,
    ["/title", "too_short"],
    ["/ends_at", "rule_broken"],
    ["/university_id", "unknown_reference"],
  );
  assertRefused(
    await served.post("/api/courses", { ...wrong, title: "Logic", university_id: "upsala", ends_at: "soon" }),
    422,
    ["/ends_at", "invalid_format"],
  );
});

test("§12.1: a 400 lists what the request alone shows: rules and references are not checked", async () => {
  const wrong = { title: 1, university_id: "nowhere", starts_at, ends_at };
  assertRefused(await served.post("/api/courses", wrong), 400, ["/title", "wrong_type"]);
});

const STATES = ["draft", "open", "closed"];
const MOVES: Record<string, string[]> = { draft: ["open"], open: ["closed", "draft"], closed: [] };

test("§3: a new record may have any state; the first is the default", async () => {
  assert.equal((await read(await course("starts-anywhere"))).status, "draft");
  for (const status of STATES) assert.equal((await read(await course(`starts-${status}`, { status }))).status, status);
});

test("§3: a state changes along the lifecycle only; writing the same state is no change", async () => {
  for (const from of STATES) {
    for (const to of STATES) {
      for (const method of ["PUT", "PATCH"]) {
        const path = await course(`${from}-${to}-${method.toLowerCase()}`, { status: from });
        const before = await read(path);
        served.clock.advance(1_000);
        const body = { title: before.title, university_id: "upsala", status: to };
        const answer = await served.request(method, path, { body });
        if (to === from) assert.deepEqual(assertStatus(answer, 200).body, before);
        else if (MOVES[from]!.includes(to)) assert.equal(assertStatus(answer, 200).body.status, to);
        else {
          assertRefused(answer, 409, ["/status", "invalid_transition"]);
          assert.equal(answer.body.type, "/problems/invalid-transition");
          for (const word of [from, ...MOVES[from]!]) assert.match(answer.body.detail, new RegExp(`\\b${word}\\b`));
          assert.deepEqual(await read(path), before);
        }
      }
    }
  }
});

test("§3: a record shows its allowed transitions", async () => {
  for (const status of STATES) {
    const { allowed_transitions } = await read(await course(`shows-${status}`, { status }));
    assert.deepEqual(allowed_transitions, MOVES[status]);
  }
});

test("§3: an unknown state is 422", async () => {
  assertRefused(await served.patch(await course("unknown-state"), { status: "lost" }), 422, ["/status", "not_allowed"]);
});

test("§2.2: without a declared number the field shows the count", async () => {
  const path = await course("counted");
  assert.equal((await read(path)).seats, 0);
  await enrol(path, "anna", "bertil");
  assert.equal((await read(path)).seats, 2);
  assertStatus(await served.delete(`${path}/students/anna`), 204);
  assert.equal((await read(path)).seats, 1);
});

test("§2.2: a declared number stays, and limits the count", async () => {
  const path = await course("capped", { seats: 2 });
  await enrol(path, "anna");
  assert.equal((await read(path)).seats, 2);
  await enrol(path, "bertil");
  await served.put("/api/students/cecilia", { name: "Cecilia" });
  const full = await served.post(`${path}/students`, { student_id: "cecilia" });
  assertRefused(full, 409);
  assert.deepEqual([full.body.code, full.body.type], ["course_full", "/problems/course-full"]);
  assertRefused(await served.patch(path, { seats: 1 }), 409, ["/seats", "course_full"]);
  assertStatus(await served.patch(path, { seats: 3 }), 200);
  await enrol(path, "cecilia");
  assert.equal((await read(path)).seats, 3);
});

test("§2.2: null, or a PUT without the number, returns to the count", async () => {
  for (const [id, undo] of [
    ["null", (path: string) => served.patch(path, { seats: null })],
    ["put", (path: string) => served.put(path, { title: "T", university_id: "upsala" })],
  ] as const) {
    const path = await course(`undeclared-by-${id}`, { seats: 9 });
    await enrol(path, "anna", "bertil");
    assert.equal(assertStatus(await undo(path), 200).body.seats, 2);
    await enrol(path, "cecilia");
    assert.equal((await read(path)).seats, 3);
  }
});

test("§12.1: a counted number sent back as shown changes nothing", async () => {
  const path = await course("echoed");
  await enrol(path, "anna");
  const shown = await read(path);
  served.clock.advance(1_000);
  assert.deepEqual(assertStatus(await served.put(path, shown), 200).body, shown);
  assert.deepEqual(assertStatus(await served.patch(path, { seats: 1 }), 200).body, shown);
  await enrol(path, "bertil");
  assert.equal((await read(path)).seats, 2);
});

test("§2.1: a derived field follows its sources, and cannot be written", async () => {
  const path = "/api/students/derived";
  await served.put(path, { name: "Derived" });
  assertRefused(await served.patch(path, { credits: 5 }), 422, ["/credits", "read_only"]);
  assertRefused(await served.post("/api/students", { name: "New", credits: 0 }), 422, ["/credits", "read_only"]);
  const [first, second] = [await course("derives-1"), await course("derives-2")];
  await enrol(first, "derived");
  await enrol(second, "derived");
  assert.equal((await read(path)).credits, 10);
  assertStatus(await served.delete(`${first}/students/derived`), 204);
  const shown = await read(path);
  assert.equal(shown.credits, 5);
  assertStatus(await served.put(path, shown), 200);
});

test("§12.9: a change of a derived field advances updated_at", async () => {
  await served.put("/api/students/watched", { name: "Watched" });
  const path = await course("watched");
  const before = [await read("/api/students/watched"), await read(path), await read("/api/universities/upsala")];
  served.clock.advance(1_000);
  await enrol(path, "watched");
  const [student, seen, university] = before;
  assert.notEqual((await read("/api/students/watched")).updated_at, student.updated_at);
  assert.notEqual((await read(path)).updated_at, seen.updated_at);
  assert.equal((await read("/api/universities/upsala")).updated_at, university.updated_at, "nothing of it changed");
  await course("one-more");
  assert.notEqual((await read("/api/universities/upsala")).updated_at, university.updated_at, "its course_count did");
});
