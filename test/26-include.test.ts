/** Proves `include`: related records, embedded in items and lists, are those that the links of the record lead to. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { View } from "../src/resource/resource.ts";
import { BOTH_DOMAINS } from "./support/domain/both-domains.ts";
import { RecordFactory } from "./support/domain/record-factory.ts";
import { createKey } from "./support/http/api-keys.ts";
import { assertRefused } from "./support/http/assertions.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { itemsOf, messagesOf } from "./support/http/lists.ts";
import { type Body, type Served, serve, serveForFile } from "./support/http/serve.ts";
import { STORE_KINDS } from "./support/store/both-stores.ts";
import { injectPostgresFaults, injectSqliteFaults } from "./support/store/injected-faults.ts";

/** The maximum number of records that are embedded in each record, by the contract. */
const MOST = 100;

async function read(served: Served, path: string): Promise<Body> {
  const { status, body, text } = await served.get(path);
  assert.equal(status, 200, `${path}: ${text}`);
  return body;
}

/** What a record's link leads to: a list's items in full, one record, or null. */
async function linked(served: Served, record: Body, name: string, isMany: boolean): Promise<unknown> {
  const path = record._links[name];
  if (path === undefined) return null;
  if (isMany) return itemsOf(await served.get(`${path}?fields=*&limit=100`));
  const { status, body } = await served.get(path);
  return status === 404 ? null : body;
}

for (const { name: store, create, skip: skipped } of STORE_KINDS) {
  for (const [domainName, declarations] of BOTH_DOMAINS) {
    test(`§4.5: ${store}, ${domainName}: include embeds what the links lead to, in items and in every list`, {
      skip: skipped,
    }, async (t) => {
      const database = await create();
      t.after(database.remove);
      const served = await serve(declarations, { DATABASE_URL: database.url });
      t.after(() => served.stop());
      const records = new RecordFactory(served);
      // Two of each kind, so that records have relatives, and others that are not theirs.
      for (const resource of served.catalog.resources)
        for (const extent of ["every", "every"] as const)
          if (resource.methods.includes("POST") && !resource.private) await records.create(resource, extent);
      const views = served.catalog.views.filter(({ relations, parent, resource }) => {
        return relations.size > 0 && !parent && resource.methods.includes("POST");
      });
      assert.ok(views.length >= 4);
      for (const view of views) await checkView(served, view);
    });
  }
}

/** Compares what is embedded in the records of a list without a parent with what the links lead to. */
async function checkView(served: Served, { path, plural, relations }: View): Promise<void> {
  const names = [...relations.keys()];
  const whole: Body[] = (await read(served, `${path}?fields=*&limit=100`))[plural];
  assert.ok(whole.length > 1, path);
  const list = await read(served, `${path}?include=${names.join(",")}&limit=100`);
  const summaries: Body[] = (await read(served, `${path}?limit=100`))[plural];
  assert.equal(list._links.self, `${path}?include=${names.join(",")}&limit=100&page=1`);
  for (const [at, record] of whole.entries()) {
    const embedded: Record<string, unknown> = {};
    for (const [name, { isMany }] of relations) embedded[name] = await linked(served, record, name, isMany);
    assert.deepEqual(list[plural][at], { ...summaries[at], _embedded: embedded }, `${path} ${record.id}`);
    const self = record._links.self;
    assert.deepEqual(await read(served, `${self}?include=${names.join(",")}`), { ...record, _embedded: embedded });
    const one = names.at(-1)!;
    assert.deepEqual(await read(served, `${self}?include=${one}&fields=id`), {
      id: record.id,
      _links: record._links,
      _embedded: { [one]: embedded[one] },
    });
  }
}

const served = await serveForFile();
const fixtures = fixturesFor(served);
for (const id of ["m1", "m2", "m3"]) await fixtures.mission(id);
for (const id of ["ann", "bob"]) await fixtures.astronaut(id);
await fixtures.put("/api/missions/m1/astronauts/ann", { role: "pilot" });
await fixtures.put("/api/missions/m1/astronauts/bob", { role: "commander" });
await fixtures.put("/api/missions/m3/astronauts/bob", { role: "pilot" });

const crewsIn = (items: readonly Body[]) =>
  items.map(({ id, _embedded }) => [id, _embedded.astronauts.map((entry: Body) => entry.id)]);

