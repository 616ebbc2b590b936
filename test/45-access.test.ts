/** Proves §5.3: who may read, who may write, and how others are refused. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createKey } from "./support/http/api-keys.ts";
import { assertRefused } from "./support/http/assertions.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { openConnection, sendBytes } from "./support/http/raw-http.ts";
import { parseResponses } from "./support/http/raw-responses.ts";
import { type HttpResponse, serveForFile } from "./support/http/serve.ts";

const served = await serveForFile();
const fixtures = fixturesFor(served);
await fixtures.planet("mars");
await fixtures.astronaut("ann");
await fixtures.put("/api/astronauts/ann/medical/x1", { examined_on: "2020-01-01", kind: "annual", fitness: "fit" });

const anonymous = { credential: false } as const;
/** Asserts a 401; a credential that was sent is reported as invalid (RFC 6750 §3.1). */
function unauthorized(answer: HttpResponse, sent: boolean): void {
  assertRefused(answer, 401);
  assert.equal(answer.body.type, "/problems/unauthorized");
  const challenge = answer.headers.get("www-authenticate")!;
  assert.match(challenge, /^Bearer /);
  assert.equal(challenge.includes('error="invalid_token"'), sent, challenge);
}

const writes: [method: string, path: string, body?: object][] = [
  ["POST", "/api/planets", { name: "x", planet_type: "dwarf" }],
  ["PUT", "/api/planets/mars", { name: "x", planet_type: "dwarf" }],
  ["PUT", "/api/planets/mars/surface", {}],
  ["PATCH", "/api/planets/mars", { name: "x" }],
  ["DELETE", "/api/planets/mars"],
];
const privateReads = ["/api/astronauts/ann/medical", "/api/astronauts/ann/medical/x1"];
const publicReads = [
  "/api",
  "/api/planets",
  "/api/planets/mars",
  "/api/planets/mars/moons",
  "/api/moons",
  "/api/astronauts/ann/training",
];

for (const [method, path, body] of writes) {
  test(`§5.3: ${method} ${path} needs a credential`, async () => {
    const options = body ? { body } : {};
    unauthorized(await served.request(method, path, { ...options, ...anonymous }), false);
    unauthorized(await served.request(method, path, { ...options, credential: "wrong-key-0123456789" }), true);
    assert.equal((await fixtures.read("/api/planets/mars")).name, "mars", "nothing was written");
  });
}

for (const path of privateReads) {
  test(`§5.3: reading ${path} needs a credential`, async () => {
    for (const method of ["GET", "HEAD"]) assert.equal((await served.request(method, path, anonymous)).status, 401);
    unauthorized(await served.get(path, anonymous), false);
    assert.equal((await served.get(path)).status, 200);
  });
}

for (const path of publicReads) {
  test(`§5.3: reading ${path} needs no credential, but an invalid one is 401`, async () => {
    assert.equal((await served.get(path, anonymous)).status, 200);
    for (const authorization of [
      "Bearer wrong-key-0123456789",
      "Bearer",
      "Bearer a b",
      "Basic YTpi",
      "test-admin-key-0123456789",
      "",
    ]) {
      const answer = await served.get(path, { ...anonymous, headers: { authorization } });
      assert.equal(answer.status, 401, authorization);
      assert.match(answer.headers.get("www-authenticate")!, /^Bearer /);
    }
  });
}

test("§5.1: the scheme is case-insensitive (RFC 9110 §11.1), the key is not", async () => {
  const get = (authorization: string) => served.get("/api/planets", { ...anonymous, headers: { authorization } });
  assert.equal((await get("bEaReR test-admin-key-0123456789")).status, 200);
  assert.equal((await get("Bearer TEST-ADMIN-KEY-0123456789")).status, 401);
  assert.equal((await get("Bearer test-admin-key-012345678")).status, 401);
  assert.equal((await get("Bearer test-admin-key-01234567890")).status, 401);
});

test("§5.1: each request on a connection is authenticated by its own credential", async () => {
  const [key, other] = ["test-admin-key-0123456789", "test-admin-key-9876543210"];
  const { id, secret } = await createKey(served, ["medical:read"]);
  const asks = (credential: string | undefined, last = false, path = "/api/astronauts/ann/medical") =>
    [
      `GET ${path} HTTP/1.1\r\nHost: x`,
      ...(credential === undefined ? [] : [`Authorization: Bearer ${credential}`]),
      ...(last ? ["Connection: close"] : []),
      "\r\n",
    ].join("\r\n");
  // As long as the key, with a byte that becomes two in UTF-8.
  const odd = `${key.slice(0, -1)}\u00e9`;
  const ours = [key, key, other, key, odd, undefined, other];
  const credentials = [...ours, secret, secret, `${secret.slice(0, -1)}~`, key, secret];
  const text = await sendBytes(
    served.url,
    Buffer.from(credentials.map((each, at) => asks(each, at === credentials.length - 1)).join(""), "latin1"),
  );
  const statuses = parseResponses(text).map(({ status }) => status);
  assert.deepEqual(statuses, [200, 200, 401, 200, 401, 401, 401, 200, 200, 401, 200, 200]);
  // The credential is checked again with each request.
  const talk = await openConnection(served.url);
  talk.write(asks(secret));
  await talk.waitFor(/HTTP\/1\.1 200/);
  assert.equal((await served.delete(`/api/api-keys/${id}`)).status, 204);
  talk.write(asks(secret, true));
  assert.match(await talk.closed(), /HTTP\/1\.1 401/);
});

test("§5.3: 401 is answered before the existence of the resource is looked up, and before the body is read", async () => {
  for (const path of ["/api/planets/none", "/api/planets/none/moons/none", "/api/missions/none"]) {
    assertRefused(await served.patch(path, {}, anonymous), 401);
    assertRefused(await served.delete(path, anonymous), 401);
  }
  assertRefused(await served.get("/api/astronauts/none/medical", anonymous), 401);
  assertRefused(await served.post("/api/planets", "{not json", anonymous), 401);
  assertRefused(
    await served.post("/api/planets", "x", { ...anonymous, headers: { "content-type": "text/plain" } }),
    401,
  );
});

test("§5.3: medical records leave no trace for a caller who may not read them", async () => {
  const { body, text } = await served.get("/api/astronauts/ann?fields=*", anonymous);
  assert.ok(!Object.keys(body).some((name) => name.startsWith("medical")));
  assert.doesNotMatch(text, /annual|fit"/);
  for (const query of [
    "medical_count=1",
    "medical_record_count=1",
    "sort=medical_count",
    "sort=medical_record_count",
  ]) {
    assertRefused(await served.get(`/api/astronauts?${query}`, anonymous), 400);
  }
  assertRefused(await served.get("/api/medical", anonymous), 404);
});
