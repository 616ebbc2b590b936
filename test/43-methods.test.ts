/** Proves §4: every method on every kind of path, with its status and headers. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertRefused, assertStatus } from "./support/http/assertions.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { sendRawRequest } from "./support/http/raw-http.ts";
import { serveForFile } from "./support/http/serve.ts";

const served = await serveForFile();
const fixtures = fixturesFor(served);
await fixtures.planet("mars");
await fixtures.put("/api/planets/mars/atmosphere", {});
await fixtures.moon("mars", "phobos");
await fixtures.spacecraft("csm");
await fixtures.astronaut("ann");
await fixtures.put("/api/astronauts/ann/medical/x1", { examined_on: "2020-01-01", kind: "annual", fitness: "fit" });
await fixtures.mission("m");
await fixtures.equip("m", "csm");
await fixtures.assign("m", "ann");
await fixtures.put("/api/missions/m/data/s1", {
  instrument: "i",
  parameter: "p",
  collected_at: "2020-01-01T00:00:00Z",
});

const COLLECTION = "GET, POST, QUERY, HEAD, OPTIONS";
const READ_ONLY_LIST = "GET, QUERY, HEAD, OPTIONS";
const ITEM = "GET, PUT, PATCH, DELETE, HEAD, OPTIONS";
const READ_ONLY = "GET, HEAD, OPTIONS";

/** Kind of path, a path of that kind that exists, and its Allow. */
const PATHS: [kind: string, path: string, allow: string][] = [
  ["the entry point", "/api", READ_ONLY],
  ["a collection", "/api/missions", COLLECTION],
  ["a sub-collection", "/api/planets/mars/moons", COLLECTION],
  ["a private sub-collection", "/api/astronauts/ann/medical", COLLECTION],
  ["a membership", "/api/missions/m/astronauts", COLLECTION],
  ["a membership's alias", "/api/missions/m/crew", COLLECTION],
  ["an item", "/api/missions/m", ITEM],
  ["an item of a sub-collection", "/api/planets/mars/moons/phobos", ITEM],
  ["a private item", "/api/astronauts/ann/medical/x1", ITEM],
  ["a member", "/api/missions/m/astronauts/ann", ITEM],
  ["a member by the alias", "/api/missions/m/crew/ann", ITEM],
  ["a one-to-one", "/api/planets/mars/atmosphere", ITEM],
  ["a reference list", "/api/astronauts/ann/missions", READ_ONLY_LIST],
  ["a flat view", "/api/data", READ_ONLY_LIST],
  ["an item of a flat view", "/api/data/s1", READ_ONLY],
];

const methods = (allow: string) => allow.split(", ").sort();

for (const [kind, path, allow] of PATHS) {
  test(`§4.1: ${kind}: GET is 200 in JSON`, async () => {
    const { status, headers } = await served.get(path);
    assert.equal(status, 200);
    assert.equal(headers.get("content-type"), "application/json; charset=utf-8");
  });

  test(`§4.1: ${kind}: HEAD equals GET without the body`, async () => {
    const [head, get] = [await served.request("HEAD", path), await served.get(path)];
    assert.equal(head.status, get.status);
    assert.equal(head.text, "");
    const varying = ["date", "x-request-id", "connection", "keep-alive"];
    const fixed = (headers: Headers) => [...headers].filter(([name]) => !varying.includes(name));
    assert.deepEqual(fixed(head.headers), fixed(get.headers));
  });

  test(`§4.1: ${kind}: OPTIONS is 204 with Allow, and Accept-Post, Accept-Patch, Accept-Query where they apply`, async () => {
    const { status, headers, text } = await served.request("OPTIONS", path, { credential: false });
    assert.deepEqual([status, text], [204, ""]);
    assert.deepEqual(methods(headers.get("allow")!), methods(allow));
    assert.equal(headers.get("accept-post"), allow.includes("POST") ? "application/json" : null);
    const patch = allow.includes("PATCH") ? "application/merge-patch+json, application/json" : null;
    assert.equal(headers.get("accept-patch"), patch);
    const types = "application/json, application/x-www-form-urlencoded";
    assert.equal(headers.get("accept-query"), allow.includes("QUERY") ? types : null);
  });

  for (const method of ["POST", "PUT", "PATCH", "DELETE"].filter((each) => !allow.includes(each))) {
    test(`§4.1: ${kind}: ${method} is 405 with Allow`, async () => {
      const { status, headers, body } = await served.request(method, path, method === "DELETE" ? {} : { body: {} });
      assert.deepEqual([status, body.type], [405, "/problems/method-not-allowed"]);
      assert.deepEqual(methods(headers.get("allow")!), methods(allow));
    });
  }
}

