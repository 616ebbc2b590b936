/** Proves `GET /api/search`: one search over the names of all public records. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { campaignSize } from "./support/campaign.ts";
import { BOTH_DOMAINS } from "./support/domain/both-domains.ts";
import { RecordFactory } from "./support/domain/record-factory.ts";
import { createKey } from "./support/http/api-keys.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { createAll, messagesOf, query } from "./support/http/lists.ts";
import { type Body, faultsOf, type Served, serve, serveForFile } from "./support/http/serve.ts";
import { expectedNames, type Named, wordsIn } from "./support/query/name-oracle.ts";
import { pieces, TEXTS } from "./support/query/random-queries.ts";
import { STORE_KINDS } from "./support/store/both-stores.ts";

const SEARCH = "/api/search";

async function find(served: Served, q: string, more = "", credential?: string | false): Promise<Body> {
  const options = credential === undefined ? {} : { credential };
  const { status, body, text } = await served.get(`${SEARCH}?${query(["q", q])}${more}`, options);
  assert.equal(status, 200, text);
  return body;
}

const pathsIn = ({ results }: Body): string[] => results.map((each: Body) => each._links.self);

const served = await serveForFile();
const fixtures = fixturesFor(served);
await createAll(served, "/api/missions", [
  { id: "m1", name: "Luna" },
  { id: "m2", name: "Luna Garden" },
  { id: "m3", name: "First luna-lander", description: "Apollo" },
  { id: "m4", name: "Sublunar" },
  { id: "luna-5", name: "None" },
]);
await fixtures.planet("p", { name: "Beyond Lunaris" });
await fixtures.moon("p", "luna", { name: "LUNA" });
await fixtures.astronaut("a", { name: "Luna Lovegood" });
await fixtures.spacecraft("craft", { name: "Craft" });
await fixtures.put("/api/spacecraft/craft/navigation-system", { name: "Luna navigator" });
await fixtures.put("/api/missions/m1/astronauts/a", { role: "luna" });
await fixtures.put("/api/space-stations/s", { name: "Station (Luna)" });

test("§4.7: the best come first: the whole name, its beginning, a word of it, inside a word; then by kind and id", async () => {
  const body = await find(served, "luna");
  assert.deepEqual(pathsIn(body), [
    // The whole name.
    "/api/missions/m1",
    "/api/planets/p/moons/luna",
    // Its beginning.
    "/api/astronauts/a",
    "/api/missions/m2",
    "/api/spacecraft/craft/navigation-system",
    // A word of it.
    "/api/missions/m3",
    "/api/space-stations/s",
    // Inside a word.
    "/api/missions/m4",
    "/api/planets/p",
  ]);
  const { page, limit, total_count: total, kinds, results } = body;
  assert.deepEqual([page, limit, total], [1, 20, 9]);
  const found = { astronaut: 1, mission: 4, moon: 1, navigation_system: 1, planet: 1, space_station: 1, spacecraft: 0 };
  // Every other kind is counted too.
  const others = Object.keys(kinds).map((kind) => [kind, 0]);
  assert.deepEqual(kinds, { ...Object.fromEntries(others), ...found });
  assert.deepEqual(results[1], {
    id: "luna",
    name: "LUNA",
    kind: "moon",
    parent: { id: "p", name: "Beyond Lunaris", kind: "planet", _links: { self: "/api/planets/p" } },
    _links: { self: "/api/planets/p/moons/luna" },
  });
  for (const path of pathsIn(body)) assert.equal((await served.get(path)).status, 200, path);
});

test("§4.7: a result below another record has it as its parent, also if its kind is not searched", async () => {
  const { results } = await find(served, "luna", "&kind=navigation_system,mission");
  assert.deepEqual(
    results.map(({ id, parent }: Body) => [id, parent?.id, parent?.name, parent?.kind, parent?._links.self]),
    [
      ["m1", undefined, undefined, undefined, undefined],
      ["m2", undefined, undefined, undefined, undefined],
      ["craft", "craft", "Craft", "spacecraft", "/api/spacecraft/craft"],
      ["m3", undefined, undefined, undefined, undefined],
      ["m4", undefined, undefined, undefined, undefined],
    ],
  );
});

test("§4.7: all words are in the name, in any order and case; other texts are not searched", async () => {
  assert.deepEqual(pathsIn(await find(served, "GARD luna")), ["/api/missions/m2"]);
  assert.deepEqual(pathsIn(await find(served, "luna apollo")), []);
  assert.deepEqual(pathsIn(await find(served, "(luna) - Lander!")), ["/api/missions/m3"]);
  assert.deepEqual(pathsIn(await find(served, "  Luna   Garden ")), ["/api/missions/m2"]);
});

test("§4.7: a record is found by its id too, before those with such a name; a one-to-one has none of its own", async () => {
  await fixtures.planet("short", { name: "What is long" });
  await fixtures.planet("other-planet", { name: "In short" });
  await fixtures.moon("short", "m2-moon", { name: "A short name" });
  await fixtures.spacecraft("short", { name: "Short craft" });
  await fixtures.put("/api/spacecraft/short/navigation-system", { name: "Its navigator" });
  const body = await find(served, " SHORT ");
  assert.deepEqual(pathsIn(body), [
    ...["/api/planets/short", "/api/spacecraft/short", "/api/planets/short/moons/m2-moon"],
    "/api/planets/other-planet",
  ]);
  assert.deepEqual([body.total_count, body.kinds.planet, body.kinds.navigation_system], [4, 2, 0]);
  assert.deepEqual(pathsIn(await find(served, "short", "&kind=planet&limit=1")), ["/api/planets/short"]);
  assert.deepEqual(pathsIn(await find(served, "shor")).slice(0, 1), ["/api/spacecraft/short"]);
  assert.equal((await find(served, "m2-moon", "&kind=moon")).approximate, undefined);
});

test("§4.7: a search may have a hundred words, and two hundred characters in one", async () => {
  const words = Array.from({ length: 100 }, (_, at) => String.fromCodePoint(0x4e00 + at));
  const name = words.join(" ");
  const [planet, spacecraft] = ["/api/planets/long", "/api/spacecraft/long"];
  await fixtures.planet("long", { name });
  await fixtures.spacecraft("long", { name });
  const others = ["/api/astronauts/long", "/api/missions/long", `${planet}/moons/long`];
  for (const path of [...others, `${spacecraft}/navigation-system`]) await fixtures.put(path, { name });
  await fixtures.put("/api/space-stations/long", { name: words.join("") });
  assert.deepEqual(pathsIn(await find(served, words.toReversed().join(" "))), [
    ...others,
    ...[`${spacecraft}/navigation-system`, planet, spacecraft, "/api/space-stations/long"],
  ]);
  await fixtures.moon("p", "wide", { name: "w".repeat(200) });
  assert.deepEqual(pathsIn(await find(served, "W".repeat(200))), ["/api/planets/p/moons/wide"]);
  assert.deepEqual(pathsIn(await find(served, "w".repeat(203))), []);
});

test("§4.7: kind selects kinds of records, and their counts", async () => {
  const body = await find(served, "luna", "&kind=moon,MISSION&limit=2");
  assert.deepEqual(pathsIn(body), ["/api/missions/m1", "/api/planets/p/moons/luna"]);
  assert.deepEqual([body.total_count, body.kinds], [5, { mission: 4, moon: 1 }]);
});

test("§4.7: results are paged like lists", async () => {
  const all = pathsIn(await find(served, "luna"));
  const found: string[] = [];
  for (let next = `${SEARCH}?q=luna&limit=4`; next; ) {
    const { body, headers } = await served.get(next);
    assert.equal(body.total_count, 9);
    assert.equal(headers.get("link")!.includes('rel="next"'), body._links.next !== undefined);
    found.push(...pathsIn(body));
    next = body._links.next;
  }
  assert.deepEqual(found, all);
  const beyond = await find(served, "luna", "&limit=4&page=9");
  assert.deepEqual([beyond.results, beyond._links.prev], [[], `${SEARCH}?q=luna&limit=4&page=3`]);
});

test("§4.7: faults of the query are all listed, each with what is allowed", async () => {
  for (const q of ["", "%20", "-!%3F", "%F0%9F%9A%80"])
    assert.deepEqual(faultsOf(await served.get(`${SEARCH}?q=${q}`)), [["q", "invalid_value"]], q);
  const bad = await served.get(`${SEARCH}?kind=mission,planett&limit=101&page=0&sort=name`);
  assert.deepEqual(
    new Set(faultsOf(bad).map(String)),
    new Set(["sort,unknown_parameter", "q,required", "kind,invalid_value", "page,out_of_range", "limit,out_of_range"]),
  );
  assert.match(messagesOf(bad).kind!, /Did you mean planet\? Allowed: astronaut, .*mission, moon, /);
  const hidden = await served.get(`${SEARCH}?q=a&kind=medical_record`);
  assert.deepEqual(faultsOf(hidden), [["kind", "invalid_value"]]);
  for (const [query, fault] of [
    ["q=%ff", ["q", "malformed_escape"]],
    ["kind=mission&q=%", ["q", "malformed_escape"]],
    ["q=a%00", ["q", "invalid_text"]],
    ["q=a&q=b", ["q", "duplicate_parameter"]],
    [`${"kind=mission&".repeat(100)}q=a`, ["q", "too_many"]],
  ] as const)
    assert.deepEqual(faultsOf(await served.get(`${SEARCH}?${query}`)), [fault], `${query}: one fault`);
  const long = await served.get(`${SEARCH}?q=${Array.from({ length: 101 }, (_, at) => at).join("+")}`);
  assert.deepEqual(faultsOf(long), [["q", "too_many_values"]]);
  assert.equal((await served.post(SEARCH, {})).status, 405);
});

test("§4.10: a search has an ETag, which moves when a record of its kinds changes", async () => {
  const path = `${SEARCH}?q=etagged&kind=mission`;
  const etag = (await served.get(path)).headers.get("etag")!;
  const headers = { "if-none-match": etag };
  assert.equal((await served.get(path, { headers })).status, 304);
  await fixtures.planet("other", { name: "Etagged" });
  assert.equal((await served.get(path, { headers })).status, 304);
  await fixtures.mission("m6", { name: "Etagged" });
  const { status, body } = await served.get(path, { headers });
  assert.deepEqual([status, pathsIn(body)], [200, ["/api/missions/m6"]]);
});

test("§4.7, §4.10: the name of a parent is part of what the ETag stands for", async () => {
  await fixtures.planet("named", { name: "Before" });
  await fixtures.moon("named", "below", { name: "Satellite" });
  const path = `${SEARCH}?q=satellite&kind=moon`;
  const etag = (await served.get(path)).headers.get("etag")!;
  assert.equal((await served.get(path, { headers: { "if-none-match": etag } })).status, 304);
  await served.patch("/api/planets/named", { name: "After" });
  const { status, body } = await served.get(path, { headers: { "if-none-match": etag } });
  assert.deepEqual([status, body.results?.[0].parent.name], [200, "After"]);
});

test("§4.7, §5.2: collections that need a scope are searched for callers who have it, private ones never", async () => {
  const closed = await serve(undefined, { PUBLIC_READ: "false" });
  try {
    const records = fixturesFor(closed);
    await records.mission("m", { name: "Common" });
    await records.planet("p", { name: "Common" });
    await closed.post("/api/webhooks", { name: "Common", url: "https://93.184.216.34/", event_types: ["*"] });
    const { secret } = await createKey(closed, ["missions:read"], { name: "Common" });
    assert.equal((await closed.get(`${SEARCH}?q=common`, { credential: false })).status, 401);
    const some = await find(closed, "common", "", secret);
    assert.deepEqual([pathsIn(some), some.kinds], [["/api/missions/m"], { mission: 1 }]);
    for (const kinds of ["planet", "mission,planet"]) {
      const refused = await closed.get(`${SEARCH}?q=common&kind=${kinds}`, { credential: secret });
      assert.deepEqual([refused.status, refused.body.code], [403, "insufficient_scope"], kinds);
      assert.match(refused.body.detail, /planets:read/);
      assert.match(refused.headers.get("www-authenticate")!, /scope="planets:read"/);
    }
    assert.deepEqual(pathsIn(await find(closed, "common", "&kind=mission", secret)), ["/api/missions/m"]);
    assert.deepEqual(pathsIn(await find(closed, "common")), ["/api/missions/m", "/api/planets/p"]);
  } finally {
    await closed.stop();
  }
});

for (const { name: store, create, skip: skipped } of STORE_KINDS) {
  for (const [domainName, declarations] of BOTH_DOMAINS) {
    test(`§4.7: ${store}, ${domainName}: random searches find what an oracle finds, in its order`, {
      skip: skipped,
    }, async (t) => {
      const database = await create();
      const server = await serve(declarations, { DATABASE_URL: database.url });
      t.after(async () => {
        await server.stop();
        await database.remove();
      });
      const factory = new RecordFactory(server);
      const named: Named[] = [];
      const kinds = server.catalog.resources.filter(
        ({ fields, kind, private: isPrivate }) => fields.has("name") && kind !== "membership" && !isPrivate,
      );
      for (const [at, name] of TEXTS.flatMap((text) => [text, `The ${text}`, `${text}s`]).entries()) {
        const resource = kinds[at % kinds.length]!;
        const { path } = await factory.create(resource, "required");
        const { status, body } = await server.patch(path, { name });
        assert.equal(status, 200);
        named.push({ kind: resource.one, id: body.id, name, isSingle: resource.kind === "single" });
      }
      // Parents that were created with their children.
      const known = new Set(named.map(({ kind, id }) => `${kind} ${id}`));
      for (const { one, views } of kinds) {
        const [view] = views.filter(({ parent }) => !parent);
        const { body } = view ? await server.get(`${view.path}?limit=100&fields=name`) : { body: undefined };
        for (const { id, name } of view ? body[view.plural] : [])
          if (!known.has(`${one} ${id}`)) named.push({ kind: one, id, name });
      }
      const words = fc.array(pieces(TEXTS), { minLength: 1, maxLength: 2 }).map((parts) => parts.join(" "));
      const usable = fc.oneof(
        words.filter((q) => wordsIn(q).length > 0),
        fc.constantFrom(...named.map(({ id }) => id.toUpperCase())),
      );
      await fc.assert(
        fc.asyncProperty(usable, fc.constantFrom(1, 7, 100), async (q, limit) => {
          const all = expectedNames(named, q);
          const body = await find(server, q, `&limit=${limit}`);
          const results = body.results.map(({ _links, parent, ...result }: Body) => result);
          assert.deepEqual([body.total_count, results], [all.length, all.slice(0, limit)], q);
        }),
        { numRuns: campaignSize("SEARCHES") },
      );
    });
  }
}
