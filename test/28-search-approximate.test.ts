/** Proves that `/api/search`, where it finds nothing, finds records whose names have similar words. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { readSubmission } from "../engine/resource/submission.ts";
import { campaignSize } from "./support/campaign.ts";
import { caps, makers } from "./support/domain/versioned-domain.ts";
import { createKey } from "./support/http/api-keys.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { createAll, idsOf, query } from "./support/http/lists.ts";
import { type Body, type Served, serve, serveForFile } from "./support/http/serve.ts";
import { expectedNames, type Named } from "./support/query/name-oracle.ts";
import { STORE_KINDS } from "./support/store/both-stores.ts";

const SEARCH = "/api/search";

async function find(served: Served, q: string, more = "", credential?: string): Promise<Body> {
  const options = credential === undefined ? {} : { credential };
  const { status, body, text } = await served.get(`${SEARCH}?${query(["q", q])}${more}`, options);
  assert.equal(status, 200, text);
  return body;
}

const idsIn = ({ results }: Body): string[] => results.map(({ id }: Body) => id);

/** What is found approximately; undefined if nothing is. */
async function approximately(served: Served, q: string): Promise<string[] | undefined> {
  const body = await find(served, q);
  if (body.approximate === true) return idsIn(body);
  assert.deepEqual([body.total_count, "approximate" in body], [0, false], q);
  return undefined;
}

const served = await serveForFile();
const fixtures = fixturesFor(served);
await createAll(served, "/api/missions", [
  { id: "apollo-11", name: "Apollo 11" },
  { id: "apollo-12", name: "Apollo 12" },
  { id: "artemis", name: "Artemis II", description: "Apolo" },
  { id: "mir-1", name: "Mir EO-1" },
]);
await fixtures.astronaut("armstrong", { name: "Neil (Alden) ARMSTRONG" });
await fixtures.planet("jupiter", { name: "Jupiter" });
await fixtures.moon("jupiter", "ganymede", { name: "Ganymede" });

test("§4.7: a search that finds nothing takes similar words; the answer says so, and which words were taken", async () => {
  const body = await find(served, "apolo");
  assert.deepEqual([body.approximate, body.total_count, body.kinds.mission, body.kinds.moon], [true, 2, 2, 0]);
  assert.deepEqual(body.results[0], {
    id: "apollo-11",
    name: "Apollo 11",
    kind: "mission",
    matched: ["Apollo"],
    _links: { self: "/api/missions/apollo-11" },
  });
  const both = await find(served, "amrstrong neil ald");
  assert.deepEqual(both.results[0].matched, ["ARMSTRONG", "Neil", "Alden"], "in the order of the words of q");
  const twice = await find(served, "armstrog armstrng");
  assert.deepEqual(twice.results[0].matched, ["ARMSTRONG"], "each once");
});

test("§4.7: what is found exactly is never mixed with similar words, and says nothing of them", async () => {
  await fixtures.mission("apolo", { name: "Apolo" });
  const body = await find(served, "apolo");
  assert.deepEqual([idsIn(body), "approximate" in body, "matched" in body.results[0]], [["apolo"], false, false]);
  assert.deepEqual(idsIn(await find(served, "apolo", "&kind=moon")), [], "other kinds are not looked at");
  // Beyond the last page, too.
  assert.deepEqual((await find(served, "apolo", "&page=2")).total_count, 1);
  await served.delete("/api/missions/apolo");
});

test("§4.7: a letter that is changed, added, left out, or swapped with its neighbor is one change", async () => {
  for (const q of ["jupitex", "jupitter", "jupter", "jupietr"])
    assert.deepEqual(await approximately(served, q), ["jupiter"], q);
  for (const q of ["jxpitex", "juppitter", "jpiter", "upietr", "ujpietr", "upiterr"])
    assert.deepEqual(await approximately(served, q), ["jupiter"], `${q}: two changes in more than five letters`);
  for (const q of ["jxpxtex", "jpter", "xjupiterxx"]) assert.equal(await approximately(served, q), undefined, q);
});

test("§4.7: words of up to five letters differ in one; words of one or two letters, and those with a digit, in none", async () => {
  assert.deepEqual(await approximately(served, "neill"), ["armstrong"]);
  assert.equal(await approximately(served, "nail1"), undefined);
  assert.equal(await approximately(served, "niell"), undefined, "two changes in five letters");
  assert.deepEqual(await approximately(served, "mxr"), ["mir-1"]);
  assert.equal(await approximately(served, "mr"), undefined);
  assert.equal(await approximately(served, "e0"), undefined);
  assert.equal(await approximately(served, "artemis3"), undefined);
  // Neither are words of names taken that have a digit, or two letters.
  assert.deepEqual(await approximately(served, "apolo 11"), ["apollo-11"], "not 12");
  assert.equal(await approximately(served, "apolo 13"), undefined);
  assert.equal(await approximately(served, "eoo"), undefined);
});

