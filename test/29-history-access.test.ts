/** Proves who may read the past (§6.5), and that its responses are for them alone. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { keysByScopes } from "./support/http/api-keys.ts";
import { assertRefused, assertStatus } from "./support/http/assertions.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { type HttpResponse, type RequestOptions, type Served, serveForFile } from "./support/http/serve.ts";

const AS_OF = "as_of=2026-01-15";
const PUBLIC = ["/api/missions/apollo", "/api/missions", "/api/missions/apollo/crew", "/api/missions?format=ndjson"];
const PRIVATE = ["/api/astronauts/ann/medical/x", "/api/astronauts/ann/medical"];
const anonymous = { credential: false } as const;

/** A service with records, and its keys. */
async function serveRecords(settings: Record<string, string>) {
  const served = await serveForFile(undefined, settings);
  const fixtures = fixturesFor(served);
  await fixtures.crew("apollo", ["ann"], () => ({}));
  await fixtures.put("/api/astronauts/ann/medical/x", { examined_on: "2020-01-01", kind: "annual", fitness: "fit" });
  served.clock.advance(60_000);
  return { served, keyWith: keysByScopes(served) };
}

/** A GET and, of a list, a QUERY that ask about the past. */
async function ask(served: Served, path: string, options: RequestOptions): Promise<HttpResponse[]> {
  const get = await served.get(`${path}${path.includes("?") ? "&" : "?"}${AS_OF}`, options);
  const isList = !/\/(?:apollo|x)$|format/.test(path);
  if (!isList) return [get];
  return [get, await served.request("QUERY", path, { ...options, body: Object.fromEntries([AS_OF.split("=")]) })];
}

/** Asserts what happens to each way to ask for a path. A refusal names the scope. */
async function assertAsked(served: Served, path: string, options: RequestOptions, expected: number | string) {
  for (const answer of await ask(served, path, options)) {
    if (typeof expected === "number") {
      assertStatus(answer, expected);
      continue;
    }
    assertStatus(answer, 403);
    assert.ok(answer.headers.get("www-authenticate")!.endsWith(`scope="${expected}"`), answer.text);
  }
}

const usual = await serveRecords({});
const closed = await serveRecords({ PUBLIC_READ: "false" });
const open = await serveRecords({ PUBLIC_HISTORY: "true" });

for (const path of PUBLIC) {
  test(`§6.5: the past of ${path} needs events:read, but no other scope while reading is public`, async () => {
    const { served, keyWith } = usual;
    await assertAsked(served, path, anonymous, 401);
    await assertAsked(served, path, { credential: "wrong-key-0123456789" }, 401);
    await assertAsked(served, path, { credential: await keyWith(["missions:write"]) }, "events:read");
    for (const scopes of [["events:read"], ["admin"]])
      await assertAsked(served, path, { credential: await keyWith(scopes) }, 200);
    assertStatus(await served.get(path, anonymous), 200);
  });

  test(`§6.5: with PUBLIC_READ=false, the past of ${path} needs both scopes`, async () => {
    const { served, keyWith } = closed;
    await assertAsked(served, path, anonymous, 401);
    await assertAsked(served, path, { credential: await keyWith(["missions:read"]) }, "events:read");
    await assertAsked(served, path, { credential: await keyWith(["events:read"]) }, "missions:read");
    await assertAsked(served, path, { credential: await keyWith(["events:read", "missions:read"]) }, 200);
  });

  test(`§6.5: with PUBLIC_HISTORY=true, the past of ${path} is open, and cached like the present`, async () => {
    const { served, keyWith } = open;
    await assertAsked(served, path, anonymous, 200);
    await assertAsked(served, path, { credential: await keyWith(["missions:read"]) }, 200);
    for (const { headers } of await ask(served, path, anonymous)) {
      assert.equal(headers.get("cache-control"), "no-cache");
      assert.equal(headers.get("vary"), "Accept, Accept-Encoding, Authorization");
    }
  });

  test(`§6.5: the past of ${path} is stored by no cache, and neither is a 304, a 404 or a refusal`, async () => {
    const { served } = usual;
    for (const options of [{}, anonymous])
      for (const { headers } of await ask(served, path, options))
        assert.equal(headers.get("cache-control"), "private, no-store");
    const [{ headers: found }] = (await ask(served, path, {})) as [HttpResponse];
    const [{ status, headers }] = (await ask(served, path, {
      headers: { "if-none-match": found.get("etag")! },
    })) as [HttpResponse];
    assert.deepEqual([status, headers.get("cache-control")], [304, "private, no-store"]);
    assert.equal((await served.get(path, anonymous)).headers.get("cache-control"), "no-cache");
  });
}

for (const path of PRIVATE) {
  test(`§6.5: the past of ${path}, which is private, always needs both scopes`, async () => {
    for (const { served, keyWith } of [usual, open]) {
      await assertAsked(served, path, anonymous, 401);
      await assertAsked(served, path, { credential: await keyWith(["medical:read"]) }, "events:read");
      await assertAsked(served, path, { credential: await keyWith(["events:read"]) }, "medical:read");
      const credential = await keyWith(["events:read", "medical:read"]);
      await assertAsked(served, path, { credential }, 200);
      for (const { headers } of await ask(served, path, { credential }))
        assert.equal(headers.get("cache-control"), "private, no-store");
    }
  });
}

test("§6.5, §7.3: 401 and 403 come before 406, faults and 404", async () => {
  const { served, keyWith } = usual;
  const credential = await keyWith(["missions:read"]);
  for (const path of [`/api/missions?${AS_OF}&limit=0`, "/api/missions?as_of=x", `/api/missions/none?${AS_OF}`]) {
    assertRefused(await served.get(path, anonymous), 401);
    assertRefused(await served.get(path, { credential }), 403);
  }
  const headers = { accept: "image/png" };
  assertRefused(await served.get(`/api/missions?${AS_OF}`, { ...anonymous, headers }), 401);
});

test("§6.5: the name of the parameter may be escaped", async () => {
  const { served } = usual;
  for (const name of ["as%5Fof", "%61s_of"]) {
    assertRefused(await served.get(`/api/missions?${name}=2026-01-15`, anonymous), 401);
    const { body } = assertStatus(await served.get(`/api/missions?${name}=2026-01-15`), 200);
    assert.equal(body.missions[0]._links.self, `/api/missions/apollo?${AS_OF}`);
  }
});

test("§6.5: what is included in the past, or asked about, needs its own scope too", async () => {
  const { served, keyWith } = closed;
  const credential = await keyWith(["events:read", "missions:read"]);
  for (const query of ["include=destination", "destination.name=Mars"]) {
    const answer = assertStatus(await served.get(`/api/missions?${AS_OF}&${query}`, { credential }), 403);
    assert.match(answer.body.detail, /needs the scope planets:read/);
  }
  assertStatus(await served.get(`/api/missions?${AS_OF}&include=astronauts`, { credential }), 200);
});
