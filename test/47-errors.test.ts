/** Proves §7.1: every error is a problem document with all faults and the right codes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertRefused } from "./support/http/assertions.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { sendBytes, sendRawRequest } from "./support/http/raw-http.ts";
import { type HttpResponse, serveForFile } from "./support/http/serve.ts";

const served = await serveForFile();
const fixtures = fixturesFor(served);
await fixtures.mission("m", { status: "completed" });
await fixtures.planet("p");
await fixtures.moon("p", "moon");

type Request = () => Promise<HttpResponse>;
/** Status, type, and a request that gets this problem. */
const PROBLEMS: [status: number, slug: string, request: Request][] = [
  [400, "invalid-request", () => served.post("/api/missions", { nmae: "m" })],
  [400, "invalid-request", () => served.post("/api/missions", "{")],
  [400, "invalid-request", () => served.get("/api/missions?page=0")],
  [400, "invalid-request", () => served.get("/api/missions/%zz")],
  [401, "unauthorized", () => served.delete("/api/missions/m", { credential: false })],
  [404, "not-found", () => served.get("/api/nothing")],
  [404, "not-found", () => served.get("/elsewhere")],
  [404, "not-found", () => served.get("/api/missions/none")],
  [405, "method-not-allowed", () => served.delete("/api/missions")],
  [406, "not-acceptable", () => served.get("/api/missions", { headers: { accept: "text/html" } })],
  [409, "already-exists", () => served.post("/api/missions", { id: "m", name: "m" })],
  [409, "invalid-transition", () => served.patch("/api/missions/m", { status: "planned" })],
  [409, "has-dependents", () => served.delete("/api/planets/p")],
  [413, "content-too-large", () => served.post("/api/missions", { name: "m", description: "x".repeat(1_048_576) })],
  [414, "uri-too-long", () => served.get(`/api/missions?name=${"x".repeat(8_200)}`)],
  [
    415,
    "unsupported-media-type",
    () => served.post("/api/missions", "x", { headers: { "content-type": "text/plain" } }),
  ],
  [422, "validation-failed", () => served.post("/api/missions", { name: "" })],
];
for (const [status, slug, request] of PROBLEMS) {
  test(`§7.1: ${status} ${slug} is a problem document`, async () => {
    const { status: answered, headers, body, text } = await request();
    assert.equal(answered, status, text);
    assert.equal(headers.get("content-type"), "application/problem+json; charset=utf-8");
    assert.deepEqual([body.type, body.status], [`/problems/${slug}`, status]);
    assert.match(body.title, /^[A-Z]/);
    assert.ok(body.detail.length > 10);
    assert.match(body.instance, /^\/[^?]*$/, "the request's path, without the query");
    assert.equal(body.request_id, headers.get("x-request-id"));
    for (const fault of body.errors ?? []) {
      assert.deepEqual(
        Object.keys(fault).filter((key) => !["pointer", "parameter", "header", "code", "message"].includes(key)),
        [],
      );
      assert.match(fault.code, /^[a-z]+(_[a-z]+)*$/);
      assert.match(fault.message, /[.?]$/);
    }
    assert.doesNotMatch(text, /node_modules|\/engine\/|\.ts\b|SELECT|INSERT|SQLITE|at .*:\d+:\d+/i);
  });

  test(`§7.1: /problems/${slug} explains ${status}`, async () => {
    const { body } = await request();
    const page = await served.get(body.type, { credential: false });
    assert.equal(page.status, 200);
    assert.match(page.headers.get("content-type")!, /^text\/html/);
    assert.ok(page.text.includes(String(status)) && page.text.includes(body.title), page.text);
  });
}

test("§7.1: a HEAD that fails has the problem's status and no body", async () => {
  const { status, text, headers } = await served.request("HEAD", "/api/missions/none");
  assert.deepEqual([status, text, headers.get("content-type")], [404, "", "application/problem+json; charset=utf-8"]);
});

