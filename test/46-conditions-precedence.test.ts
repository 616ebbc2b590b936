/** Proves what is answered before a failed precondition and what after it (contract §7.3), and what has no preconditions. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fixturesFor } from "./support/http/fixtures.ts";
import { type RequestOptions, serveForFile } from "./support/http/serve.ts";

const served = await serveForFile();
const fixtures = fixturesFor(served);
await fixtures.planet("mars");
await fixtures.moon("mars", "phobos");
await fixtures.planet("venus");

const MARS = "/api/planets/mars";
const MATCHING = { "if-match": (await served.get(MARS)).headers.get("etag")! };
const STALE = { "if-match": '"stale"' };
const EXISTS = { "if-none-match": "*" };
const INVALID = { name: "x", planet_type: "terrestrial", mass_kg: -1 };

const CASES: [status: number, method: string, path: string, conditions: object, options: RequestOptions][] = [
  [401, "PATCH", MARS, STALE, { body: {}, credential: false }],
  [406, "PATCH", MARS, STALE, { body: {}, headers: { accept: "text/html" } }],
  [415, "PATCH", MARS, STALE, { body: "{}", headers: { "content-type": "text/plain" } }],
  [400, "PATCH", MARS, STALE, { body: "{" }],
  [400, "PATCH", MARS, STALE, { body: { colour: "red" } }],
  [400, "PUT", MARS, STALE, { body: { name: "Mars" } }],
  [400, "DELETE", `${MARS}?cascade=maybe`, STALE, {}],
  [400, "GET", `${MARS}?fields=colour`, EXISTS, {}],
  [404, "PUT", "/api/planets/none/moons/x", STALE, { body: { name: "x" } }],
  [412, "PATCH", MARS, STALE, { body: { mass_kg: -1 } }],
  [412, "PUT", MARS, EXISTS, { body: INVALID }],
  [412, "DELETE", MARS, STALE, {}],
  [422, "PATCH", MARS, MATCHING, { body: { mass_kg: -1 } }],
  [401, "POST", "/api/planets", STALE, { body: INVALID, credential: false }],
  [400, "POST", "/api/planets", STALE, { body: { name: "x" } }],
  [404, "POST", "/api/planets/none/moons", STALE, { body: { name: "x" } }],
  [412, "POST", "/api/planets", STALE, { body: INVALID }],
  [412, "POST", "/api/planets", STALE, { body: { ...INVALID, mass_kg: 1, id: "mars" } }],
  [422, "POST", "/api/planets", { "if-match": "*" }, { body: INVALID }],
  [409, "POST", "/api/planets", { "if-match": "*" }, { body: { ...INVALID, mass_kg: 1, id: "mars" } }],
  // Mars has a moon.
  [409, "DELETE", MARS, MATCHING, {}],
];

for (const [status, method, path, conditions, { headers, ...options }] of CASES) {
  const [[name, value]] = Object.entries(conditions) as [[string, string]];
  const request = [method, path, JSON.stringify(options.body ?? ""), JSON.stringify(headers ?? "")].join(" ");
  test(`§7.3: ${request} with ${name}: ${value} is ${status}`, async () => {
    const answer = await served.request(method, path, { ...options, headers: { ...headers, ...conditions } });
    assert.equal(answer.status, status, answer.text);
  });
}

test("§12.2: PUT with If-None-Match: * of an id that exists below another parent is 409, not 412", async () => {
  const answer = await served.put("/api/planets/venus/moons/phobos", { name: "x" }, { headers: EXISTS });
  assert.deepEqual([answer.status, answer.body.code], [409, "already_exists"]);
});

test("§10.1: probes, which have no validators, ignore preconditions", async () => {
  for (const path of ["/livez", "/readyz"])
    assert.equal((await served.get(path, { headers: STALE })).status, 200, path);
});

test("§10.1: pages of the reference have an entity tag, and are 304 while they are unchanged", async () => {
  for (const path of ["/docs", "/docs/missions", "/docs/-/reference.js", "/problems", "/problems/not-found"]) {
    const { status, headers } = await served.get(path, { credential: false });
    const tag = headers.get("etag") ?? assert.fail(`${path} has no tag`);
    assert.equal(status, 200, path);
    const again = await served.get(path, { credential: false, headers: { "if-none-match": tag } });
    assert.deepEqual([again.status, again.text], [304, ""], path);
  }
});
