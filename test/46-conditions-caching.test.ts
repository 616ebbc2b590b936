/** Proves what may be cached (§4.10): nothing with a secret, nothing of a write of private records; and that `include` has no date. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertStatus } from "./support/http/assertions.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { type HttpResponse, type RequestOptions, serveForFile } from "./support/http/serve.ts";

const served = await serveForFile();
const fixtures = fixturesFor(served);
await fixtures.astronaut("ann");
await fixtures.mission("m");

const HOOK = { url: "https://93.184.216.34/", event_types: ["mission.*"], active: false };
const { id: hook } = (await served.post("/api/webhooks", HOOK)).body;

/** Caching fields of a response: what says how it is cached, and its validators. */
function caching({ headers }: HttpResponse): (string | null)[] {
  return ["cache-control", "etag", "last-modified"].map((name) => headers.get(name));
}
const SECRET = ["private, no-store", null, null];

for (const [path, body] of [
  ["/api/api-keys", { name: "k", scopes: ["missions:read"] }],
  ["/api/webhooks", HOOK],
  [`/api/webhooks/${hook}/secrets`, {}],
] as const) {
  const what = path.replace(hook, "{id}");
  test(`§4.10: the response to POST ${what} has a secret: it is not stored and has no validators, nor has its replay`, async () => {
    const once = { headers: { "idempotency-key": `secret ${path}`.replaceAll(" ", "-") } };
    const first = await served.post(path, body, once);
    assertStatus(first, 201);
    assert.equal(typeof first.body.secret, "string");
    assert.deepEqual(caching(first), SECRET);
    const again = await served.post(path, body, once);
    assert.deepEqual([again.headers.get("idempotent-replayed"), again.body.secret], ["true", undefined]);
    assert.deepEqual(caching(again), SECRET);
    // The record itself has a tag.
    assert.match((await served.get(first.body._links.self)).headers.get("etag")!, /^"/);
  });
}

test("§4.10: a webhook that PUT creates has a secret, one that it replaces has not", async () => {
  const path = "/api/webhooks/put";
  const created = await served.put(path, HOOK);
  assert.deepEqual([created.status, typeof created.body.secret, caching(created)], [201, "string", SECRET]);
  const replaced = await served.put(path, HOOK);
  assert.deepEqual([replaced.status, replaced.body.secret], [200, undefined]);
  assert.notEqual(replaced.headers.get("etag"), null);
  assert.equal(replaced.headers.get("cache-control"), "private, no-store");
});

const MEDICAL = "/api/astronauts/ann/medical";
const EXAM = { examined_on: "2020-01-01", kind: "k", fitness: "fit" };

/** Writes of private records, in order. */
const PRIVATE_WRITES: [status: number, method: string, path: string, options: RequestOptions][] = [
  [201, "POST", MEDICAL, { body: { id: "one", ...EXAM } }],
  [409, "POST", MEDICAL, { body: { id: "one", ...EXAM } }],
  [201, "PUT", `${MEDICAL}/two`, { body: EXAM }],
  [200, "PUT", `${MEDICAL}/two`, { body: EXAM }],
  [200, "PATCH", `${MEDICAL}/two`, { body: { fitness: "unfit" } }],
  [204, "PATCH", `${MEDICAL}/two`, { body: {}, headers: { prefer: "return=minimal" } }],
  [400, "PATCH", `${MEDICAL}/two`, { body: { fitness: 1 } }],
  [422, "PATCH", `${MEDICAL}/two`, { body: { fitness: "well" } }],
  [412, "PATCH", `${MEDICAL}/two`, { body: {}, headers: { "if-match": '"other"' } }],
  [404, "PATCH", `${MEDICAL}/none`, { body: {} }],
  [415, "PUT", `${MEDICAL}/two`, { body: "x", headers: { "content-type": "text/plain" } }],
  [406, "PUT", `${MEDICAL}/two`, { body: EXAM, headers: { accept: "text/html" } }],
  [401, "DELETE", `${MEDICAL}/two`, { credential: false }],
  [200, "DELETE", `${MEDICAL}/two`, { headers: { prefer: "return=representation" } }],
  [204, "DELETE", `${MEDICAL}/one`, {}],
  [200, "PATCH", `/api/webhooks/${hook}`, { body: { active: false } }],
  [422, "POST", `/api/webhooks/${hook}/deliveries`, { body: { event_id: "0" } }],
  [204, "DELETE", `/api/webhooks/${hook}`, {}],
  [404, "DELETE", "/api/api-keys/none", {}],
  [404, "DELETE", "/api/operations/none", {}],
];
test("§4.10: every response to a write of a private record is private, and stored nowhere", async () => {
  for (const [status, method, path, options] of PRIVATE_WRITES) {
    const response = await served.request(method, path, options);
    assertStatus(response, status);
    assert.equal(response.headers.get("cache-control"), "private, no-store", `${method} ${path}: ${status}`);
  }
});

test("§4.10: the operation in a 202 is private; responses to writes of public records say nothing of caches", async () => {
  const sample = { instrument: "i", parameter: "p", collected_at: "2020-01-01T00:00:00Z" };
  const accepted = await served.post("/api/missions/m/data", [sample], { headers: { prefer: "respond-async" } });
  assertStatus(accepted, 202);
  assert.equal(accepted.headers.get("cache-control"), "private, no-store");
  for (const response of [
    await served.post("/api/missions/m/data", [sample]),
    await served.patch("/api/missions/m", { operator: "Somebody" }),
    await served.patch("/api/missions/m", { launch_date: "never" }),
  ])
    assert.equal(response.headers.get("cache-control"), null, response.text);
});

test("§4.10: a record with include has no Last-Modified, and no date makes it 304 while what is included changes", async () => {
  await fixtures.put("/api/missions/m/objectives/o", { title: "Land" });
  const path = "/api/missions/m?include=objectives";
  const later = new Date(served.clock.now() + 3_600_000).toUTCString();
  const plain = await served.get("/api/missions/m");
  assert.notEqual(plain.headers.get("last-modified"), null);
  assertStatus(await served.get("/api/missions/m", { headers: { "if-modified-since": later } }), 304);
  served.clock.advance(60_000);
  // The mission stays as it is.
  await served.patch("/api/missions/m/objectives/o", { title: "Return" });
  assert.equal((await served.get("/api/missions/m")).headers.get("etag"), plain.headers.get("etag"));
  for (const headers of [{ "if-modified-since": later }, { "if-unmodified-since": "Thu, 01 Jan 2015 00:00:00 GMT" }]) {
    const { status, headers: received, body } = await served.get(path, { headers });
    assert.deepEqual([status, received.get("last-modified")], [200, null], JSON.stringify(headers));
    assert.equal(body._embedded.objectives[0].title, "Return");
  }
  const etag = (await served.get(path)).headers.get("etag")!;
  const current = await served.get(path, { headers: { "if-none-match": etag } });
  assert.deepEqual([current.status, current.headers.get("last-modified")], [304, null]);
});
