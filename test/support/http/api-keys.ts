/** Keys for tests: made over HTTP, by the admin. */
import assert from "node:assert/strict";
import type { Body, Served } from "./serve.ts";

/** Makes a key. */
export async function createKey(served: Served, scopes: readonly string[], more: object = {}): Promise<Body> {
  const { status, body, text } = await served.post("/api/api-keys", { name: "test", scopes, ...more });
  assert.equal(status, 201, text);
  return body;
}

/** Answers the secret of a key with exactly these scopes; each is made once. */
export function keysByScopes(served: Served): (scopes: readonly string[]) => Promise<string> {
  const made = new Map<string, Promise<Body>>();
  return async (scopes) => {
    const name = scopes.toSorted().join(" ");
    if (!made.has(name)) made.set(name, createKey(served, scopes));
    return (await made.get(name)!).secret;
  };
}

/** A key that was valid once. */
export async function createRevokedKey(served: Served): Promise<string> {
  const { id, secret } = await createKey(served, ["admin"]);
  assert.equal((await served.get("/api", { credential: secret })).status, 200);
  assert.equal((await served.delete(`/api/api-keys/${id}`)).status, 204);
  return secret;
}

/** A key whose time has run out; time goes on by an hour for that. */
export async function createExpiredKey(served: Served): Promise<string> {
  const soon = new Date(served.clock.now() + 60_000).toISOString();
  const { secret } = await createKey(served, ["admin"], { expires_at: soon });
  assert.equal((await served.get("/api", { credential: secret })).status, 200);
  served.clock.advance(3_600_000);
  return secret;
}
