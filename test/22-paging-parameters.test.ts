/** Proves how a query string is parsed, and how crews, which are returned whole, are paged. */
import assert from "node:assert/strict";
import test from "node:test";
import { secondDomain } from "./support/domain/second-domain.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { createAll, idsOf, readIds } from "./support/http/lists.ts";
import { faultsOf, serveForFile } from "./support/http/serve.ts";

const served = await serveForFile(secondDomain);
const products = "/api/products";

await createAll(served, products, [
  { id: "space", name: "big bang", price: 1 },
  { id: "plus", name: "big+bang", price: 2 },
  { id: "escape", name: "big%20bang", price: 3 },
  { id: "accent", name: "é", price: 4 },
  { id: "equals", name: "a=b&c", price: 5 },
]);

/** Query strings as they are sent, and the ids that they find. */
const READ: [query: string, ids: string[]][] = [
  ["name=big+bang", ["space"]],
  ["name=big%20bang", ["space"]],
  ["name=big%2Bbang", ["plus"]],
  ["name=big%2bbang", ["plus"]],
  ["name=big%2520bang", ["escape"]],
  ["name=%C3%A9", ["accent"]],
  ["name=%c3%a9", ["accent"]],
  ["n%61me=%62ig+bang", ["space"]],
  ["name=a%3Db%26c", ["equals"]],
  ["name=a=b%26c", ["equals"]],
  ["price%5Fmin=5", ["equals"]],
  ["sort_by=price%2Cid&order=desc&limit=2", ["equals", "accent"]],
  ["sort=price%3Adesc&limit=1", ["equals"]],
  // Empty pairs between ampersands are ignored.
  ["", ["accent", "equals", "escape", "plus", "space"]],
  ["&&price=1&", ["space"]],
];

for (const [query, ids] of READ) {
  test(`§4.6: a query string is parsed as a form: ${query || "empty"}`, async () => {
    assert.deepEqual(await readIds(served, `${products}?${query}`), ids);
  });
}

/** Query strings that cannot be decoded, with the parameter and the code of the fault. */
const MALFORMED: [query: string, parameter: string, code: string][] = [
  ["name=%", "name", "malformed_escape"],
  ["name=50%", "name", "malformed_escape"],
  ["name=%2", "name", "malformed_escape"],
  ["name=%zz", "name", "malformed_escape"],
  ["name=%E9", "name", "malformed_escape"],
  ["name=%FF", "name", "malformed_escape"],
  ["name=%C3", "name", "malformed_escape"],
  ["name=%C0%AF", "name", "malformed_escape"],
  ["name=%ED%A0%80", "name", "malformed_escape"],
  ["name=%F4%90%80%80", "name", "malformed_escape"],
  ["name=%u0041", "name", "malformed_escape"],
  ["filter=name:%E9", "filter", "malformed_escape"],
  ["page=%31%", "page", "malformed_escape"],
  ["name=a%00", "name", "invalid_text"],
  ["name_in=a,%00", "name_in", "invalid_text"],
  ["filter=name:%00", "filter", "invalid_text"],
];

for (const [query, parameter, code] of MALFORMED) {
  test(`§4.6: malformed escapes, invalid UTF-8 and U+0000 are refused: ${query}`, async () => {
    assert.deepEqual(await readIds(served, `${products}?${query}`), [400, [[parameter, code]]]);
  });
}

test("§4.6: a malformed name is refused like a value, on single resources too", async () => {
  for (const path of [`${products}?na%me=1`, `${products}?%E9=1`, `${products}?%00=1`, `${products}/plus?fields=%E9`]) {
    const answer = await served.get(path);
    assert.equal(answer.status, 400, path);
    assert.equal(faultsOf(answer).length, 1, path);
  }
});

const space = await serveForFile();
const crew = "/api/missions/m1/astronauts";
const CREW = Array.from({ length: 25 }, (_, at) => `a${String(at + 1).padStart(2, "0")}`);

await fixturesFor(space).crew("m1", CREW, (at) => ({
  role: at % 5 === 0 ? "commander" : "pilot",
  experience_years: at,
}));

