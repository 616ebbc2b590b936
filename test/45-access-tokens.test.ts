/** Proves tokens of an OpenID Connect issuer (§5, §11, §12), with a real provider. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { decodeJwt } from "jose";
import { assertRefused, assertStatus } from "./support/http/assertions.ts";
import { AUDIENCE, OidcIssuer } from "./support/http/oidc-issuer.ts";
import { type Served, serve, TestClock } from "./support/http/serve.ts";

const issuer = await OidcIssuer.start();
after(() => issuer.stop().catch(() => {}));

/** A service that trusts the issuer, with its clock at the time the token was issued. */
async function believing(
  t: { after(stop: () => unknown): void },
  token: string,
  settings: Record<string, string> = {},
): Promise<Served> {
  const clock = new TestClock();
  clock.set(new Date(decodeJwt(token).iat! * 1000).toISOString());
  const served = await serve(undefined, { OIDC_ISSUER: issuer.url, OIDC_AUDIENCE: AUDIENCE, ...settings }, clock);
  t.after(() => served.stop());
  return served;
}

const mars = { name: "Mars", planet_type: "terrestrial" };

for (const alg of ["RS256", "PS256", "ES256", "EdDSA"]) {
  test(`§5.1: a token signed with ${alg} may do what its scopes allow, and no more`, async (t) => {
    const credential = await issuer.token(alg, "planets:write");
    const served = await believing(t, credential);
    assertStatus(await served.put("/api/planets/mars", mars, { credential }), 201);
    assertStatus(await served.get("/api/planets/mars", { credential }), 200);
    assertStatus(await served.put("/api/astronauts/ann", { name: "Ann" }, { credential }), 403);
    assertRefused(await served.get("/api/astronauts/ann/medical", { credential }), 403);
  });
}

test("§5.2: the scope admin in a token allows everything; an unknown scope allows nothing", async (t) => {
  const credential = await issuer.token("ES256", "admin");
  const served = await believing(t, credential);
  assertStatus(await served.put("/api/planets/mars", mars, { credential }), 201);
  const other = await issuer.token("ES256", "coffee:make planets:read");
  assertStatus(await served.get("/api/planets/mars", { credential: other }), 200);
  assertRefused(await served.delete("/api/planets/mars", { credential: other }), 403);
});

test("§5.5: beside an issuer, the admin key may have the form of a token; other texts of that form are refused", async (t) => {
  const key = "the-admin.key-of.this-service";
  const served = await believing(t, await issuer.token("ES256", "admin"), { ADMIN_API_KEY: key });
  assert.equal(assertStatus(await served.get("/api/me", { credential: key }), 200).body.kind, "admin");
  assertRefused(await served.get("/api/me", { credential: "another.key-of.this-service" }), 401);
});

test("§5.3: PUBLIC_READ=false: any token may read /api; a collection needs its scope", async (t) => {
  const credential = await issuer.token("RS256", "planets:read");
  const served = await believing(t, credential, { PUBLIC_READ: "false" });
  assertStatus(await served.get("/api", { credential }), 200);
  assertStatus(await served.get("/api/planets", { credential }), 200);
  assertRefused(await served.get("/api/missions", { credential }), 403);
  assertRefused(await served.get("/api/planets", { credential: false }), 401);
});

test("§5.1: a token for another audience is 401", async (t) => {
  const credential = await issuer.token("RS256", "planets:write", "https://elsewhere.example/api");
  const served = await believing(t, credential);
  const answer = await served.get("/api/planets", { credential });
  assertRefused(answer, 401);
  assert.match(answer.headers.get("www-authenticate")!, /error="invalid_token"/);
});

test("§12.12: a token expires 30 s after its exp, even if it was verified before", async (t) => {
  const credential = await issuer.token("RS256", "planets:read");
  const fresh = await issuer.token("ES256", "planets:read");
  const served = await believing(t, credential);
  const { exp } = decodeJwt(credential);
  assertStatus(await served.get("/api/planets", { credential }), 200);
  served.clock.set(new Date((exp! + 30) * 1000 - 1).toISOString());
  assertStatus(await served.get("/api/planets", { credential }), 200);
  served.clock.advance(1);
  assertRefused(await served.get("/api/planets", { credential }), 401);
  served.clock.advance(60_000);
  assertRefused(await served.get("/api/planets", { credential: fresh }), 401);
});

