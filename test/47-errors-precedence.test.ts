/** Proves the precedence of errors, and the difference between 400, 422 and 409 (§7.2, §7.3). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertRefused, assertStatus } from "./support/http/assertions.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { type RequestOptions, serveForFile } from "./support/http/serve.ts";

const served = await serveForFile(undefined, { BODY_LIMIT: "2048", BULK_BODY_LIMIT: "4096" });
const fixtures = fixturesFor(served);
await fixtures.mission("final", { status: "completed" });
await fixtures.planet("p");
await fixtures.moon("p", "m");

const anonymous = { credential: false } as const;
const unaccepted = { accept: "text/html" };
const text = { "content-type": "text/plain" };
const large = `"${"x".repeat(3_000)}"`;

/** Each request has the fault of its status and of every later one in the order of §7.3. */
const ORDER: [status: number, method: string, path: string, options: RequestOptions][] = [
  [404, "PATCH", "/api/nothing", { ...anonymous, headers: { ...unaccepted, ...text }, body: large }],
  [405, "PATCH", "/api/missions", { ...anonymous, headers: { ...unaccepted, ...text }, body: large }],
  [401, "PATCH", "/api/missions/none", { ...anonymous, headers: { ...unaccepted, ...text }, body: large }],
  [406, "PATCH", "/api/missions/none", { headers: { ...unaccepted, ...text }, body: large }],
  [415, "PATCH", "/api/missions/none", { headers: text, body: large }],
  [413, "PATCH", "/api/missions/none", { body: large }],
  [400, "PATCH", "/api/missions/none", { body: { nmae: "x", status: "flying" } }],
  [400, "PATCH", "/api/missions/none?nonsense=1", { body: { status: "flying" } }],
  [404, "PATCH", "/api/missions/none", { body: { status: "flying" } }],
  [422, "PATCH", "/api/missions/final", { body: { status: "planned", destination: "nowhere" } }],
  [409, "PATCH", "/api/missions/final", { body: { status: "planned" } }],
  [400, "POST", "/api/planets/none/moons", { body: {} }],
  [404, "POST", "/api/planets/none/moons", { body: { name: "" } }],
  [422, "POST", "/api/planets/p/moons", { body: { id: "m", name: "" } }],
  [409, "POST", "/api/planets/p/moons", { body: { id: "m", name: "m" } }],
  [400, "DELETE", "/api/planets/none?cascade=maybe", {}],
  [400, "GET", "/api/planets/none?nonsense=1", {}],
  [400, "GET", "/api/planets/none/moons?nonsense=1", {}],
];
for (const [status, method, path, options] of ORDER) {
  test(`§7.3: ${method} ${path}: ${status} precedes its other faults`, async () => {
    assertStatus(await served.request(method, path, options), status);
  });
}

test("§7.2: a fault of shape and one of value: 400, listing both", async () => {
  assertRefused(
    await served.post("/api/missions", { name: 1, status: "x" }),
    400,
    ["/name", "wrong_type"],
    ["/status", "not_allowed"],
  );
});

/** Values for a number, a text, a boolean, a date and an enum, with the status. There is no coercion. */
const VALUES: [path: string, field: string, values: Record<number, unknown[]>][] = [
  ["/api/planets/p", "mass_kg", { 400: ["3", true, [], {}], 422: [0, -1], 200: [3, 3.5, 1e300, null] }],
  ["/api/planets/p", "has_rings", { 400: ["true", 1, 0, "no", []], 200: [true, false, null] }],
  [
    "/api/planets/p",
    "discovered_on",
    {
      400: [20230101, true, {}],
      422: [
        "2023-02-30",
        "2023-13-01",
        "2023-1-1",
        "23-01-01",
        "2023-01-01T00:00:00Z",
        "",
        " 2023-01-01",
        "0000-00-00",
      ],
      200: ["2024-02-29", "0001-01-01", "9999-12-31", null],
    },
  ],
  [
    "/api/planets/p",
    "name",
    {
      400: [1, true, ["a"], {}],
      422: ["", null, "a\u0000b", "\ud800", "x".repeat(201)],
      200: [" ", "x".repeat(200), "🚀".repeat(200)],
    },
  ],
  ["/api/planets/p", "planet_type", { 400: [1, ["dwarf"]], 422: ["Dwarf", "star", "", null], 200: ["dwarf"] }],
  [
    "/api/missions/final",
    "crew_size",
    { 400: ["3", 1.5, true], 422: [-1, 9_007_199_254_740_992], 200: [0, 3, 1e3, null] },
  ],
];
for (const [path, field, values] of VALUES) {
  for (const [status, given] of Object.entries(values)) {
    test(`§7.2: ${field}: ${given.map((value) => JSON.stringify(value).slice(0, 24)).join(", ")} → ${status}`, async () => {
      for (const value of given) {
        const answer = assertStatus(await served.patch(path, { [field]: value }), Number(status));
        if (status !== "200") assert.equal(answer.body.errors[0].pointer, `/${field}`);
      }
    });
  }
}

test("§12.1: a fraction for an integer is 400, a number outside a double's range 422, at any depth", async () => {
  assertRefused(await served.patch("/api/missions/final", '{"crew_size":0.1}'), 400, ["/crew_size", "wrong_type"]);
  for (const huge of ["1e400", "-1e400", `1${"0".repeat(400)}`]) {
    assertRefused(await served.patch("/api/planets/p", `{"rotation_period_hours":${huge}}`), 422, [
      "/rotation_period_hours",
      "out_of_range",
    ]);
    assertRefused(await served.patch("/api/missions/final", `{"crew_size":${huge}}`), 422, [
      "/crew_size",
      "out_of_range",
    ]);
  }
  assertStatus(await served.patch("/api/missions/final", '{"crew_size":3.0}'), 200);
});

test("§8.1: a body over its limit is 413, to the byte; arrays of samples have a limit of their own", async () => {
  const padded = (bytes: number) => `{"name":"x"${" ".repeat(bytes - 12)}}`;
  assertStatus(await served.patch("/api/missions/final", padded(2_048)), 200);
  assertStatus(await served.patch("/api/missions/final", padded(2_049)), 413);
  const sample = { instrument: "i", parameter: "p", collected_at: "2020-01-01T00:00:00Z" };
  const array = (bytes: number) => {
    const json = JSON.stringify([sample]);
    return `[${" ".repeat(bytes - json.length)}${json.slice(1)}`;
  };
  assertStatus(await served.post("/api/missions/final/data", array(4_096)), 201);
  assertStatus(await served.post("/api/missions/final/data", array(4_097)), 413);
  assertStatus(await served.put("/api/missions/final/data/s", { ...sample, notes: "x".repeat(2_048) }), 413);
});
