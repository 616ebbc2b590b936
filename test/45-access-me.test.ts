/** Proves §5.4: the caller learns who they are, and what they may do. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { decodeJwt } from "jose";
import { createExpiredKey, createKey, createRevokedKey } from "./support/http/api-keys.ts";
import { assertRefused } from "./support/http/assertions.ts";
import { AUDIENCE, OidcIssuer } from "./support/http/oidc-issuer.ts";
import { ADMIN_KEY, type Served, serve, serveForFile, TestClock } from "./support/http/serve.ts";

const served = await serveForFile();
const ME = "/api/me";
/** What every caller may read while `PUBLIC_READ` is true. */
const OPEN = ["planets", "spacecraft", "space-stations", "astronauts", "missions"].map((name) => `${name}:read`);
const ALL = [
  ...OPEN.flatMap((scope) => [scope, scope.replace("read", "write")]),
  ...["medical:read", "medical:write", "events:read", "webhooks:read", "webhooks:write", "admin"],
];

async function me(of: Served, credential: string | false) {
  const { status, body, text, headers } = await of.get(ME, { credential });
  assert.equal(status, 200, text);
  assert.equal(headers.get("cache-control"), "private, no-store");
  assert.equal(headers.get("etag"), null);
  return { ...body, scopes: body.scopes.toSorted() };
}

const caller = (actor: string, kind: string, scopes: readonly string[], expiresAt: string | null = null) => ({
  actor,
  kind,
  scopes: [...new Set(scopes)].sort(),
  expires_at: expiresAt,
  _links: { self: ME },
});

test("§5.4: without a credential, the caller is anonymous, with the scopes of every caller", async () => {
  assert.deepEqual(await me(served, false), caller("anonymous", "anonymous", OPEN));
});

test("§5.4: the holder of the admin key is admin, with every scope", async () => {
  assert.deepEqual(await me(served, ADMIN_KEY), caller("admin", "admin", ALL));
});

test("§5.4: an API key has its scopes, those that they include, and those of every caller", async () => {
  const { id, secret } = await createKey(served, ["missions:write", "medical:read"]);
  const expected = [...OPEN, "missions:write", "medical:read"];
  assert.deepEqual(await me(served, secret), caller(`key:${id}`, "api_key", expected));
});

test("§5.4: a key with the scope admin is an api_key that may do everything, until it expires", async () => {
  const expiresAt = new Date(served.clock.now() + 86_400_000).toISOString();
  const { id, secret } = await createKey(served, ["admin"], { expires_at: expiresAt });
  assert.deepEqual(await me(served, secret), caller(`key:${id}`, "api_key", ALL, expiresAt));
});

test("§5.4: a token has the scopes of this service, and expires", async (t) => {
  const issuer = await OidcIssuer.start();
  after(() => issuer.stop().catch(() => {}));
  const credential = await issuer.token("ES256", "coffee:make planets:write");
  const { iat, exp, sub } = decodeJwt(credential);
  const clock = new TestClock();
  clock.set(new Date(iat! * 1000).toISOString());
  const trusting = await serve(undefined, { OIDC_ISSUER: issuer.url, OIDC_AUDIENCE: AUDIENCE }, clock);
  t.after(() => trusting.stop());
  const expected = caller(
    `token:${issuer.url}#${sub}`,
    "token",
    [...OPEN, "planets:write"],
    new Date(exp! * 1000).toISOString(),
  );
  assert.deepEqual(await me(trusting, credential), expected);
});

test("§5.4: PUBLIC_READ=false: anonymous callers get 401, a key has its own scopes only", async (t) => {
  const closed = await serve(undefined, { PUBLIC_READ: "false" });
  t.after(() => closed.stop());
  const refused = await closed.get(ME, { credential: false });
  assertRefused(refused, 401);
  assert.equal(refused.headers.get("cache-control"), "private, no-store");
  const { id, secret } = await createKey(closed, ["planets:write"]);
  assert.deepEqual(await me(closed, secret), caller(`key:${id}`, "api_key", ["planets:read", "planets:write"]));
});

test("§5.4: AUTH=off: every caller is admin", async (t) => {
  const open = await serve(undefined, { AUTH: "off" });
  t.after(() => open.stop());
  assert.deepEqual(await me(open, false), caller("admin", "admin", ALL));
});

test("§5.3: an invalid, revoked or expired credential is 401", async () => {
  for (const credential of ["wrong-key-0123456789", await createRevokedKey(served), await createExpiredKey(served)])
    assertRefused(await served.get(ME, { credential }), 401);
});

test("§4.5: /api/me has no parameters, and no method that writes", async () => {
  assertRefused(await served.get(`${ME}?fields=scopes`), 400, ["fields", "unknown_parameter"]);
  const refused = await served.post(ME, {});
  assertRefused(refused, 405);
  assert.equal(refused.headers.get("allow"), "GET, HEAD, OPTIONS");
  assert.equal((await served.request("HEAD", ME)).status, 200);
});