test("§5.1: the admin key works beside tokens; without an issuer no token is valid", async (t) => {
  const credential = await issuer.token("RS256", "admin");
  const served = await believing(t, credential);
  assertStatus(await served.put("/api/planets/mars", mars), 201);
  const alone = await serve();
  t.after(() => alone.stop());
  assertRefused(await alone.get("/api/planets", { credential }), 401);
});

test("§5.1: discovery and keys are fetched once for concurrent tokens", async (t) => {
  const tokens = await Promise.all(Array.from({ length: 20 }, () => issuer.token("RS256", "planets:read")));
  const served = await believing(t, tokens[0]!);
  issuer.requestedPaths.length = 0;
  const answers = await Promise.all(tokens.map((credential) => served.get("/api/planets", { credential })));
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  assert.deepEqual(issuer.requestedPaths, ["/.well-known/openid-configuration", "/jwks"]);
});

test("§5.1: OIDC_JWKS_URL replaces discovery", async (t) => {
  const credential = await issuer.token("RS256", "planets:read");
  const served = await believing(t, credential, { OIDC_JWKS_URL: `${issuer.url}/jwks` });
  issuer.requestedPaths.length = 0;
  assertStatus(await served.get("/api/planets", { credential }), 200);
  assert.deepEqual(issuer.requestedPaths, ["/jwks"]);
});

test("§5.1: a discovery document of another issuer is refused", async (t) => {
  const credential = await issuer.token("RS256", "planets:read");
  const served = await believing(t, credential, { OIDC_ISSUER: issuer.url.replace("127.0.0.1", "localhost") });
  assertStatus(await served.get("/api/planets", { credential }), 503);
});

test("§5.1: while the issuer is down, tokens get 503 with Retry-After, other credentials work; it recovers by itself", async (t) => {
  const credential = await issuer.token("RS256", "planets:write");
  const served = await believing(t, credential);
  await issuer.stop();
  const answer = await served.get("/api/planets", { credential });
  assertStatus(answer, 503);
  assert.equal(answer.headers.get("retry-after"), "5");
  assertStatus(await served.put("/api/planets/mars", mars), 201);
  assertStatus(await served.get("/api/planets", { credential: false }), 200);
  assertRefused(await served.get("/api/planets", { credential: "smk_no-such-key" }), 401);
  assertStatus(await served.get("/readyz", { credential }), 200);
  await issuer.resume();
  issuer.requestedPaths.length = 0;
  assertStatus(await served.get("/api/planets", { credential }), 503);
  assert.deepEqual(issuer.requestedPaths, [], "it is left alone for as long as Retry-After says");
  served.clock.advance(5_000);
  assertStatus(await served.get("/api/planets", { credential }), 200);
});

test("§5.1: while the issuer is down, tokens with a known key stay valid; keys are fetched again after ten minutes", async (t) => {
  const credential = await issuer.token("RS256", "planets:read");
  const other = await issuer.token("ES256", "planets:read");
  const served = await believing(t, credential);
  assertStatus(await served.get("/api/planets", { credential }), 200);
  await issuer.stop();
  assertStatus(await served.get("/api/planets", { credential: other }), 200);
  served.clock.advance(600_000);
  assertStatus(await served.get("/api/planets", { credential }), 200);
  await issuer.resume();
  issuer.requestedPaths.length = 0;
  served.clock.advance(600_000);
  const several = [credential, other, await issuer.token("PS256", "planets:read")];
  issuer.requestedPaths.length = 0;
  await Promise.all(several.map((token) => served.get("/api/planets", { credential: token })));
  // In the background: the tokens did not wait for it; the next request finds it done or running.
  while (issuer.requestedPaths.length < 2) assertStatus(await served.get("/readyz"), 200);
  assert.deepEqual(issuer.requestedPaths, ["/.well-known/openid-configuration", "/jwks"]);
});

test("§8.2: all tokens of one subject share a limit", async (t) => {
  const [one, other] = [await issuer.token("RS256", "planets:read"), await issuer.token("ES256", "planets:read")];
  const served = await believing(t, one, { RATE_LIMIT: "on", RATE_LIMIT_AUTHENTICATED: "2/60" });
  assertStatus(await served.get("/api", { credential: one }), 200);
  assertStatus(await served.get("/api", { credential: other }), 200);
  const answer = await served.get("/api", { credential: one });
  assertStatus(answer, 429);
  assert.equal(answer.headers.get("ratelimit"), '"authenticated";r=0;t=30');
  assertStatus(await served.get("/api"), 200);
});
