/** Proves `search` on lists: all words, in any order, case and script, inside words, in the texts of a record. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { secondDomain } from "./support/domain/second-domain.ts";
import { createKey } from "./support/http/api-keys.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { createAll, idsOf, messagesOf, query, readIds } from "./support/http/lists.ts";
import { faultsOf, type Served, serve, serveForFile } from "./support/http/serve.ts";
import { STORE_KINDS } from "./support/store/both-stores.ts";

const NAMES = {
  apollo: "Apollo 11 – Moon landing",
  arabic: "مركبة فضائية",
  chinese: "神舟五号",
  cyrillic: "Юрий Гагарин",
  decomposed: "E\u0301toile",
  deseret: "\u{10400}\u{10401}",
  emoji: "Saturn \u{1FA90} V",
  german: "Straße",
  greek: "Οδυσσεύς",
  hindi: "चन्द्रयान-३",
  japanese: "かぐや (Kaguya)",
  long: `${"x".repeat(150)} tail`,
  percent: "100% wool",
  turkish: "İstanbul",
  underscore: "a_b c",
} as const;
type Name = keyof typeof NAMES;

const ANSWERS: readonly [search: string, ids: readonly Name[]][] = [
  ["apollo", ["apollo"]],
  ["LANDING moon", ["apollo"]],
  ["poll andin", ["apollo"]],
  ["apollo-11", ["apollo"]],
  ["  moon,\t11!", ["apollo"]],
  ["apollo 12", []],
  ["apollo apollo", ["apollo"]],
  // Words of one or two characters.
  ["1", ["apollo", "percent"]],
  ["11", ["apollo"]],
  ["v", ["emoji"]],
  ["b a c", ["underscore"]],
  // Every script, in any case.
  ["ГАГАРИН юр", ["cyrillic"]],
  ["ΟΔΥΣΣΕΎΣ", ["greek"]],
  ["ς", ["greek"]],
  ["STRASSE", ["german"]],
  ["straẞ", ["german"]],
  ["舟", ["chinese"]],
  ["五号 神", ["chinese"]],
  ["kaguya ぐ", ["japanese"]],
  ["فضا", ["arabic"]],
  ["न्द्र", ["hindi"]],
  ["३", ["hindi"]],
  ["\u{10428}", ["deseret"]],
  ["i\u0307stan", ["turkish"]],
  ["e\u0301t", ["decomposed"]],
  ["tail x", ["long"]],
  // Symbols separate words; alone they find nothing.
  ["%", []],
  ["100%", ["percent"]],
  ["_", []],
  ["a_b", ["turkish", "underscore"]],
  ["a*b", ["turkish", "underscore"]],
  ["\u{1FA90}", []],
  ["saturn \u{1FA90}", ["emoji"]],
  ["--", []],
  [" ", []],
  ["'", []],
  ["\\", []],
  [`" OR "`, []],
  ["null", []],
  ["y".repeat(300), []],
];

for (const { name: store, create, skip: skipped } of STORE_KINDS) {
  test(`§4.5, §12.7: ${store}: search finds all words, in any order, case and script`, { skip: skipped }, async (t) => {
    const database = await create();
    const served = await serve(secondDomain, { DATABASE_URL: database.url });
    t.after(async () => {
      await served.stop();
      await database.remove();
    });
    const records = Object.entries(NAMES).map(([id, name]) => ({ id, name }));
    await createAll(served, "/api/products", records);
    for (const [words, ids] of ANSWERS) {
      const { status, body, text } = await served.get(`/api/products?${query(["search", words])}&limit=100`);
      assert.equal(status, 200, text);
      const found = body.products.map((each: { id: string }) => each.id);
      assert.deepEqual([found, body.total_count], [ids.toSorted(), ids.length], words);
    }
  });
}

/** The space domain with records whose texts share words. */
async function serveMissions(): Promise<Served> {
  const served = await serveForFile();
  const fixtures = fixturesFor(served);
  await createAll(served, "/api/missions", [
    { id: "a", name: "Lunar Garden", description: "Grows lettuce.", operator: "ESA", launch_date: "2030-01-01" },
    { id: "b", name: "Lunar Orbiter", operator: "NASA", mission_type: "orbiter", launch_date: "2029-01-01" },
    { id: "c", name: "Garden of Mars", description: "Lettuce, too: not lunar.", launch_date: "2028-01-01" },
    { id: "lunar", name: "None of them", status: "planned" },
  ]);
  await fixtures.put("/api/astronauts/ann", { name: "Ann Lettuce" });
  await fixtures.put("/api/missions/a/astronauts/ann", { role: "gardener" });
  await fixtures.put("/api/missions/b/astronauts/ann", { role: "pilot" });
  await fixtures.put("/api/astronauts/ann/medical/m1", {
    ...{ examined_on: "2026-01-01", kind: "annual", fitness: "fit", notes: "Likes lettuce." },
  });
  return served;
}
const served = await serveMissions();

