/** API keys for tests, created by the admin over HTTP. */
import assert from "node:assert/strict";
import type { Body, Served } from "./serve.ts";

/** Creates a key, and returns its representation with the secret. */
export async function createKey(served: Served, scopes: readonly string[], overrides: object = {}): Promise<Body> {
  const { status, body, text } = await served.post("/api/api-keys", { name: "test", scopes, ...overrides });
  assert.equal(status, 201, text);
  return body;
}

/** Returns a function that gives the secret of a key with exactly these scopes, created once. */
export function keysByScopes(served: Served): (scopes: readonly string[]) => Promise<string> {
  const keys = new Map<string, Promise<Body>>();
  return async (scopes) => {
    const name = scopes.toSorted().join(" ");
    if (!keys.has(name)) keys.set(name, createKey(served, scopes));
    return (await keys.get(name)!).secret;
  };
}

/** Creates a key, uses it, and revokes it. */
export async function createRevokedKey(served: Served): Promise<string> {
  const { id, secret } = await createKey(served, ["admin"]);
  assert.equal((await served.get("/api", { credential: secret })).status, 200);
  assert.equal((await served.delete(`/api/api-keys/${id}`)).status, 204);
  return secret;
}

/** Creates a key, and advances the clock by an hour, past its expiry. */
export async function createExpiredKey(served: Served): Promise<string> {
  const expiresAt = new Date(served.clock.now() + 60_000).toISOString();
  const { secret } = await createKey(served, ["admin"], { expires_at: expiresAt });
  assert.equal((await served.get("/api", { credential: secret })).status, 200);
  served.clock.advance(3_600_000);
  return secret;
}