test("§4.5: a page of missions with their crews, filtered, sorted and paged", async () => {
  const page = await read(served, "/api/missions?include=astronauts&sort=id:desc&limit=2&fields=name");
  assert.deepEqual(crewsIn(page.missions), [
    ["m3", ["bob"]],
    ["m2", []],
  ]);
  assert.deepEqual(Object.keys(page.missions[0]), ["id", "name", "_links", "_embedded"]);
  assert.match(page._links.next, /include=astronauts/);
  const next = await read(served, page._links.next);
  assert.deepEqual(crewsIn(next.missions), [["m1", ["ann", "bob"]]]);
  const filtered = await read(served, "/api/missions?include=astronauts&id_in=m1,m3");
  assert.deepEqual([filtered.total_count, crewsIn(filtered.missions).length], [2, 2]);
});

/** Counts the statements of each store. */
const DRIVERS = {
  SQLite: injectSqliteFaults(() => "SQLITE_IOERR"),
  PostgreSQL: injectPostgresFaults(() => "disk full"),
};

for (const { name: store, create, skip: skipped } of STORE_KINDS) {
  test(`§4.5: ${store}: a page of 40 records takes no more statements than one of 2, whatever it includes`, {
    skip: skipped,
  }, async (t) => {
    const database = await create();
    t.after(database.remove);
    const served = await serve(undefined, { DATABASE_URL: database.url });
    t.after(() => served.stop());
    const fixtures = fixturesFor(served);
    await fixtures.planet("mars");
    for (let index = 0; index < 40; index += 1) {
      const id = `m${index}`;
      await fixtures.mission(id, { destination: "mars", status: "completed" });
      await fixtures.astronaut(`a${index}`);
      await served.post(`/api/missions/${id}/astronauts`, { astronaut_id: `a${index}`, role: "pilot" });
      await served.post(`/api/missions/${id}/objectives`, { title: id });
    }
    const driver = DRIVERS[store as keyof typeof DRIVERS];
    t.after(() => driver.disarm());
    const statements = async (limit: number) => {
      const path = `/api/missions?include=astronauts,destination,objectives,spacecraft&fields=name&limit=${limit}`;
      driver.armAt(-1);
      const missions: Body[] = (await read(served, path)).missions;
      driver.disarm();
      assert.ok(missions.every(({ _embedded }) => _embedded.astronauts.length === 1 && _embedded.destination.id));
      // A long list is read in a thread.
      return driver.calls.filter((call) => /^(?:all|get|query) .*\bSELECT\b|^post to a thread$/s.test(call)).length;
    };
    // Once before, for what is prepared and counted only once.
    await statements(3);
    const few = await statements(2);
    assert.ok(few >= 6, `${few} statements`);
    const many = await statements(40);
    assert.ok(many <= few, `${many} statements for 40 records, ${few} for 2`);
  });
}

test("§4.5: include works with cursors: every page embeds", async () => {
  const seen: unknown[] = [];
  for (let path: string | undefined = "/api/missions?include=astronauts&cursor=&limit=1"; path; ) {
    const page = await read(served, path);
    seen.push(...crewsIn(page.missions));
    path = page._links.next;
  }
  assert.deepEqual(seen, [
    ["m1", ["ann", "bob"]],
    ["m2", []],
    ["m3", ["bob"]],
  ]);
});

test("§12.7: of two names for one list either works, and the response has the requested one", async () => {
  const { _embedded: embedded } = await read(served, "/api/missions/m1?include=crew,astronauts,crew");
  assert.deepEqual(Object.keys(embedded), ["crew", "astronauts"]);
  assert.deepEqual(embedded.crew, embedded.astronauts);
  const reverse = await read(served, "/api/astronauts/bob?include=all_missions");
  assert.deepEqual(
    reverse._embedded.all_missions.map(({ id, role }: Body) => [id, role]),
    [
      ["m1", "commander"],
      ["m3", "pilot"],
    ],
  );
});

test("§4.5: at most 100 records are embedded in each, and the relations that were cut are named", async () => {
  await fixtures.mission("full");
  const samples = Array.from({ length: MOST + 1 }, (_, at) => ({
    ...{ parameter: "t", value: at, unit: "K", instrument: "i" },
    collected_at: "2026-01-01T00:00:00Z",
  }));
  const { status, text } = await served.post("/api/missions/full/data", samples);
  assert.equal(status, 201, text);
  const item = await read(served, "/api/missions/full?include=data,objectives");
  assert.deepEqual([item._embedded.data.length, item._embedded_truncated], [MOST, ["data"]]);
  const { missions } = await read(served, "/api/missions?include=data&id_in=full,m1");
  assert.deepEqual(
    missions.map((mission: Body) => [mission._embedded.data.length, mission._embedded_truncated]),
    [
      [MOST, ["data"]],
      [0, undefined],
    ],
  );
  const first = itemsOf(await served.get("/api/missions/full/data?limit=100&fields=*"));
  assert.deepEqual(item._embedded.data, first);
});

