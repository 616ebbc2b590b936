/** Proves that tokens which the issuer did not issue, or not for this service, are refused (§5.1, RFC 8725). */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import {
  CompactSign,
  exportPKCS8,
  exportSPKI,
  importJWK,
  importPKCS8,
  type JWK,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from "jose";
import { assertRefused, assertStatus } from "./support/http/assertions.ts";
import { serveKeys } from "./support/http/changing-issuer.ts";
import { AUDIENCE, createKeyPair, type KeyPair, OidcIssuer, signToken } from "./support/http/oidc-issuer.ts";
import { type Served, serve, serveForFile, TestClock } from "./support/http/serve.ts";

const issuer = await OidcIssuer.start();
after(() => issuer.stop());
const served = await serveForFile(undefined, { OIDC_ISSUER: issuer.url, OIDC_AUDIENCE: AUDIENCE });
const NOW = Math.floor(served.clock.now() / 1000);
const [rs256, ps256, es256, eddsa] = issuer.keys as [KeyPair, KeyPair, KeyPair, KeyPair];
const stranger = await createKeyPair("RS256", rs256.kid);

const good: JWTPayload = { iss: issuer.url, aud: AUDIENCE, sub: "robot", exp: NOW + 60, scope: "admin" };
const without = (name: string): JWTPayload =>
  Object.fromEntries(Object.entries(good).filter(([each]) => each !== name));
const get = (credential: string, at: Served = served) => at.get("/api/planets", { credential });

const GOOD: Record<string, () => Promise<string>> = {
  "that is valid": () => signToken(rs256, good),
  "for several audiences": () => signToken(es256, { ...good, aud: ["https://elsewhere.example", AUDIENCE] }),
  "of the type JWT": () => signToken(ps256, good, { typ: "JWT" }),
  "of the type application/at+jwt, in any case": () => signToken(ps256, good, { typ: "application/AT+JWT" }),
  "of no type": () => new SignJWT(good).setProtectedHeader({ alg: "EdDSA", kid: eddsa.kid }).sign(eddsa.privateKey),
  "without kid, where one key has the algorithm": () =>
    new SignJWT(good).setProtectedHeader({ alg: "ES256" }).sign(es256.privateKey),
  "that is valid from now": () => signToken(rs256, { ...good, nbf: NOW }),
  "that is valid in 30 s": () => signToken(rs256, { ...good, nbf: NOW + 30 }),
  "that expired 29 s ago": () => signToken(rs256, { ...good, exp: NOW - 29 }),
  "with 255 characters of sub": () => signToken(rs256, { ...good, sub: "x".repeat(255) }),
};
for (const [about, make] of Object.entries(GOOD)) {
  test(`§5.1: a token ${about} is accepted`, async () => {
    assertStatus(await get(await make()), 200);
  });
}

const base64 = (value: unknown) =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
const shared = (secret: string | Uint8Array, alg = "HS256") =>
  new SignJWT(good)
    .setProtectedHeader({ alg, kid: rs256.kid, typ: "at+jwt" })
    .sign(typeof secret === "string" ? new TextEncoder().encode(secret) : secret);
const publicKey = async () => (await importJWK(rs256.jwk, "RS256", { extractable: true })) as CryptoKey;
const signed = async () => (await signToken(rs256, good)).split(".") as [string, string, string];

const HOSTILE: Record<string, () => Promise<string>> = {
  "that is not signed (alg: none)": async () => new UnsecuredJWT(good).encode(),
  "with alg none and a signature": async () => `${base64({ alg: "none" })}.${(await signed()).slice(1).join(".")}`,
  "with alg nOnE": async () => `${base64({ alg: "nOnE", kid: rs256.kid })}.${base64(good)}.`,
  "without its signature": async () => `${(await signed()).slice(0, 2).join(".")}.`,
  "signed by HMAC with the public key as PEM": async () => shared(await exportSPKI(await publicKey())),
  "signed by HMAC with the public key as JSON": () => shared(JSON.stringify(rs256.jwk)),
  "signed by HMAC with the public modulus": () => shared(Buffer.from(rs256.jwk.n!, "base64url")),
  "signed by HMAC with a secret of zeros": () => shared("\0".repeat(32)),
  "signed with RS512, which no key of the issuer is for": async () =>
    new SignJWT(good)
      .setProtectedHeader({ alg: "RS512", kid: rs256.kid })
      .sign((await createKeyPair("RS512")).privateKey),
  "signed by another key under the issuer's kid": () => signToken(stranger, good),
  "signed by a key in its header": () => signToken(stranger, good, { jwk: stranger.jwk } as object),
  "signed by a key at a URL in its header": () =>
    signToken(stranger, good, { jku: `${issuer.url}/jwks`, x5u: `${issuer.url}/x` } as object),
  "that names the key of another algorithm": () => signToken({ ...rs256, kid: ps256.kid }, good),
  "whose claims were changed": async () => {
    const [header, , signature] = await signed();
    return `${header}.${base64({ ...good, sub: "another" })}.${signature}`;
  },
  "whose header was changed": async () => {
    const [, claims, signature] = await signed();
    return `${base64({ alg: "RS256", kid: rs256.kid })}.${claims}.${signature}`;
  },
  "with an unknown critical extension": () =>
    new SignJWT(good)
      .setProtectedHeader({ alg: "RS256", kid: rs256.kid, crit: ["x"], x: 1 } as never)
      .sign(rs256.privateKey, { crit: { x: true } }),
  "of another issuer": () => signToken(rs256, { ...good, iss: "https://elsewhere.example" }),
  "of an issuer that differs by a slash": () => signToken(rs256, { ...good, iss: `${issuer.url}/` }),
  "without issuer": () => signToken(rs256, without("iss")),
  "for another audience": () => signToken(rs256, { ...good, aud: `${AUDIENCE}/` }),
  "for no audience": () => signToken(rs256, without("aud")),
  "for an empty list of audiences": () => signToken(rs256, { ...good, aud: [] }),
  "without expiry": () => signToken(rs256, without("exp")),
  "whose expiry is a string": () => signToken(rs256, { ...good, exp: String(NOW + 60) as never }),
  "that expired 30 s ago": () => signToken(rs256, { ...good, exp: NOW - 30 }),
  "that is valid only in 31 s": () => signToken(rs256, { ...good, nbf: NOW + 31 }),
  "without sub": () => signToken(rs256, without("sub")),
  "with an empty sub": () => signToken(rs256, { ...good, sub: "" }),
  "with a sub that is not a string": () => signToken(rs256, { ...good, sub: 7 as never }),
  "with 256 characters of sub": () => signToken(rs256, { ...good, sub: "x".repeat(256) }),
  "that is a logout token": () => signToken(rs256, good, { typ: "logout+jwt" }),
  "that is a DPoP proof": () => signToken(rs256, good, { typ: "dpop+jwt" }),
  "whose type is not a string": () => signToken(rs256, good, { typ: 1 as never }),
  "that is bound to a key of its holder": () => signToken(rs256, { ...good, cnf: { jkt: "x" } }),
  "whose claims are not an object": async () => {
    const claims = new TextEncoder().encode('"admin"');
    return new CompactSign(claims).setProtectedHeader({ alg: "RS256", kid: rs256.kid }).sign(rs256.privateKey);
  },
  "of 9,000 characters": () => signToken(rs256, { ...good, padding: "x".repeat(6_500) }),
  "that is garbage": async () => "a.b.c",
  "that is two dots": async () => "..",
  "that is an encrypted token (five parts)": async () => "a.b.c.d.e",
  "whose header is not JSON": async () => `${base64("{")}.${(await signed()).slice(1).join(".")}`,
  "whose header is null": async () => `${base64("null")}.${(await signed()).slice(1).join(".")}`,
  "with characters that base64url does not have": async () => (await signed()).join(".").replace(/.{5}$/, "+/=!~"),
};
for (const [about, make] of Object.entries(HOSTILE)) {
  test(`§5.1: a token ${about} is 401 invalid_token, everywhere`, async () => {
    const credential = await make();
    for (const answer of [
      await get(credential),
      await get(credential),
      await served.put("/api/planets/mars", { name: "Mars", planet_type: "dwarf" }, { credential }),
    ]) {
      assertRefused(answer, 401);
      assert.equal(answer.body.code, "invalid_token");
      assert.match(answer.headers.get("www-authenticate")!, /^Bearer .*error="invalid_token"/);
      assert.ok(!answer.text.includes(credential), "it is not repeated");
    }
  });
}

const SCOPES: [about: string, claims: JWTPayload, granted: boolean][] = [
  ["scope with spaces", { scope: "openid  planets:write profile" }, true],
  ["scp as a list", { scp: ["planets:write"] }, true],
  ["scp as a text", { scp: "openid planets:write" }, true],
  ["both", { scope: "openid", scp: ["planets:write"] }, true],
  ["neither", {}, false],
  ["reading only", { scope: "planets:read" }, false],
  ["words that are nearly it", { scope: "planets:Write xplanets:write planets:write,openid planets" }, false],
  ["things that are no text", { scope: ["planets:write"], scp: [["planets:write"], { admin: true }, 1, null] }, false],
  ["the admin of something else", { scope: "admin:planets Admin administrator" }, false],
];
for (const [about, claims, granted] of SCOPES) {
  test(`§5.2: the scopes of a token: ${about}`, async () => {
    const credential = await signToken(rs256, { ...without("scope"), ...claims });
    const { status } = await served.put(
      "/api/planets/venus",
      { name: "Venus", planet_type: "terrestrial" },
      { credential },
    );
    assert.equal(status === 403, !granted);
    assert.ok(granted ? status < 300 : status === 403, String(status));
  });
}

test("§12.12: a bad token spends the anonymous budget of its address", async (t) => {
  const settings = { OIDC_ISSUER: issuer.url, OIDC_AUDIENCE: AUDIENCE, RATE_LIMIT: "on", RATE_LIMIT_ANONYMOUS: "2/60" };
  const limited = await serve(undefined, settings);
  t.after(() => limited.stop());
  const [bad, valid] = [await signToken(stranger, good), await signToken(rs256, good)];
  const statuses: number[] = [];
  for (const credential of [bad, bad, bad, valid]) statuses.push((await get(credential, limited)).status);
  assert.deepEqual(statuses, [401, 401, 429, 200]);
});

test("§8.2: two callers at one address have separate limits", async (t) => {
  const settings = { OIDC_ISSUER: issuer.url, OIDC_AUDIENCE: AUDIENCE, RATE_LIMIT: "on" };
  const limited = await serve(undefined, { ...settings, RATE_LIMIT_AUTHENTICATED: "1/60" });
  t.after(() => limited.stop());
  const [one, other] = [await signToken(rs256, good), await signToken(rs256, { ...good, sub: "another" })];
  const statuses: number[] = [];
  for (const credential of [one, other, one, other]) statuses.push((await get(credential, limited)).status);
  assert.deepEqual(statuses, [200, 200, 429, 429]);
});

/** A service that trusts keys which a test can change. */
async function changingKeys(t: { after(stop: () => unknown): void }, keys: JWK[]) {
  const state = await serveKeys(t, keys, `${issuer.url}/jwks`);
  const settings = { OIDC_ISSUER: issuer.url, OIDC_AUDIENCE: AUDIENCE, OIDC_JWKS_URL: state.url };
  const believing = await serve(undefined, settings, new TestClock());
  t.after(() => believing.stop());
  return { state, believing };
}

test("§5.1: keys are fetched again after ten minutes, once for concurrent requests", async (t) => {
  const { state, believing } = await changingKeys(t, [rs256.jwk]);
  const tokens = await Promise.all(
    ["a", "b", "c", "d"].map((jti) => signToken(rs256, { ...good, exp: NOW + 3_600, jti })),
  );
  assertStatus(await get(tokens[0]!, believing), 200);
  believing.clock.advance(600_000);
  for (const each of await Promise.all(tokens.map((token) => get(token, believing)))) assertStatus(each, 200);
  assert.equal(state.requested, 2);
});

test("§5.1: only our algorithms are accepted, even if the issuer's key does not name one", async (t) => {
  const { alg: _, ...open } = rs256.jwk;
  const { believing } = await changingKeys(t, [open]);
  const sha512 = await importPKCS8(await exportPKCS8(rs256.privateKey), "RS512");
  assertRefused(await get(await signToken({ kid: rs256.kid, alg: "RS512", privateKey: sha512 }, good), believing), 401);
  assertStatus(await get(await signToken(rs256, good), believing), 200);
});

test("§5.1: a key that the issuer withdrew is invalid once the keys are fetched again, after ten minutes; so are verified tokens", async (t) => {
  const [old, fresh] = [await createKeyPair("ES256", "old"), await createKeyPair("ES256", "new")];
  const { state, believing } = await changingKeys(t, [old.jwk]);
  const token = await signToken(old, { ...good, exp: NOW + 36_000 });
  assertStatus(await get(token, believing), 200);
  state.keys = [fresh.jwk];
  believing.clock.advance(599_999);
  assertStatus(await get(token, believing), 200);
  believing.clock.advance(1);
  const others = ["a", "b", "c", "d"].map((jti) => signToken(old, { ...good, exp: NOW + 36_000, jti }));
  for (const each of [token, ...(await Promise.all(others))]) assertRefused(await get(each, believing), 401);
  assert.equal(state.requested, 2);
});

for (const [about, change] of [
  ["answers 500", { status: 500 }],
  ["leads elsewhere", { status: 302 }],
  ["has no keys", { keys: "none" as never }],
] as const) {
  test(`§5.1: an issuer that ${about} is unavailable: 503`, async (t) => {
    const { state, believing } = await changingKeys(t, [rs256.jwk]);
    Object.assign(state, change);
    const answer = await get(await signToken(rs256, good), believing);
    assertStatus(answer, 503);
    assert.equal(answer.headers.get("retry-after"), "5");
    assertStatus(await believing.get("/api/planets"), 200);
  });
}
