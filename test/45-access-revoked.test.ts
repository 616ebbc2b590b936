/** Proves that a credential that is revoked, replaced or expired writes nothing any more, not even with a body that is still arriving (§5.5). */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createKey } from "./support/http/api-keys.ts";
import { assertRefused, assertStatus } from "./support/http/assertions.ts";
import { serveKeys } from "./support/http/changing-issuer.ts";
import { AUDIENCE, createKeyPair, signToken } from "./support/http/oidc-issuer.ts";
import { openConnection } from "./support/http/raw-http.ts";
import { ADMIN_KEY, type Served, serve, TestClock } from "./support/http/serve.ts";
import { STORE_KINDS } from "./support/store/both-stores.ts";

const BODY = '{"name":"Late"}';

/** A write that is sent but for the last byte of its body. Returns a function that sends that byte, and resolves to the response. */
async function beginWrite(
  served: Served,
  credential: string,
  headers: readonly string[] = [],
): Promise<() => Promise<string>> {
  const connection = await openConnection(served.url);
  const fields = [
    "POST /api/space-stations HTTP/1.1",
    ...["Host: localhost", `Authorization: Bearer ${credential}`, "Content-Type: application/json"],
    ...[`Content-Length: ${BODY.length}`, "Connection: close", "Expect: 100-continue", ...headers],
  ];
  connection.write(`${fields.join("\r\n")}\r\n\r\n`);
  await connection.waitFor(/^HTTP\/1\.1 100 /);
  connection.write(BODY.slice(0, -1));
  return () => {
    connection.write(BODY.slice(-1));
    return connection.closed();
  };
}

const total = async (served: Served, path: string): Promise<number> => (await served.get(path)).body.total_count;

function assertLate(response: string): void {
  assert.match(response, /\r\n\r\nHTTP\/1\.1 401 /);
  assert.match(response, /\r\nwww-authenticate: Bearer [^\r]*error="invalid_token"/i);
}

for (const { name, create, skip } of STORE_KINDS) {
  test(`§5.5: ${name}: a key that is revoked by another process while the body arrives writes nothing`, {
    skip,
  }, async () => {
    await using database = await create();
    const clock = new TestClock();
    // As many as there are, so that they tell each other what they change.
    const settings = { DATABASE_URL: database.url, WORKERS: "2" };
    await using one = await serve(undefined, settings, clock);
    await using other = await serve(undefined, settings, clock);
    const { id, secret } = await createKey(one, ["space-stations:write"]);
    /** Waits until the service has found the key, which it then notes. */
    const found = async (key: string) => {
      while ((await one.get(`/api/api-keys/${key}`)).body.last_used_at === null);
    };
    const [finish, finishAsync, replay] = [
      await beginWrite(one, secret),
      await beginWrite(one, secret, ["Prefer: respond-async"]),
      await beginWrite(one, secret, ["Idempotency-Key: once"]),
    ];
    await found(id);
    const stored = await one.post("/api/space-stations", BODY, {
      credential: secret,
      headers: { "idempotency-key": "once" },
    });
    assertStatus(stored, 201);
    assertStatus(await other.delete(`/api/api-keys/${id}`), 204);
    // Another key with the same id.
    assertStatus(await other.post("/api/api-keys", { id, name: "New", scopes: ["space-stations:write"] }), 201);
    for (const end of [finish, finishAsync, replay]) assertLate(await end());
    assert.equal(await total(one, "/api/space-stations"), 1);
    assert.equal(await total(one, "/api/operations"), 0);
  });

  test(`§5.5: ${name}: a replaced admin key is refused at once by every process, even while the body arrives`, {
    skip,
  }, async () => {
    await using database = await create();
    const settings = { DATABASE_URL: database.url, WORKERS: "2" };
    await using one = await serve(undefined, settings);
    const finish = await beginWrite(one, ADMIN_KEY);
    // Found, because this one came later.
    assertStatus(await one.get("/api/api-keys"), 200);
    const credential = "another-admin-key-9876543210";
    assertRefused(await one.get("/api/planets", { credential }), 401);
    await using other = await serve(undefined, { ...settings, ADMIN_API_KEY: credential });
    for (const each of [one, other]) {
      assertRefused(await each.get("/api/planets"), 401);
      assertStatus(await each.get("/api/api-keys", { credential }), 200);
    }
    assertLate(await finish());
    assert.equal((await one.get("/api/space-stations", { credential })).body.total_count, 0);
  });
}

const clock = new TestClock();
const signer = await createKeyPair("ES256");
const issuer = await serveKeys({ after }, [signer.jwk]);
const served = await serve(
  undefined,
  { OIDC_ISSUER: "https://issuer.example", OIDC_AUDIENCE: AUDIENCE, OIDC_JWKS_URL: issuer.url },
  clock,
);
after(served.stop);

test("§5.5: a key that expires while the body arrives writes nothing", async () => {
  const expires_at = new Date(clock.now() + 1_000).toISOString();
  const { id, secret } = await createKey(served, ["space-stations:write"], { expires_at });
  const finish = await beginWrite(served, secret);
  while ((await served.get(`/api/api-keys/${id}`)).body.last_used_at === null);
  clock.advance(1_000);
  assertLate(await finish());
  assert.equal(await total(served, "/api/space-stations"), 0);
});

test("§5.5: a token that expires while the body arrives writes nothing", async () => {
  const exp = Math.floor(clock.now() / 1000) + 1;
  const claims = { iss: "https://issuer.example", aud: AUDIENCE, sub: "robot", exp, scope: "space-stations:write" };
  const credential = await signToken(signer, claims);
  // Verified by now, so that it is found at once.
  assertStatus(await served.get("/api/space-stations", { credential }), 200);
  const finish = await beginWrite(served, credential);
  clock.advance(31_000);
  assertLate(await finish());
  assert.equal(await total(served, "/api/space-stations"), 0);
});

test("§5.5: a key that is valid when the body has arrived writes, although other keys have changed", async () => {
  const { id, secret } = await createKey(served, ["space-stations:write"]);
  const finish = await beginWrite(served, secret);
  while ((await served.get(`/api/api-keys/${id}`)).body.last_used_at === null);
  await createKey(served, ["admin"]);
  assert.match(await finish(), /\r\n\r\nHTTP\/1\.1 201 /);
  assert.equal(await total(served, "/api/space-stations"), 1);
});
