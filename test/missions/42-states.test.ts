/** Proves §3: the transitions of a mission's status, from every state to every state. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { domain } from "../../missions/resources/index.ts";
import { assertRefused, assertStatus } from "../support/http/assertions.ts";
import { fixturesFor } from "../support/http/fixtures.ts";
import { serveForFile } from "../support/http/serve.ts";

const served = await serveForFile(domain);
const fixtures = fixturesFor(served);

const TABLE: Record<string, string[]> = {
  planned: ["on_hold", "active", "failed", "cancelled"],
  on_hold: ["planned", "cancelled"],
  active: ["completed", "failed"],
  cancelled: ["planned"],
  completed: [],
  failed: [],
};
const STATES = Object.keys(TABLE);

for (const from of STATES) {
  test(`§3: a new mission may be ${from}, and shows its allowed transitions`, async () => {
    const posted = assertStatus(await served.post("/api/missions", { name: "m", status: from }), 201);
    const put = assertStatus(await served.put(`/api/missions/made-${from}`, { name: "m", status: from }), 201);
    for (const { body } of [posted, put]) {
      assert.deepEqual([body.status, body.allowed_transitions], [from, TABLE[from]]);
    }
  });

  for (const to of STATES) {
    const allowed = from === to || TABLE[from]!.includes(to);
    for (const method of ["PATCH", "PUT"]) {
      test(`§3: ${method} ${from} → ${to} is ${allowed ? "done" : "409 invalid_transition"}`, async () => {
        const at = `/api/missions/${method.toLowerCase()}-${from}-${to}`;
        await served.put(at, { name: "m", status: from });
        const answer = await served.request(method, at, { body: { name: "m", status: to } });
        if (allowed) {
          assertStatus(answer, 200);
        } else {
          assertRefused(answer, 409, ["/status", "invalid_transition"]);
          assert.equal(answer.body.type, "/problems/invalid-transition");
          for (const word of [from, ...TABLE[from]!]) assert.ok(answer.body.detail.includes(word), answer.body.detail);
        }
        const { status, allowed_transitions } = await fixtures.read(at);
        assert.equal(status, allowed ? to : from);
        assert.deepEqual(allowed_transitions, TABLE[status]);
      });
    }
  }
}

test("§3: an unknown status is 422, in every method", async () => {
  for (const status of ["launched", "Planned", "PLANNED", " planned", ""]) {
    assertRefused(await served.post("/api/missions", { name: "m", status }), 422, ["/status", "not_allowed"]);
    assertRefused(await served.put("/api/missions/made-planned", { name: "m", status }), 422, [
      "/status",
      "not_allowed",
    ]);
    assertRefused(await served.patch("/api/missions/made-planned", { status }), 422, ["/status", "not_allowed"]);
  }
  assertRefused(await served.patch("/api/missions/made-planned", { status: 1 }), 400, ["/status", "wrong_type"]);
});

test("§3: the default status of a mission is planned", async () => {
  assert.equal((await served.post("/api/missions", { name: "m" })).body.status, "planned");
});

test("§3: writing the same status is no change, for a final one too", async () => {
  const before = await fixtures.read("/api/missions/made-completed");
  served.clock.advance(1_000);
  assert.deepEqual((await served.patch("/api/missions/made-completed", { status: "completed" })).body, before);
});

test("§3: a cancelled mission can be reinstated, put on hold, and flown", async () => {
  const at = "/api/missions/made-cancelled";
  for (const status of ["planned", "on_hold", "planned", "active", "completed"]) {
    assert.equal(assertStatus(await served.patch(at, { status }), 200).body.status, status);
  }
});

test("§12.1: a status absent from a PUT stays as it is; null on it is 422", async () => {
  const at = "/api/missions/made-active";
  assert.equal((await served.put(at, { name: "still" })).body.status, "active");
  assertRefused(await served.put(at, { name: "still", status: null }), 422, ["/status", "required"]);
  assertRefused(await served.patch(at, { status: null }), 422, ["/status", "required"]);
});

test("§2.1: allowed_transitions may be sent back as read; a changed value is read_only", async () => {
  const at = "/api/missions/made-on_hold";
  assertStatus(await served.patch(at, { allowed_transitions: ["planned", "cancelled"] }), 200);
  assertRefused(await served.patch(at, { allowed_transitions: ["active"] }), 422, [
    "/allowed_transitions",
    "read_only",
  ]);
});
