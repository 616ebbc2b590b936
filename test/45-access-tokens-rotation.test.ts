/** Proves what happens while the issuer of tokens rotates its keys, or hangs (§5.1). */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { JWTPayload } from "jose";
import { assertRefused, assertStatus } from "./support/http/assertions.ts";
import { type ChangingIssuer, serveKeys } from "./support/http/changing-issuer.ts";
import { fetchMetrics } from "./support/http/metrics.ts";
import { AUDIENCE, createKeyPair, type KeyPair, signToken } from "./support/http/oidc-issuer.ts";
import { type HttpResponse, type Served, serve, TestClock } from "./support/http/serve.ts";

const ISSUER = "https://issuer.example";
const [old, fresh] = [await createKeyPair("ES256", "old"), await createKeyPair("ES256", "new")];

/** A service that trusts keys which a test can change. */
async function believing(
  t: { after(stop: () => unknown): void },
  keys: readonly KeyPair[],
  settings: Record<string, string> = {},
): Promise<{ issuer: ChangingIssuer; served: Served }> {
  const issuer = await serveKeys(
    t,
    keys.map(({ jwk }) => jwk),
  );
  const trusted = { OIDC_ISSUER: ISSUER, OIDC_AUDIENCE: AUDIENCE, OIDC_JWKS_URL: issuer.url };
  const served = await serve(undefined, { ...trusted, ...settings }, new TestClock());
  t.after(() => served.stop());
  return { issuer, served };
}

let tokens = 0;
/** Signs a token that no other test has. */
function tokenOf(served: Served, key: KeyPair, kid = key.kid): Promise<string> {
  tokens += 1;
  const exp = Math.floor(served.clock.now() / 1000) + 3_600;
  const claims: JWTPayload = { iss: ISSUER, aud: AUDIENCE, sub: "robot", jti: `${tokens}`, exp, scope: "admin" };
  return signToken({ ...key, kid }, claims);
}
const get = async (served: Served, token: Promise<string>, headers = {}): Promise<HttpResponse> =>
  served.get("/api/planets", { credential: await token, headers });

test("§5.1: the issuer rotates its keys right after a token with an unknown key: the new key's tokens pass", async (t) => {
  const { issuer, served } = await believing(t, [old]);
  assertStatus(await get(served, tokenOf(served, old)), 200);
  assertRefused(await get(served, tokenOf(served, old, "invented")), 401);
  assert.equal(issuer.requested, 2);
  issuer.keys = [old.jwk, fresh.jwk];
  assertStatus(await get(served, tokenOf(served, fresh)), 200);
  assertStatus(await get(served, tokenOf(served, old)), 200);
  assert.equal(issuer.requested, 3);
});

test("§5.1: a key that the issuer did not have is looked for again after 5 s", async (t) => {
  const { issuer, served } = await believing(t, [old]);
  assertStatus(await get(served, tokenOf(served, old)), 200);
  const early = tokenOf(served, fresh);
  const several = await Promise.all(Array.from({ length: 20 }, () => get(served, early)));
  for (const each of several) assertRefused(each, 401);
  issuer.keys = [old.jwk, fresh.jwk];
  served.clock.advance(4_999);
  assertRefused(await get(served, early), 401);
  assert.equal(issuer.requested, 2, "once for all of them");
  served.clock.advance(1);
  assertStatus(await get(served, early), 200);
  assert.equal(issuer.requested, 3);
});

test("§5.1: a flood of invented key ids fetches the keys ten times, then once every 6 s; the new key's tokens pass then", async (t) => {
  const { issuer, served } = await believing(t, [old]);
  assertStatus(await get(served, tokenOf(served, old)), 200);
  const flood: HttpResponse[] = [];
  for (let at = 0; at < 30; at += 1) flood.push(await get(served, tokenOf(served, old, `invented-${at}`)));
  for (const each of flood) {
    assertRefused(each, 401);
    assert.equal(each.body.code, "invalid_token");
  }
  assert.equal(issuer.requested, 11);
  assertStatus(await get(served, tokenOf(served, old)), 200);
  issuer.keys = [fresh.jwk];
  const waiting = tokenOf(served, fresh);
  assertRefused(await get(served, waiting), 401);
  served.clock.advance(6_000);
  assertRefused(await get(served, tokenOf(served, old, "invented-again")), 401);
  assertStatus(await get(served, waiting), 200);
  assert.equal(issuer.requested, 12);
});

test("§5.1: while the issuer hangs, tokens wait for it, in bounded number and of each client, and do not count as running requests", async (t) => {
  const settings = { OVERLOAD_REQUESTS: "5", TRUSTED_PROXIES: "127.0.0.0/8" };
  const { issuer, served } = await believing(t, [old], settings);
  issuer.isHanging = true;
  let refused = 0;
  const flood = Array.from({ length: 130 }, async () => {
    const response = await get(served, tokenOf(served, old), { "x-forwarded-for": "192.0.2.1" });
    if (response.status === 503) refused += 1;
    return response;
  });
  // Each client may have a hundred that wait.
  while (refused < 30 || issuer.requested === 0) assertStatus(await served.get("/api/missions"), 200);
  const other = get(served, tokenOf(served, old), { "x-forwarded-for": "192.0.2.2" });
  assert.equal((await fetchMetrics(served)).value("http_requests_active"), 1);
  assertStatus(await served.put("/api/planets/mars", { name: "Mars", planet_type: "terrestrial" }), 201);
  issuer.release();
  const answers = await Promise.all(flood);
  assert.equal(answers.filter(({ status }) => status === 200).length, 100);
  const [late] = answers.filter(({ status }) => status === 503);
  assert.equal(late!.headers.get("retry-after"), "5");
  assertStatus(await other, 200);
  assert.equal(issuer.requested, 1);
});