test("§4.7: every word is in the name, as it is or similar: the fewest changes come first, then kind and id", async () => {
  await fixtures.mission("z-exact", { name: "Orbital Workshop" });
  await fixtures.mission("one", { name: "Orbitul Workshop" });
  await fixtures.mission("two", { name: "Orbitul Workshup" });
  await fixtures.mission("inside", { name: "Suborbital workshops" });
  await fixtures.mission("half", { name: "Orbital" });
  await fixtures.spacecraft("one-more", { name: "Workshop, orbital" });
  await fixtures.astronaut("person", { name: "Orbytal-Workshop" });
  const q = "orbital worksohp";
  const body = await find(served, q);
  assert.deepEqual(idsIn(body), ["z-exact", "one-more", "person", "inside", "one", "two"]);
  assert.deepEqual(body.results[3].matched, ["Suborbital", "workshops"]);
  const page = await find(served, q, "&limit=2&page=2");
  assert.deepEqual(
    [idsIn(page), page.total_count, page.kinds.mission, page.approximate],
    [["person", "inside"], 6, 4, true],
  );
  assert.equal(page._links.prev, `${SEARCH}?${query(["q", q])}&limit=2&page=1`);
  assert.deepEqual(idsIn(await find(served, q, "&kind=astronaut,spacecraft")), ["one-more", "person"]);
});

test("§4.7: a search of more than ten words stays as it is", async () => {
  const name = "Ten words are enough for all those that anybody types";
  await fixtures.mission("words", { name });
  const ten = name.replace("enough", "enouhg");
  assert.deepEqual(await approximately(served, ten), ["words"]);
  assert.equal(await approximately(served, `${ten} word`), undefined);
});

test("§4.5: search on lists finds no similar words", async () => {
  assert.deepEqual(idsOf(await served.get("/api/missions?search=apollo")), ["apollo-11", "apollo-12"]);
  assert.deepEqual(idsOf(await served.get("/api/missions?search=appollo")), []);
});

test("§4.10: the ETag moves when a name changes, and the next search finds the new one and not the old", async () => {
  const path = `${SEARCH}?q=enceladis&kind=moon`;
  const search = () => served.get(path);
  const isCurrent = async (etag: string) =>
    (await served.get(path, { headers: { "if-none-match": etag } })).status === 304;
  const empty = await search();
  assert.equal(empty.body.total_count, 0);
  await fixtures.moon("jupiter", "new", { name: "Enceladus" });
  const found = await search();
  assert.deepEqual([idsIn(found.body), await isCurrent(empty.headers.get("etag")!)], [["new"], false]);
  assert.ok(await isCurrent(found.headers.get("etag")!));
  await served.patch("/api/planets/jupiter/moons/new", { name: "Dione" });
  assert.equal((await search()).body.total_count, 0);
  await served.patch("/api/planets/jupiter/moons/new", { name: "Enceladus" });
  assert.deepEqual(idsIn((await search()).body), ["new"]);
  await served.delete("/api/planets/jupiter/moons/new");
  assert.equal((await search()).body.total_count, 0);
});

test("§4.7, §5.2: similar words of what the caller may not read are not taken, and private records never", async () => {
  await using closed = await serve(undefined, { PUBLIC_READ: "false" });
  const records = fixturesFor(closed);
  await records.planet("p", { name: "Secretive" });
  await records.mission("m", { name: "Other" });
  await closed.post("/api/webhooks", { name: "Hookworm", url: "https://93.184.216.34/", event_types: ["*"] });
  const { secret } = await createKey(closed, ["missions:read"], { name: "Keystone" });
  const body = await find(closed, "secretife", "", secret);
  assert.deepEqual([body.total_count, body.kinds, "approximate" in body], [0, { mission: 0 }, false]);
  assert.deepEqual(await approximately(closed, "secretife"), ["p"]);
  for (const q of ["hookwurm", "keystune"]) assert.equal(await approximately(closed, q), undefined, q);
});

const DOMAIN = (() => {
  const maker = makers({});
  return [maker, caps(maker)];
})();

/** Few letters, so that many words are similar: one of two UTF-16 code units, one that folds to two, a mark, and a digit. */
const letter = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom("a", "b", "ж") },
  { weight: 1, arbitrary: fc.constantFrom("\u{10400}", "ß", "\u0301", "1") },
);
const word = fc.array(letter, { minLength: 2, maxLength: 7 }).map((letters) => letters.join(""));
const name = fc
  .array(word, { minLength: 1, maxLength: 3 })
  .chain((words) => fc.constantFrom(" ", "-", ", ").map((by) => words.join(by)));