test("§7.1: every documented problem has a page, the domain's own too, and no other has", async () => {
  const index = await served.get("/problems", { credential: false });
  const slugs = Array.from(index.text.matchAll(/href="\/problems\/([a-z-]+)"/g), ([, slug]) => slug!);
  for (const slug of [
    "crew-full",
    "astronaut-busy",
    "conflict",
    "internal-error",
    "unavailable",
    "request-timeout",
    "headers-too-large",
    "forbidden",
  ])
    assert.ok(slugs.includes(slug), slug);
  for (const slug of slugs) assert.equal((await served.get(`/problems/${slug}`)).status, 200, slug);
  const statuses = Array.from(index.text.matchAll(/<code>(\d{3})<\/code>/g), ([, status]) => Number(status));
  assert.equal(statuses.length, slugs.length);
  assert.deepEqual(
    statuses,
    statuses.toSorted((one, other) => one - other),
    "by status",
  );
  assert.equal((await served.get("/problems/bad-mood")).status, 404);
});

test("§7.1: errors lists all faults of a body, each with its pointer", async () => {
  const answer = await served.post("/api/missions", {
    nmae: "x",
    crew_size: "3",
    launch_date: "2023-02-30",
    status: "flying",
    mission_type: 7,
    description: "",
  });
  assertRefused(
    answer,
    400,
    ["/name", "required"],
    ["/nmae", "unknown_field"],
    ["/crew_size", "wrong_type"],
    ["/mission_type", "wrong_type"],
    ["/launch_date", "invalid_format"],
    ["/status", "not_allowed"],
    ["/description", "too_short"],
  );
});

test("§7.1: errors lists all faults of values, rules and read-only changes together", async () => {
  const answer = await served.post("/api/missions", {
    name: "x".repeat(201),
    launch_date: "2026-02-02",
    launch_date_precision: "month",
    end_date: "2020-01-01",
    destination: "nowhere",
    part_of: "nothing",
    created_at: "now",
  });
  assertRefused(
    answer,
    422,
    ["/name", "too_long"],
    ["/launch_date", "rule_broken"],
    ["/end_date", "rule_broken"],
    ["/destination", "unknown_reference"],
    ["/part_of", "unknown_reference"],
    ["/created_at", "read_only"],
  );
});

test("§12.1: a 400 lists what the request alone shows: references are not looked up", async () => {
  assertRefused(await served.post("/api/missions", { destination: "nowhere" }), 400, ["/name", "required"]);
});

test("§7.1: errors lists all faults of a query, each with its parameter", async () => {
  const answer = await served.get(
    "/api/missions?page=0&limit=x&nmae=1&status=flying&launch_date=2023-02-30&sort=nothing",
  );
  const places: [string, string][] = answer.body.errors.map((error: { parameter: string; code: string }) => [
    error.parameter,
    "any",
  ]);
  assert.equal(answer.status, 400);
  assert.deepEqual(places.map(([place]) => place).sort(), ["launch_date", "limit", "nmae", "page", "sort", "status"]);
});

test("§7.1: errors lists all faults of a request together: of its header, its query and its body", async () => {
  const tags = { "if-match": "bare", "if-none-match": "bare" };
  const ofTags: [string, string][] = [
    ["If-Match", "invalid_header"],
    ["If-None-Match", "invalid_header"],
  ];
  const ofQuery: [string, string] = ["nothing", "unknown_parameter"];
  const faulty = { name: 3, status: "flying" };
  const ofBody: [string, string][] = [
    ["/name", "wrong_type"],
    ["/status", "not_allowed"],
  ];
  const of = (path: string) => `${path}?nothing=1`;
  const [list, item] = [of("/api/missions"), of("/api/missions/m")];
  for (const method of ["GET", "DELETE"])
    assertRefused(await served.request(method, item, { headers: tags }), 400, ofQuery, ...ofTags);
  assertRefused(await served.get(list, { headers: tags }), 400, ofQuery, ...ofTags);
  assertRefused(await served.put(item, faulty, { headers: tags }), 400, ofQuery, ...ofTags, ...ofBody);
  const key = { "idempotency-key": "two words" };
  const ofKey: [string, string] = ["Idempotency-Key", "invalid_header"];
  assertRefused(await served.post(list, faulty, { headers: key }), 400, ofQuery, ofKey, ...ofBody);
  assertRefused(
    await served.patch(item, faulty, { headers: { ...tags, ...key } }),
    400,
    ofQuery,
    ofKey,
    ...ofTags,
    ...ofBody,
  );
  const [inArray, empty] = [[{}], []].map((body) => served.post(of("/api/missions/m/data"), body, { headers: key }));
  const required = ["instrument", "parameter", "collected_at"].map((name): [string, string] => [
    `/0/${name}`,
    "required",
  ]);
  assertRefused(await inArray!, 400, ofQuery, ofKey, ...required);
  assertRefused(await empty!, 400, ofQuery, ofKey, ["", "too_few_items"]);
});