test("§4.1: an unknown method is 405 with Allow", async () => {
  for (const method of ["PROPFIND", "PURGE", "TRACE", "QUERY"]) {
    const { status, headers } = await sendRawRequest(served.url, method, "/api/missions/m");
    assert.deepEqual([status, methods(String(headers.allow))], [405, methods(ITEM)], method);
  }
});

test("§12.10: OPTIONS does not check whether the item exists", async () => {
  for (const path of ["/api/missions/none", "/api/planets/none/moons/none", "/api/planets/none/atmosphere"]) {
    assert.equal((await served.request("OPTIONS", path)).status, 204);
  }
});

test("§4.1: a missing item is 404 for GET, HEAD, PATCH and DELETE; below a missing parent every method is", async () => {
  for (const path of [
    "/api/missions/none",
    "/api/planets/mars/moons/none",
    "/api/planets/mars/surface",
    "/api/missions/m/astronauts/none",
  ]) {
    for (const method of ["GET", "HEAD", "DELETE"])
      assert.equal((await served.request(method, path)).status, 404, path);
    assertStatus(await served.patch(path, {}), 404);
  }
  for (const path of [
    "/api/planets/none/moons",
    "/api/missions/none/astronauts",
    "/api/missions/none/data",
    "/api/spacecraft/none/missions",
  ]) {
    assertStatus(await served.get(path), 404);
  }
  assertStatus(await served.post("/api/planets/none/moons", { name: "x" }), 404);
  assertStatus(await served.put("/api/planets/none/moons/x", { name: "x" }), 404);
  assertStatus(await served.put("/api/planets/none/surface", {}), 404);
  assertStatus(
    await served.post("/api/missions/none/data", [
      { instrument: "i", parameter: "p", collected_at: "2020-01-01T00:00:00Z" },
    ]),
    404,
  );
});

test("§4.2: every response with a representation has its Content-Location", async () => {
  const at = "/api/space-stations/mir";
  const contentLocation = async (method: string, path: string, body?: object) =>
    (await served.request(method, path, body ? { body } : {})).headers.get("content-location");
  assert.equal(await contentLocation("PUT", at, { name: "Mir" }), at);
  assert.equal(await contentLocation("PUT", at, { name: "Мир" }), at);
  assert.equal(await contentLocation("PATCH", at, { name: "Mir" }), at);
  assert.equal(await contentLocation("GET", at), at);
  assert.equal(
    await contentLocation("POST", "/api/space-stations", { id: "iss", name: "ISS" }),
    "/api/space-stations/iss",
  );
});

test("§4.1: a percent-encoded id in the path is the same id", async () => {
  const { status, headers } = await served.get("/api/planets/m%61rs");
  assert.deepEqual([status, headers.get("content-location")], [200, "/api/planets/mars"]);
});

test("§12.10: a request without parameters refuses every parameter", async () => {
  for (const [method, path, body] of [
    ["POST", "/api/missions?dry_run=1", { name: "m" }],
    ["PUT", "/api/missions/m?fields=id", { name: "m" }],
    ["PATCH", "/api/missions/m?cascade=true", {}],
    ["GET", "/api?verbose=1", undefined],
    ["GET", "/api/missions/m?page=1", undefined],
  ] as const) {
    const [, name] = /\?(\w+)=/.exec(path)!;
    assertRefused(await served.request(method, path, body ? { body } : {}), 400, [name!, "unknown_parameter"]);
  }
});