/** A word in which something was changed, at random. */
function edited(text: string): fc.Arbitrary<string> {
  const letters = Array.from(text);
  return fc.record({ at: fc.nat(letters.length - 1), letter, how: fc.nat(4) }).map(({ at, letter: other, how }) => {
    const [before, it, after] = [letters.slice(0, at), letters[at]!, letters.slice(at + 1)];
    if (how === 0) return text;
    if (how === 1) return [...before, other, ...after].join("");
    if (how === 2) return [...before, other, it, ...after].join("");
    if (how === 3) return [...before, ...after].join("");
    return [...before, ...after.slice(0, 1), it, ...after.slice(1)].join("");
  });
}

const searchFor = (text: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      ...text
        .split(/[ ,-]+/)
        .map((each) => edited(each).chain((once) => (once === "" ? fc.constant(each) : edited(once)))),
    )
    .map((words) => words.join(" "));

for (const { name: store, create, skip } of STORE_KINDS) {
  test(`§4.7: ${store}: random misspelled searches find what plain loops find, while names change through two services`, {
    skip,
  }, async () => {
    await using database = await create();
    const settings = { DATABASE_URL: database.url, WORKERS: "2" };
    await using one = await serve(DOMAIN, settings);
    await using other = await serve(DOMAIN, settings);
    const records = new Map<string, Named>();
    const put = async (through: Served, kind: string, id: string, text: string) => {
      const path = kind === "maker" ? `/api/makers/${id}` : `/api/makers/m0/caps/${id}`;
      const { status, text: body } = await through.put(path, { name: text });
      assert.ok(status < 300, body);
      records.set(`${kind} ${id}`, { kind, id, name: text });
    };
    const names = fc.sample(name, { numRuns: 120, seed: 7 });
    for (const [at, text] of names.entries())
      await put(one, at % 3 === 2 ? "cap" : "maker", `${at % 3 === 2 ? "c" : "m"}${at}`, text);
    const round = fc.record({
      at: fc.nat(names.length - 1),
      changed: name,
      removes: fc.boolean(),
      swaps: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(round, fc.gen(), async ({ at, changed, removes, swaps }, gen) => {
        const [writing, reading] = swaps ? [one, other] : [other, one];
        const [key, record] = [...records][at % records.size]!;
        if (removes && record.kind === "cap") {
          assert.equal((await writing.delete(`/api/makers/m0/caps/${record.id}`)).status, 204);
          records.delete(key);
        } else await put(writing, record.kind, record.id, changed);
        const meant = [record.name, changed, ...names.slice(at, at + 3)];
        for (const q of meant.map((each) => gen(searchFor, each))) {
          if (!/[\p{L}\p{N}]/u.test(q)) continue;
          const all = expectedNames([...records.values()], q);
          const body = await find(reading, q, "&limit=100");
          const results = body.results.map(({ _links, parent, ...result }: Body) => result);
          assert.deepEqual(
            [body.total_count, results, body.approximate],
            [all.length, all.slice(0, 100), all[0]?.matched && true],
            q,
          );
        }
      }),
      { numRuns: campaignSize("SEARCHES") },
    );
  });

  test(`§4.7: ${store}: a word that thousands of names have is taken, and counted exactly`, { skip }, async () => {
    await using database = await create();
    await using service = await serve(DOMAIN, { DATABASE_URL: database.url });
    await service.put("/api/makers/all", { name: "Maker" });
    // It has no name; a missing text must not be taken for its word in JavaScript.
    await service.put("/api/makers/all/caps/nameless", {});
    const resource = service.catalog.resource("caps");
    const write = (from: number, to: number) =>
      service.store.write(async (tx) => {
        for (let at = from; at < to; at += 1) {
          const fields = { id: `c${at}`, name: `Null ${at % 500 === 0 ? "Special" : "model"}` };
          await tx.create(resource, "all", readSubmission(resource, "create", fields));
        }
      });
    await write(0, 500);
    assert.deepEqual(await approximately(service, "speciel"), ["c0"]);
    // More than are listed one by one.
    await write(500, 2_500);
    const special = ["c0", "c1000", "c1500", "c2000", "c500"];
    assert.deepEqual(await approximately(service, "speciel"), special);
    const body = await find(service, "nulk", "&limit=3&page=2");
    assert.deepEqual([body.approximate, body.total_count, idsIn(body)], [true, 2_500, ["c100", "c1000", "c1001"]]);
    assert.deepEqual(await approximately(service, "nulk spexial"), special);
  });
}