test("§7.1: a fault of the query or a header field is listed with the faults of values in the body", async () => {
  assertRefused(
    await served.post("/api/missions?nothing=1", { name: "m", status: "flying" }),
    400,
    ["nothing", "unknown_parameter"],
    ["/status", "not_allowed"],
  );
});

test("§7.1: a near miss of a known name gets a suggestion", async () => {
  const body = (await served.post("/api/missions", { nmae: "x" })).body;
  assert.match(body.errors.find((error: { pointer: string }) => error.pointer === "/nmae").message, /\bname\b/);
  assert.match((await served.get("/api/missions?stauts=active")).body.errors[0].message, /\bstatus\b/);
  const planet = (await served.post("/api/planets", { name: "X", planet_type: "terestrial" })).body;
  assert.match(planet.errors[0].message, /^The value is not allowed\. Allowed: .*\. Did you mean terrestrial\?$/);
  const rings = (await served.post("/api/planets", { name: "X", planet_type: "ring" })).body;
  assert.match(rings.errors[0].message, /^The value is not allowed\. Allowed: [^?]*\.$/);
});

test("§12.7: only the first three faults of a body get suggestions, values of an enum too", async () => {
  const samples = Array.from({ length: 5 }, () => ({
    ...{ instrument: "i", parameter: "p", collected_at: "2020-01-01T00:00:00Z", quality: "god" },
  }));
  const { errors } = (await served.post("/api/missions/m/data", samples)).body;
  assert.deepEqual(
    errors.map(({ message }: { message: string }) => /Did you mean good\?$/.test(message)),
    [true, true, true, false, false],
  );
});

const NEAR_PATHS: [path: string, detail: string][] = [
  ["/api/mission", "Did you mean /api/missions?"],
  ["/api/Missions", "Did you mean /api/missions?"],
  ["/api/mission/m", "Did you mean /api/missions/m?"],
  ["/api/missions/m/cerw?x=1", "Did you mean /api/missions/m/crew?"],
  ["/openapi.jsn", "Did you mean /openapi.json?"],
  ["/api/missions/", "Paths have no trailing slash."],
  ["/api//missions", "Paths have no empty segment."],
  ["/api/unicorns", ""],
  ["/api/missions/m/crew/ann/shoes", ""],
  ["/_/x", ""],
];
for (const [path, hint] of NEAR_PATHS) {
  test(`§12.2: the 404 of ${path} says what is near: ${hint}`, async () => {
    const { status, body } = await served.get(path);
    assert.deepEqual([status, body.detail], [404, `There is nothing at this path. ${hint}`.trim()]);
  });
}

test("§7.1: instance is the path, also of a target in absolute form (RFC 9112 §3.2.2)", async () => {
  const answer = await sendRawRequest(served.url, "GET", "http://elsewhere.example/api/missions/none?x=1", {
    host: "test",
  });
  assert.equal(JSON.parse(answer.text).instance, "/api/missions/none");
});

test("§7.2: the target * is for OPTIONS alone (RFC 9112 §3.2.4)", async () => {
  for (const [method, status] of [
    ["GET", 400],
    ["DELETE", 400],
    ["OPTIONS", 204],
  ] as const) {
    const answer = await sendBytes(served.url, `${method} * HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n`);
    assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `), method);
  }
});
