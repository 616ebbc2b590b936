/** Proves the settings that decide access (§5, §11, §12): PUBLIC_READ, AUTH, ADMIN_API_KEY. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { sendRawRequest } from "./support/http/raw-http.ts";
import { serve, serveForFile } from "./support/http/serve.ts";

const anonymous = { credential: false } as const;

const closed = await serveForFile(undefined, { PUBLIC_READ: "false" });
const open = await serveForFile(undefined, { AUTH: "off" });

test("§5.3: PUBLIC_READ=false: reading needs a credential, also of /api", async () => {
  for (const path of ["/api", "/api/missions", "/api/missions/none", "/api/moons"]) {
    const answer = await closed.get(path, anonymous);
    assert.equal(answer.status, 401, path);
    assert.match(answer.headers.get("www-authenticate")!, /^Bearer /);
  }
  for (const path of ["/api", "/api/missions"]) assert.equal((await closed.get(path)).status, 200);
});

test("§10.2: PUBLIC_READ=false leaves probes and documents public", async () => {
  for (const path of ["/livez", "/readyz", "/docs", "/problems/not-found"]) {
    assert.equal((await closed.get(path, anonymous)).status, 200, path);
  }
});

const { host, port } = new URL(open.url);

test("§11.1: AUTH=off treats every caller as admin", async () => {
  assert.equal((await open.put("/api/astronauts/ann", { name: "Ann" }, anonymous)).status, 201);
  assert.equal((await open.get("/api/astronauts/ann/medical", anonymous)).status, 200);
  assert.equal((await open.delete("/api/astronauts/ann", { credential: "any" })).status, 204);
});

test("§11.1: AUTH=off sends no CORS headers", async () => {
  const { headers } = await sendRawRequest(open.url, "GET", "/api", { host, origin: `http://${host}` });
  assert.deepEqual(
    Object.keys(headers).filter((name) => name.startsWith("access-control")),
    [],
  );
});

for (const name of [`127.0.0.1:${port}`, `localhost:${port}`, `LOCALHOST:${port}`, `[::1]:${port}`, "localhost"]) {
  test(`§11.1: AUTH=off accepts the loopback Host ${name.replace(port, "<port>")}`, async () => {
    assert.equal((await sendRawRequest(open.url, "GET", "/api", { host: name })).status, 200);
  });
}

for (const name of [
  "evil.example",
  "127.0.0.1.evil.example",
  "localhost.evil.example",
  "192.168.1.2",
  "evil.example:80",
  "127.0.0.1@evil.example",
]) {
  test(`§11.1: AUTH=off refuses the Host ${name} with 403`, async () => {
    for (const [method, path] of [
      ["GET", "/api"],
      ["GET", "/api/missions"],
      ["DELETE", "/api/missions/m"],
      ["GET", "/docs"],
    ] as const) {
      const { status, text } = await sendRawRequest(open.url, method, path, { host: name });
      assert.deepEqual([status, JSON.parse(text).type], [403, "/problems/forbidden"]);
    }
  });
}

for (const origin of ["https://evil.example", "null", `https://${host}`, "http://localhost:1", "http://127.0.0.1"]) {
  test(`§11.1: AUTH=off refuses the foreign Origin ${origin.replace(port, "<port>")} with 403`, async () => {
    assert.equal((await sendRawRequest(open.url, "GET", "/api/missions", { host, origin })).status, 403);
    assert.equal((await sendRawRequest(open.url, "DELETE", "/api/missions/m", { host, origin })).status, 403);
  });
}

test("§11.1: AUTH=off accepts its own Origin", async () => {
  assert.equal(
    (await sendRawRequest(open.url, "GET", "/api/missions", { host, origin: `http://${host}` })).status,
    200,
  );
});

test("§11.1: AUTH=on accepts a foreign Host", async () => {
  const credential = { authorization: "Bearer test-admin-key-0123456789" };
  assert.equal(
    (await sendRawRequest(closed.url, "GET", "/api", { host: "missions.example", ...credential })).status,
    200,
  );
});

const folder = mkdtempSync(join(tmpdir(), "space-missions-keys-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** The status that each key gets from a service started with this admin key on the folder's database. */
async function tried(adminKey: string, ...keys: string[]): Promise<number[]> {
  const settings = { DATABASE_URL: `sqlite:${join(folder, "keys.db")}`, ADMIN_API_KEY: adminKey };
  const service = await serve(undefined, settings);
  const answers = await Promise.all(keys.map((credential) => service.get("/api", { credential })));
  await service.stop();
  return answers.map(({ status }) => status);
}

test("§12.13: another ADMIN_API_KEY at a later start replaces the previous one; without it, the last one stays valid", async () => {
  const [first, second] = ["first-admin-key-0123", "second-admin-key-012"];
  assert.deepEqual(await tried(first, first, second), [200, 401]);
  assert.deepEqual(await tried("", first, second), [200, 401]);
  assert.deepEqual(await tried(second, first, second), [401, 200]);
  assert.deepEqual(await tried("", first, second), [401, 200]);
});

test("§12.13: ADMIN_API_KEY is any 16 to 256 visible characters", async () => {
  for (const key of ["!".repeat(16), "~".repeat(256), "a'\"\\,;=<>&%{}0123"])
    assert.deepEqual(await tried(key, key), [200]);
});