test("§4.5: a reference with several kinds of targets embeds the one that it means", async () => {
  await fixtures.planet("earth");
  await fixtures.put("/api/planets/earth/moons/luna", { name: "Luna" });
  for (const [id, destination] of Object.entries({ to_earth: "earth", to_luna: "luna", to_nowhere: null }))
    await fixtures.mission(id, { destination });
  const { missions } = await read(served, "/api/missions?include=destination&id_starts_with=to_");
  assert.deepEqual(
    missions.map(({ _embedded }: Body) => _embedded.destination?._links.self ?? null),
    ["/api/planets/earth", "/api/planets/earth/moons/luna", null],
  );
});

test("§4.10: the ETag covers what is embedded, and is not valid in If-Match", async () => {
  await fixtures.put("/api/missions/m2/objectives/o1", { title: "Land" });
  for (const url of [
    "/api/missions/m2?include=objectives",
    "/api/missions?include=objectives",
    "/api/missions?%69nclude=objectives",
  ]) {
    const before = await served.get(url);
    const etag = before.headers.get("etag")!;
    assert.equal((await served.get(url, { headers: { "if-none-match": etag } })).status, 304);
    // Unlike a new objective, this does not change the mission.
    assert.equal((await served.patch("/api/missions/m2/objectives/o1", { title: url })).status, 200);
    const after = await served.get(url);
    assert.notEqual(after.headers.get("etag"), etag);
    assert.equal((await served.get(url, { headers: { "if-none-match": etag } })).status, 200);
    assert.notDeepEqual(after.body, before.body);
  }
  const { headers } = await served.get("/api/missions/m2?include=objectives");
  const write = { headers: { "if-match": headers.get("etag")! }, body: { name: "Changed" } };
  assertRefused(await served.request("PATCH", "/api/missions/m2", write), 412);
});

test("§4.10: a cached list with embedded records shows every change of them", async () => {
  const url = "/api/missions?include=astronauts&id_in=m1";
  const roles = async () =>
    (await read(served, url)).missions[0]._embedded.astronauts.map(({ role }: Body) => role).join();
  for (let times = 0; times < 3; times += 1) assert.equal(await roles(), "pilot,commander");
  await served.patch("/api/missions/m1/astronauts/ann", { role: "observer" });
  assert.equal(await roles(), "observer,commander");
  await served.patch("/api/missions/m1/astronauts/ann", { role: "pilot" });
});

test("§5.2: include needs the scope of what it includes", async (t) => {
  const closed = await serve(undefined, { PUBLIC_READ: "false" });
  t.after(() => closed.stop());
  const put = fixturesFor(closed);
  await put.planet("mars");
  await put.mission("m", { destination: "mars" });
  const keyOf = async (...scopes: string[]) => (await createKey(closed, scopes)).secret;
  const missionsOnly = await keyOf("missions:read");
  for (const path of ["/api/missions/m", "/api/missions"]) {
    const url = `${path}?include=destination,objectives`;
    const refused = await closed.get(url, { credential: missionsOnly });
    assertRefused(refused, 403);
    assert.match(refused.body.detail, /planets:read/);
    assert.equal((await closed.get(url, { credential: await keyOf("missions:read", "planets:read") })).status, 200);
    assert.equal((await closed.get(`${path}?include=objectives`, { credential: missionsOnly })).status, 200);
  }
});

/** What is refused: the path, and what `include` may name there. */
const REFUSED: [url: string, allowed: RegExp][] = [
  ["/api/astronauts?include=medical", /Allowed: (?!.*medical)/],
  ["/api/astronauts/ann?include=medical", /Allowed: (?!.*medical)/],
  ["/api/missions?include=astronaut", /Did you mean astronauts\?/],
  ["/api/missions/m1?include=astronaut", /Did you mean astronauts\?/],
  ["/api/missions?include=", /Allowed: /],
  ["/api/missions?include=events", /Allowed: (?!.*events)/],
  ["/api/missions/m1/astronauts?include=profile", /These records have none\./],
  ["/api/astronauts/ann/missions?include=crew", /These records have none\./],
];

for (const [url, message] of REFUSED) {
  test(`§4.5: what cannot be included is refused: ${url}`, async () => {
    const refused = await served.get(url);
    assertRefused(refused, 400, ["include", "unknown_relation"]);
    assert.match(messagesOf(refused).include!, message);
  });
}

test("§7.2: include is refused together with all other faults", async () => {
  const refused = await served.get("/api/missions?include=crews&sort=nome&include=data");
  assertRefused(
    refused,
    400,
    ["include", "unknown_relation"],
    ["include", "duplicate_parameter"],
    ["sort", "invalid_value"],
  );
});
