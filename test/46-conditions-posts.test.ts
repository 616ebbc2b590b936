/** Proves `If-Match` on POST (§4.10): it compares the tag of the list without parameters, in the transaction that creates the record. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertStatus } from "./support/http/assertions.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { sendRawRequest } from "./support/http/raw-http.ts";
import { serve, serveForFile } from "./support/http/serve.ts";
import { STORE_KINDS } from "./support/store/both-stores.ts";

const served = await serveForFile();
const fixtures = fixturesFor(served);
await fixtures.planet("mars");
await fixtures.planet("venus");
await fixtures.mission("m");
for (const id of ["ann", "bob", "cleo"]) await fixtures.astronaut(id);

const tagOf = async (path: string, accept = "application/json"): Promise<string> => {
  const { status, headers } = await served.get(path, { headers: { accept } });
  assert.equal(status, 200, path);
  return headers.get("etag")!;
};
const matching = (tag: string) => ({ headers: { "if-match": tag } });

for (const { name: store, create, skip } of STORE_KINDS) {
  test(`§4.10: ${store}: of 64 POSTs at once with the same If-Match, one is 201, 63 are 412`, { skip }, async (t) => {
    const database = await create();
    const one = await serve(undefined, { DATABASE_URL: database.url });
    t.after(async () => {
      await one.stop();
      await database.remove();
    });
    assertStatus(await one.post("/api/planets", { id: "mars", name: "Mars", planet_type: "terrestrial" }), 201);
    for (const [path, body] of [
      ["/api/space-stations", { name: "Mir" }],
      ["/api/planets/mars/moons", { name: "Phobos" }],
    ] as const) {
      const options = matching((await one.get(path)).headers.get("etag")!);
      const answers = await Promise.all(Array.from({ length: 64 }, () => one.post(path, body, options)));
      const statuses = answers.map(({ status }) => status).sort();
      assert.deepEqual(statuses, [201, ...Array(63).fill(412)], path);
      assert.equal((await one.get(path)).body.total_count, 1, path);
    }
  });
}

test("§4.10: only the tag of the list without parameters, as JSON, is valid in If-Match of a POST, in every coding", async () => {
  const path = "/api/planets/mars/moons";
  for (let at = 0; at < 20; at += 1) await fixtures.moon("mars", `moon-${at}`);
  for (const [other, accept] of [
    [`${path}?page=1`],
    [`${path}?fields=id`],
    [path, "text/csv"],
    ["/api/planets/venus/moons"],
    ["/api/moons"],
    ["/api/planets/mars"],
  ] as const) {
    const answer = await served.post(path, { name: "New" }, matching(await tagOf(other, accept)));
    assert.deepEqual([answer.status, answer.body.type], [412, "/problems/precondition-failed"], `${other} ${accept}`);
    assert.match(answer.body.detail, /the current entity tag of the list, "/);
  }
  for (const coding of ["identity", "gzip", "br"]) {
    const { headers } = await sendRawRequest(served.url, "GET", path, { host: "test", "accept-encoding": coding });
    assert.match(String(headers.etag), new RegExp(`\\.${coding}"$`));
    const tag = String(headers.etag);
    assertStatus(await served.post(path, { name: coding }, matching(tag.replace(/"$/, 'x"'))), 412);
    assertStatus(await served.post(path, { name: coding }, matching(tag)), 201);
    assertStatus(await served.post(path, { name: coding }, matching(tag)), 412);
  }
});

test("§4.10: a change of the parent moves the tag of a list; If-None-Match and dates on POST are ignored", async () => {
  const path = "/api/planets/venus/moons";
  const tag = await tagOf(path);
  await served.patch("/api/planets/venus", { name: "Cytherea" });
  assertStatus(await served.post(path, { name: "Neith" }, matching(tag)), 412);
  for (const headers of [
    { "if-none-match": "*" },
    { "if-none-match": await tagOf(path) },
    { "if-unmodified-since": "Thu, 01 Jan 2015 00:00:00 GMT" },
  ])
    assertStatus(await served.post(path, { name: "Neith" }, { headers }), 201);
});

test("§4.10: a POST with If-Match to the lists of a crew, of keys and of webhooks", async () => {
  const hook = { url: "https://93.184.216.34/", event_types: ["mission.*"], active: false };
  const crew = (id: string) => ({ astronaut_id: id, role: "pilot" });
  for (const [path, ...bodies] of [
    ["/api/missions/m/astronauts", crew("ann"), crew("bob")],
    ["/api/missions/m/crew", crew("bob"), crew("cleo")],
    ["/api/api-keys", { name: "one", scopes: [] }, { name: "two", scopes: [] }],
    ["/api/webhooks", hook, hook],
  ] as const) {
    const tag = await tagOf(path);
    assertStatus(await served.post(path, bodies[0], matching(tag)), 201);
    const late = await served.post(path, bodies[1], matching(tag));
    assert.deepEqual([late.status, late.headers.get("etag")], [412, null], path);
  }
  // One list by two paths.
  const tag = await tagOf("/api/missions/m/crew");
  assertStatus(await served.post("/api/missions/m/astronauts", crew("cleo"), matching(tag)), 201);
});

test("§4.4: a POST with If-Match repeated with its key is 201 again, and 412 without it", async () => {
  const path = "/api/space-stations";
  const headers = { "if-match": await tagOf(path), "idempotency-key": "post-if-match" };
  const first = await served.post(path, { name: "Almaz" }, { headers });
  assertStatus(first, 201);
  const again = await served.post(path, { name: "Almaz" }, { headers });
  assert.deepEqual([again.status, again.body.id], [201, first.body.id]);
  assertStatus(await served.post(path, { name: "Almaz" }, matching(headers["if-match"])), 412);
});

const SAMPLES = "/api/missions/m/data";
const SAMPLE = { instrument: "i", parameter: "p", collected_at: "2020-01-01T00:00:00Z" };

test("§4.10: an array is created only if the list has the tag", async () => {
  const tag = await tagOf(SAMPLES);
  assertStatus(await served.post(SAMPLES, [SAMPLE, SAMPLE], matching(tag)), 201);
  assertStatus(await served.post(SAMPLES, [SAMPLE, SAMPLE], matching(tag)), 412);
  assert.equal((await served.get(SAMPLES)).body.total_count, 2);
});

test("§4.10: If-Match is checked before a 202, and again when the operation runs", async () => {
  const operations = async () => (await served.get("/api/operations")).body.total_count;
  const before = await operations();
  const tag = await tagOf(SAMPLES);
  const later = { headers: { "if-match": tag, prefer: "respond-async" } };
  assertStatus(await served.post(SAMPLES, SAMPLE), 201);
  assertStatus(await served.post(SAMPLES, [SAMPLE], later), 412);
  assertStatus(await served.post("/api/missions/none/data", [SAMPLE], later), 404);
  assert.equal(await operations(), before);
  const accept = async (): Promise<string> => {
    const headers = { "if-match": await tagOf(SAMPLES), prefer: "respond-async" };
    const answer = await served.post(SAMPLES, [SAMPLE], { headers });
    assertStatus(answer, 202);
    return answer.headers.get("location")!;
  };
  assert.equal(await outcomeOf(await accept()), "succeeded");
  // Operations begin after the list has changed.
  const { promise: changed, resolve: begin } = Promise.withResolvers<void>();
  const transaction = served.store.transaction.bind(served.store);
  Object.assign(served.store, {
    transaction: async (...args: Parameters<typeof transaction>) => {
      await changed;
      return transaction(...args);
    },
  });
  const late = await accept();
  assertStatus(await served.post(SAMPLES, SAMPLE), 201);
  begin();
  assert.equal(await outcomeOf(late), "/problems/precondition-failed");
});

/** Waits for the end of an operation: its status, or the type of its problem. */
async function outcomeOf(path: string): Promise<string> {
  for (let reads = 0; reads < 5_000; reads += 1) {
    const { body } = await served.get(path);
    if (body.finished_at !== null) return body.error?.type ?? body.status;
  }
  throw new Error(`${path} does not finish.`);
}