test("§2.3: a crew is returned whole, without an envelope of pages", async () => {
  const { status, body } = await space.get(crew);
  assert.equal(status, 200);
  const members = ["_links", "astronauts", "crew_size", "mission_id", "mission_name", "total_count"];
  assert.deepEqual(Object.keys(body).sort(), members);
  assert.deepEqual(body._links, { self: crew, mission: "/api/missions/m1" });
  assert.deepEqual([body.mission_id, body.mission_name, body.crew_size, body.total_count], ["m1", "m1", 25, 25]);
  assert.deepEqual(idsOf({ body } as never), CREW);
});

test("§12.4: a crew is paged when page or limit are given", async () => {
  const { body } = await space.get(`${crew}?limit=10&page=2`);
  assert.deepEqual(idsOf({ body } as never), CREW.slice(10, 20));
  assert.deepEqual([body.page, body.limit, body.total_count, body.crew_size], [2, 10, 25, 25]);
  assert.deepEqual(body._links, {
    self: `${crew}?limit=10&page=2`,
    next: `${crew}?limit=10&page=3`,
    prev: `${crew}?limit=10&page=1`,
    first: `${crew}?limit=10&page=1`,
    last: `${crew}?limit=10&page=3`,
    mission: "/api/missions/m1",
  });
  const first = await space.get(`${crew}?page=1`);
  assert.deepEqual([first.body.page, first.body.limit, first.body.total_count], [1, 20, 25]);
  assert.deepEqual(idsOf(first), CREW.slice(0, 20));
});

test("§2.3: a crew is filtered and sorted by its entries' fields, whole or paged", async () => {
  const commanders = ["a01", "a06", "a11", "a16", "a21"];
  assert.deepEqual(await readIds(space, `${crew}?role=COMMANDER`), commanders);
  assert.deepEqual(await readIds(space, `${crew}?role=commander&sort=experience_years:desc`), commanders.toReversed());
  assert.deepEqual(await readIds(space, `${crew}?role=commander&sort=name:desc&limit=2&page=2`), ["a11", "a06"]);
  assert.deepEqual(await readIds(space, `${crew}?name_ends_with=A07`), ["a07"]);
  assert.deepEqual(await readIds(space, `${crew}?id_in=A02,a03&experience_years_min=2`), ["a03"]);
  const { body } = await space.get(`${crew}?role=pilot&sort=id:desc`);
  assert.deepEqual([body._links.self, body.page, body.crew_size], [`${crew}?role=pilot&sort=id:desc`, undefined, 25]);
  assert.deepEqual(await readIds(space, `${crew}?status=active`), [400, [["status", "unknown_parameter"]]]);
  assert.deepEqual(await readIds(space, `${crew}?limit=0`), [400, [["limit", "out_of_range"]]]);
});

test("§12.4: total_count is the number of entries that match, crew_size that of the mission, whole or paged", async () => {
  for (const [query, total] of [
    ["", 25],
    ["?fields=role", 25],
    ["?role=commander", 5],
    ["?role=commander&limit=2", 5],
    ["?role=nobody", 0],
    ["?role=nobody&page=3", 0],
  ] as const) {
    const { body } = await space.get(crew + query);
    assert.deepEqual([body.total_count, body.crew_size], [total, 25], query);
  }
  const cursor = await space.get(`${crew}?role=commander&cursor=`);
  assert.deepEqual([cursor.body.total_count, cursor.body.crew_size], [undefined, 25]);
});

test("§2.3: a crew shows and filters by an astronaut's new name at once", async () => {
  assert.deepEqual(await readIds(space, `${crew}?name=renamed`), []);
  await space.patch("/api/astronauts/a09", { name: "Renamed" });
  assert.deepEqual(await readIds(space, `${crew}?name=renamed`), ["a09"]);
  assert.equal((await space.get(`${crew}?sort=name:desc`)).body.astronauts[0].name, "Renamed");
  await space.patch("/api/missions/m1", { name: "Mission 1" });
  assert.equal((await space.get(crew)).body.mission_name, "Mission 1");
});