test("§4.5: the words may be in different texts, long ones too; ids, references and states are not searched", async () => {
  for (const [words, ids] of [
    ["lunar", ["a", "b", "c"]],
    ["lunar lettuce", ["a", "c"]],
    ["esa lettuce garden", ["a"]],
    ["orbiter", ["b"]],
    ["planned", []],
    ["2030", []],
  ] as const)
    assert.deepEqual(await readIds(served, `/api/missions?${query(["search", words])}`), ids, words);
});

test("§4.5: search combines with filters, sorts, pages, fields and cursors, and is counted exactly", async () => {
  const both = "/api/missions?search=lunar&launch_date_after=2028-06-01&sort=launch_date";
  assert.deepEqual(await readIds(served, both), ["b", "a"]);
  const { body } = await served.get(`${both}&limit=1&page=2&fields=name`);
  assert.deepEqual([body.total_count, body.missions[0].name, body.missions.length], [2, "Lunar Garden", 1]);
  assert.equal(body._links.prev, `${both}&limit=1&page=1&fields=name`);
  const seen: string[] = [];
  for (let next = "/api/missions?search=lunar&sort=launch_date&limit=1&cursor="; next; ) {
    const page = await served.get(next);
    seen.push(...idsOf(page));
    next = page.body._links.next;
  }
  assert.deepEqual(seen, ["c", "b", "a"]);
});

test("§4.8, §4.9: summaries and exports are of what is found", async () => {
  const { body } = await served.get("/api/missions?search=lunar&group_by=operator");
  assert.deepEqual(body.groups, [
    { operator: null, count: 1 },
    { operator: "ESA", count: 1 },
    { operator: "NASA", count: 1 },
  ]);
  const { text } = await served.get("/api/missions?search=lunar&format=csv&fields=id");
  assert.equal(text, "id\r\na\r\nb\r\nc\r\n");
});

test("§4.5: a cursor is valid for the same words in any order, and for no others", async () => {
  const { body } = await served.get("/api/missions?search=lunar+a&limit=1&cursor=");
  const next: string = body._links.next;
  assert.deepEqual(await readIds(served, next.replace("lunar%20a", "a%20LUNAR")), ["b"]);
  assert.deepEqual(await readIds(served, next.replace("lunar%20a", "lunar")), [400, [["cursor", "invalid_cursor"]]]);
});

test("§4.5: crews and the missions of an astronaut are searched by what they show", async () => {
  assert.deepEqual(await readIds(served, "/api/missions/a/astronauts?search=ann+garden"), ["ann"]);
  assert.deepEqual(await readIds(served, "/api/missions/b/crew?search=garden"), []);
  assert.deepEqual(await readIds(served, "/api/astronauts/ann/missions?search=lunar"), ["a", "b"]);
  assert.deepEqual(await readIds(served, "/api/astronauts/ann/missions?search=lunar+pilot"), ["b"]);
});

test("§5.2: a private list is searched with its scope only", async () => {
  const path = "/api/astronauts/ann/medical?search=lettuce";
  const { secret } = await createKey(served, ["missions:read"]);
  assert.equal((await served.get(path, { credential: false })).status, 401);
  assert.equal((await served.get(path, { credential: secret })).status, 403);
  assert.deepEqual(await readIds(served, path), ["m1"]);
});

test("§4.10: a search has an ETag, which changes when what it finds changes", async () => {
  const path = "/api/missions?search=rewritten";
  const first = await served.get(path);
  assert.equal(first.body.total_count, 0);
  const again = await served.get(path, { headers: { "if-none-match": first.headers.get("etag")! } });
  assert.equal(again.status, 304);
  await served.patch("/api/missions/lunar", { description: "Rewritten." });
  assert.deepEqual(await readIds(served, path), ["lunar"]);
  assert.notEqual((await served.get(path)).headers.get("etag"), first.headers.get("etag"));
});

test("§4.5: search is 400 if it is empty, repeated or too long, and anywhere but on lists", async () => {
  const path = "/api/missions";
  assert.deepEqual(faultsOf(await served.get(`${path}?search=`)), [["search", "invalid_value"]]);
  assert.deepEqual(faultsOf(await served.get(`${path}?search=a&search=b`)), [["search", "duplicate_parameter"]]);
  const many = Array.from({ length: 101 }, (_, at) => `w${at}`).join("+");
  assert.deepEqual(faultsOf(await served.get(`${path}?search=${many}`)), [["search", "too_many_values"]]);
  const ids = Array.from({ length: 60 }, (_, at) => `w${at}`);
  const added = await served.get(`${path}?name_in=${ids}&search=${ids.join("+")}&id=a`);
  assert.deepEqual(faultsOf(added), [["search", "too_many_values"]], "with which they became too many");
  assert.deepEqual(faultsOf(await served.get(`${path}?search=a%00`)), [["search", "invalid_text"]]);
  assert.deepEqual(faultsOf(await served.get(`${path}/a?search=a`)), [["search", "unknown_parameter"]]);
  assert.match(messagesOf(await served.get(`${path}?serch=a`)).serch!, /Did you mean search\?/);
  const stream = await served.get("/api/events?search=a", { headers: { accept: "text/event-stream" } });
  assert.deepEqual(faultsOf(stream), [["search", "unknown_parameter"]]);
});
