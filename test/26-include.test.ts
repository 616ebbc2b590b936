/** Proves `include`: related records, embedded in items and lists, are those that the links of the record lead to. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { View } from "../engine/resource/resource.ts";
import { BOTH_DOMAINS } from "./support/domain/both-domains.ts";
import { RecordFactory } from "./support/domain/record-factory.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { itemsOf } from "./support/http/lists.ts";
import { type Body, type Served, serve, serveForFile } from "./support/http/serve.ts";
import { STORE_KINDS } from "./support/store/both-stores.ts";

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
  if (path === undefined) return isMany ? [] : null;
  if (isMany) return itemsOf(await served.get(`${path}?fields=*&limit=100`));
  const { status, body } = await served.get(path);
  return status === 404 ? null : body;
}

for (const { name: store, create, skip: skipped } of STORE_KINDS) {
  for (const [domainName, declarations] of BOTH_DOMAINS) {
    test(`§4.5: ${store}, ${domainName}: include embeds what the links lead to, in items and in every list`, {
      skip: skipped,
    }, async () => {
      await using database = await create();
      await using served = await serve(declarations, { DATABASE_URL: database.url });
      const records = new RecordFactory(served);
      // Two of each kind, so that records have relatives, and others that are not theirs.
      for (const resource of served.catalog.resources)
        for (const extent of ["every", "every"] as const)
          if (!resource.isSystem) await records.create(resource, extent);
      // Members of lists have relatives too.
      for (const resource of served.catalog.resources.filter(({ kind }) => kind === "membership")) {
        const { id } = await records.create(resource, "every");
        for (const child of resource.member!.children.filter(({ kind }) => kind === "collection"))
          await records.create(child, "every", { [child.parentKey!]: id });
      }
      const views = served.catalog.views.filter(({ relations, resource }) => relations.size > 0 && !resource.isSystem);
      assert.ok(views.length >= 8);
      for (const view of views) {
        const embedded: Body[] = [];
        for (const path of await pathsOf(served, view)) embedded.push(...(await checkView(served, view, path)));
        for (const name of view.relations.keys())
          assert.ok(
            embedded.some(({ [name]: related }) => related && related.length !== 0),
            `${view.path} ${name}`,
          );
      }
    });
  }
}

/** The paths of a view: one, or one below each parent. */
async function pathsOf(served: Served, { path, parent }: View): Promise<string[]> {
  if (!parent) return [path];
  const parents = itemsOf(await served.get(`${parent.resource.views[0]!.path}?limit=100`));
  return parents.map(({ id }) => path.replace(/\{\w+\}/, id));
}

/** Compares what is embedded in each record at a view's path with what its links lead to, and returns that. */
async function checkView(served: Served, view: View, path: string): Promise<Body[]> {
  const { resource, relations, plural, hasItems } = view;
  const names = [...relations.keys()].join(",");
  const embeddedIn = async (record: Body) => {
    const embedded: Body = {};
    for (const [name, { isMany }] of relations) embedded[name] = await linked(served, record, name, isMany);
    return embedded;
  };
  const checkRecord = async (own: string, record: Body, embedded: Body) => {
    assert.deepEqual(await read(served, `${own}?include=${names}`), { ...record, _embedded: embedded });
    const one = [...relations.keys()].at(-1)!;
    assert.deepEqual(await read(served, `${own}?include=${one}&fields=id`), {
      id: record.id,
      _links: record._links,
      _embedded: { [one]: embedded[one] },
    });
  };
  if (resource.kind === "single") {
    const { status, body } = await served.get(path);
    if (status === 404) return [];
    const embedded = await embeddedIn(body);
    await checkRecord(path, body, embedded);
    return [embedded];
  }
  const whole: Body[] = (await read(served, `${path}?fields=*&limit=100`))[plural];
  const summaries: Body[] = (await read(served, `${path}?limit=100`))[plural];
  const list = await read(served, `${path}?include=${names}&limit=100`);
  assert.equal(list._links.self, `${path}?include=${names}&limit=100&page=1`);
  const all = await Promise.all(whole.map(embeddedIn));
  for (const [at, record] of whole.entries()) {
    const embedded = all[at]!;
    assert.deepEqual(list[plural][at], { ...summaries[at], _embedded: embedded }, `${path} ${record.id}`);
    if (hasItems) await checkRecord(record._links.self, record, embedded);
  }
  return all;
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
