/** Proves API keys (§5.5, §12.12): created, shown once, listed, used, expired, revoked, stored as digests. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { createKey, keysByScopes } from "./support/http/api-keys.ts";
import { assertRefused } from "./support/http/assertions.ts";
import { faultsOf, serveForFile } from "./support/http/serve.ts";

const served = await serveForFile();
const keys = "/api/api-keys";
const keyWith = keysByScopes(served);
const HIDDEN = ["secret", "digest", "hash", "key"];

test("§5.5: POST returns the secret of 256 bits once, and no other response shows it", async () => {
  const made = await served.post(keys, { id: "ci", name: "CI", scopes: ["missions:write"] });
  assert.equal(made.status, 201);
  assert.match(made.body.secret, /^smk_[A-Za-z0-9_-]{43}$/);
  const shown = ["_links", "created_at", "expires_at", "id", "last_used_at", "name", "scopes", "secret", "updated_at"];
  assert.deepEqual(Object.keys(made.body).sort(), shown);
  assert.equal(made.headers.get("location"), `${keys}/ci`);
  const digest = createHash("sha256").update(made.body.secret).digest("hex");
  for (const path of [`${keys}/ci`, `${keys}/ci?fields=*`, keys, `${keys}?fields=*`]) {
    const { text } = await served.get(path);
    assert.ok(!text.includes("smk_") && !text.includes(digest) && !text.includes("secret"), text);
  }
  const gone = await served.delete(`${keys}/ci`, { headers: { prefer: "return=representation" } });
  assert.equal(gone.body.secret, undefined);
});

test("§5.5: only a digest is stored", async () => {
  const { id, secret } = await createKey(served, []);
  const resource = served.catalog.resource("api-keys");
  const stored = await served.store.findBy(resource, "id", id);
  assert.equal(stored!.secret, createHash("sha256").update(secret).digest("hex"));
  assert.ok(!JSON.stringify(stored).includes(secret.slice(4)));
});

test("§5.5: the secret is not a field: it cannot be selected, filtered, sorted by or sent", async () => {
  for (const name of HIDDEN) {
    for (const query of [`fields=${name}`, `${name}=x`, `${name}_starts_with=a`, `filter=${name}:x`, `sort_by=${name}`])
      assertRefused(await served.get(`${keys}?${query}`), 400);
    const sent = await served.post(keys, { name: "n", scopes: [], [name]: "smk_mine" });
    assert.deepEqual([sent.status, faultsOf(sent)], [400, [[`/${name}`, "unknown_field"]]]);
  }
});

test("§12.12: a replayed answer never carries the secret again; it is stored without", async () => {
  const once = { headers: { "idempotency-key": "one-key" } };
  const body = { name: "Once", scopes: ["planets:read"] };
  const first = await served.post(keys, body, once);
  const again = await served.post(keys, body, once);
  assert.deepEqual([first.status, again.status], [201, 201]);
  assert.equal(again.headers.get("idempotent-replayed"), "true");
  const { secret, ...rest } = first.body;
  assert.match(secret, /^smk_/);
  assert.deepEqual(again.body, rest);
  assert.equal((await served.get("/api", { credential: secret })).status, 200);
});

test("§4.2: the secret is shown despite Prefer: return=minimal", async () => {
  for (const prefer of ["return=minimal", "return=representation"]) {
    const made = await served.post(keys, { name: "P", scopes: [] }, { headers: { prefer } });
    assert.deepEqual([made.status, made.headers.get("preference-applied")], [201, null]);
    assert.match(made.body.secret, /^smk_/);
  }
});

test("§12.13: keys have GET, POST and DELETE, no PUT or PATCH", async () => {
  const { id } = await createKey(served, []);
  for (const method of ["PUT", "PATCH"]) {
    const answer = await served.request(method, `${keys}/${id}`, { body: {} });
    assertRefused(answer, 405);
    assert.equal(answer.headers.get("allow"), "GET, DELETE, HEAD, OPTIONS");
  }
});

test("§5.5: a key requires a name and scopes; an unknown scope is 422 and lists the known ones", async () => {
  assert.deepEqual(faultsOf(await served.post(keys, {})), [
    ["/name", "required"],
    ["/scopes", "required"],
  ]);
  const unknown = await served.post(keys, { name: "x", scopes: ["missions:read", "missions:all"] });
  assertRefused(unknown, 422);
  assert.equal(unknown.body.errors[0].pointer, "/scopes/1");
  for (const scope of ["missions:read", "space-stations:write", "medical:write", "admin"])
    assert.ok(unknown.body.errors[0].message.includes(scope), unknown.text);
  for (const scope of ["moons:read", "api-keys:read", "training:write", "ADMIN", "*"])
    assertRefused(await served.post(keys, { name: "x", scopes: [scope] }), 422);
});

test("§12.12: expires_at in the past, or now, is 422", async () => {
  const at = served.clock.now();
  for (const time of [at, at - 1, at - 86_400_000]) {
    const answer = await served.post(keys, { name: "x", scopes: [], expires_at: new Date(time).toISOString() });
    assert.deepEqual([answer.status, faultsOf(answer)], [422, [["/expires_at", "rule_broken"]]]);
  }
});

test("§5.5: a key is valid until the millisecond at which it expires", async () => {
  const at = served.clock.now() + 5_000;
  const { secret } = await createKey(served, ["planets:write"], { expires_at: new Date(at).toISOString() });
  const post = (id: string) =>
    served.put(`/api/planets/${id}`, { name: "P", planet_type: "dwarf" }, { credential: secret });
  served.clock.advance(4_999);
  assert.equal((await post("a")).status, 201);
  served.clock.advance(1);
  const late = await post("b");
  assertRefused(late, 401);
  assert.match(
    late.headers.get("www-authenticate")!,
    /error="invalid_token", error_description="The credential has expired\."/,
  );
});

test("§5.5: DELETE revokes at once, even on a connection that just used the key", async () => {
  const { id, secret } = await createKey(served, ["admin"]);
  assert.equal((await served.get(keys, { credential: secret })).status, 200);
  assert.equal((await served.delete(`${keys}/${id}`, { credential: secret })).status, 204);
  for (const path of [keys, "/api/missions", "/api"])
    assertRefused(await served.get(path, { credential: secret }), 401);
});

test("§5.5: last_used_at lags by a minute at most and is never written per request", async () => {
  const { id, secret } = await createKey(served, ["missions:read"]);
  const lastUse = async () => (await served.get(`${keys}/${id}`)).body.last_used_at;
  const changes = async () => (await served.store.counters([served.catalog.resource("api-keys")]))[0]!.changes;
  const use = () => served.get("/api/missions", { credential: secret });
  assert.equal(await lastUse(), null);
  const first = new Date(served.clock.now()).toISOString();
  for (let time = 0; time < 20; time += 1) assert.equal((await use()).status, 200);
  // A write is answered after those that were queued before it.
  await served.post("/api/missions", { name: "after" });
  assert.equal(await lastUse(), first);
  const before = await changes();
  served.clock.advance(59_999);
  for (let time = 0; time < 5; time += 1) await use();
  await served.post("/api/missions", { name: "after" });
  assert.deepEqual([await lastUse(), await changes()], [first, before]);
  served.clock.advance(1);
  await use();
  await served.post("/api/missions", { name: "after" });
  assert.equal(await lastUse(), new Date(served.clock.now()).toISOString());
  assert.equal(await changes(), before + 1);
});

test("§5.5: a use that cannot be recorded refuses nothing, and is recorded a minute later at the earliest", async (t) => {
  const { id, secret } = await createKey(served, ["missions:read"]);
  const use = async () => assert.equal((await served.get("/api/missions", { credential: secret })).status, 200);
  const write = t.mock.method(served.store, "write", () => Promise.reject(new Error("the fault of a test")));
  for (let time = 0; time < 5; time += 1) await use();
  served.clock.advance(59_999);
  await use();
  assert.equal(write.mock.callCount(), 1);
  write.mock.restore();
  served.clock.advance(1);
  await use();
  await served.post("/api/missions", { name: "after" });
  assert.equal((await served.get(`${keys}/${id}`)).body.last_used_at, new Date(served.clock.now()).toISOString());
});

test("§12.12: a new last_used_at changes the representation: another ETag, a later updated_at", async () => {
  const { id, secret } = await createKey(served, []);
  const before = await served.get(`${keys}/${id}`);
  served.clock.advance(1_000);
  await served.get("/api", { credential: secret });
  await served.post("/api/missions", { name: "after" });
  const after = await served.get(`${keys}/${id}`);
  assert.notEqual(after.headers.get("etag"), before.headers.get("etag"));
  assert.equal(after.body.updated_at, new Date(served.clock.now()).toISOString());
});

test("§4.5: keys are listed, filtered and sorted like any collection", async () => {
  await createKey(served, ["admin"], { id: "z", name: "Zürich" });
  const { body } = await served.get(`${keys}?name_starts_with=ZÜR&sort_by=created_at&order=desc&fields=name,scopes`);
  assert.deepEqual([body.total_count, body.api_keys[0].name, body.api_keys[0].scopes], [1, "Zürich", ["admin"]]);
  assert.equal((await served.get("/api")).body._links.api_keys, keys);
});

test("§5.5: only the admin sees keys", async () => {
  const { id } = await createKey(served, []);
  const credential = await keyWith(["missions:write", "medical:write"]);
  for (const path of [keys, `${keys}/${id}`, `${keys}/none`]) {
    const answer = await served.get(path, { credential });
    assertRefused(answer, 403);
    assert.match(answer.headers.get("www-authenticate")!, /scope="admin"$/);
  }
  assertRefused(await served.post(keys, { name: "mine", scopes: ["admin"] }, { credential }), 403);
});

test("§12.11: Idempotency-Key: another credential never gets the stored response", async () => {
  const headers = { "idempotency-key": "shared" };
  const body = { name: "S" };
  const [one, other] = [
    await createKey(served, ["space-stations:write"]),
    await createKey(served, ["space-stations:write"]),
  ];
  const first = await served.post("/api/space-stations", body, { headers, credential: one.secret });
  const second = await served.post("/api/space-stations", body, { headers, credential: other.secret });
  const again = await served.post("/api/space-stations", body, { headers, credential: one.secret });
  assert.notEqual(second.body.id, first.body.id);
  assert.equal(second.headers.get("idempotent-replayed"), null);
  assert.deepEqual([again.body, again.headers.get("idempotent-replayed")], [first.body, "true"]);
});

test("§5.2: write includes read, and nothing else", async () => {
  const closed = await serveForFile(undefined, { PUBLIC_READ: "false" });
  const { secret: credential } = await createKey(closed, ["planets:write"]);
  for (const path of ["/api/planets", "/api/moons", "/api"])
    assert.equal((await closed.get(path, { credential })).status, 200);
  for (const path of ["/api/missions", "/api/data", "/api/space-stations"])
    assertRefused(await closed.get(path, { credential }), 403);
});
