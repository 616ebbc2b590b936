/** Proves that lists are sorted exactly as requested, and always in the same way. */
import assert from "node:assert/strict";
import test from "node:test";
import { secondDomain } from "./support/domain/second-domain.ts";
import { createAll, itemsOf, messagesOf, query, readIds } from "./support/http/lists.ts";
import { faultsOf, serveForFile } from "./support/http/serve.ts";

const served = await serveForFile(secondDomain);

await createAll(served, "/api/products", [
  { id: "a", name: "Kilo", price: 2, rating: 10, in_stock: true, sold_from: "2023-02-01", grade: "gold" },
  { id: "b", name: "kilo", price: 2, rating: 9, in_stock: false, sold_from: "2022-12-31", grade: "silver" },
  { id: "c", name: "Alpha", price: 0.5, rating: 10, in_stock: true, sold_from: "2023-02-01", grade: "bronze" },
  { id: "d", name: "Alpha", price: 1e21, rating: -1, in_stock: false, seen_at: "2023-01-01T00:00:00.5Z" },
  { id: "e", name: "alpha", seen_at: "2023-01-01T01:00:00.25+01:00" },
  { id: "f", name: "Zulu", seen_at: "2023-01-01T00:00:00.5001Z" },
]);

/** The sort parameters, and the ids in that order. */
const ORDERS: [queryString: string, ids: string][] = [
  // By id unless requested otherwise.
  ["", "a b c d e f"],
  ["order=desc", "f e d c b a"],
  ["sort=id:desc", "f e d c b a"],
  // `order` pairs with `sort_by`; a missing direction is ascending. Text sorts without regard to case.
  ["sort_by=name", "c d e a b f"],
  ["sort_by=name&order=desc", "f a b c d e"],
  ["sort_by=name&order=DESC", "f a b c d e"],
  ["sort_by=name,id&order=Asc,Desc", "e d c b a f"],
  ["sort_by=rating,name,id&order=desc", "c a b d e f"],
  ["sort_by=rating,name,id&order=desc,desc", "a c b d f e"],
  ["sort_by=in_stock,price&order=asc,desc", "e f d b a c"],
  // The compact form.
  ["sort=name", "c d e a b f"],
  ["sort=name:asc", "c d e a b f"],
  ["sort=name:DESC", "f a b c d e"],
  ["sort=rating:desc,name", "c a b d e f"],
  ["sort=rating:desc,name:desc,id:asc", "a c b d f e"],
  // A missing value is first in asc, and last in desc.
  ["sort=rating", "e f d b a c"],
  ["sort=rating:desc", "a c b d e f"],
  ["sort=price", "e f c a b d"],
  ["sort=price:desc", "d a b c e f"],
  ["sort=in_stock", "e f b d a c"],
  ["sort=in_stock:desc", "a c b d e f"],
  ["sort=sold_from", "d e f b a c"],
  ["sort=sold_from:desc", "a c b d e f"],
  ["sort=grade", "d e f c a b"],
  // Date-times sort by time, whatever their offset and precision.
  ["sort=seen_at", "a b c e d f"],
  ["sort=seen_at:desc", "f d e a b c"],
  // Equal values fall back to ascending ids, whatever the other directions.
  ["sort=created_at:desc", "a b c d e f"],
  ["sort=price:desc&price=2", "a b"],
  // Fields after the id have no effect.
  ["sort=id:desc,name", "f e d c b a"],
];

for (const [queryString, ids] of ORDERS) {
  test(`§4.5: sorting: ${queryString || "no parameters"}`, async () => {
    assert.deepEqual(await readIds(served, `/api/products?${queryString}`), ids.split(" "));
  });
}

test("§4.6: sorting covers the whole filtered result before paging", async () => {
  for (const [queryString, ids] of ORDERS) {
    const expected = ids.split(" ");
    for (let page = 1; page <= Math.ceil(expected.length / 2); page += 1) {
      const slice = expected.slice((page - 1) * 2, page * 2);
      assert.deepEqual(
        await readIds(served, `/api/products?${queryString}&limit=2&page=${page}`),
        slice,
        `${queryString}, page ${page}`,
      );
    }
  }
  assert.deepEqual(await readIds(served, "/api/products?sort=name&rating_exists=true&limit=2&page=2"), ["a", "b"]);
});

test("§4.6: text sorts by the code points of its folded form, beyond the Basic Multilingual Plane too", async () => {
  // By its own code points, "_" would be after "Z", and "ẞ" after "я". By UTF-16 code units the last two would be
  // swapped: U+1F600 is D83D DE00.
  const sorted = [
    ...[
      " b",
      "1",
      "10",
      "9",
      "_",
      "A",
      "aa",
      "B",
      "ba",
      "Sr",
      "ẞ",
      "st",
      "Z",
      "à",
      "É",
      "ê",
      "ΟΔΟΣ",
      "οδότης",
      "Ω",
      "Я",
    ],
    ...["\u{FF5E}", "\u{1F600}"],
  ];
  await createAll(
    served,
    "/api/manufacturers",
    [...sorted].reverse().map((name) => ({ name })),
  );
  const names = async (sort: string) =>
    itemsOf(await served.get(`/api/manufacturers?limit=100&sort=${sort}`)).map((item) => item.name);
  assert.deepEqual(await names("name:asc"), sorted);
  assert.deepEqual(await names("name:desc"), sorted.toReversed());
});

test("§2.14: parents sort by the number of their children, kept up to date", async () => {
  await createAll(served, "/api/universities", [
    { id: "one", name: "Uppsala" },
    { id: "two", name: "Bologna" },
    { id: "ten", name: "Coimbra" },
    { id: "nil", name: "Oxford" },
  ]);
  const found = (university: string, departments: number) =>
    createAll(
      served,
      `/api/universities/${university}/departments`,
      Array.from({ length: departments }, () => ({ name: "D" })),
    );
  await found("one", 1);
  await found("two", 2);
  await found("ten", 10);
  assert.deepEqual(await readIds(served, "/api/universities?sort=department_count"), ["nil", "one", "two", "ten"]);
  assert.deepEqual(await readIds(served, "/api/universities?sort=department_count:desc"), ["ten", "two", "one", "nil"]);
  assert.deepEqual(await readIds(served, "/api/universities?sort_by=course_count,department_count&order=desc,desc"), [
    "ten",
    "two",
    "one",
    "nil",
  ]);
  await found("nil", 3);
  assert.deepEqual(await readIds(served, "/api/universities?sort=department_count:desc"), ["ten", "nil", "two", "one"]);
  // A count that is not shown sorts too.
  const [maker] = itemsOf(await served.get("/api/manufacturers?name=Z"));
  await served.post("/api/cameras", { model: "Z9", manufacturer_id: maker.id });
  const [first] = itemsOf(await served.get("/api/manufacturers?sort=camera_count:desc"));
  assert.equal(first.id, maker.id);
});

test("§4.6: sub-collections and flat views sort like any list", async () => {
  const readings = [
    { id: "r1", gauge: "voltmeter", value: 3 },
    { id: "r2", gauge: "ammeter" },
    { id: "r3", gauge: "ohmmeter", value: -3 },
  ];
  await served.put("/api/manufacturers/bench", { name: "Bench" });
  await createAll(served, "/api/manufacturers/bench/lab-readings", readings);
  for (const path of ["/api/manufacturers/bench/lab-readings", "/api/lab-readings"]) {
    assert.deepEqual(await readIds(served, `${path}?sort=value`), ["r2", "r3", "r1"], path);
    assert.deepEqual(
      await readIds(served, `${path}?sort_by=manufacturer_id,gauge&order=asc,desc`),
      ["r1", "r3", "r2"],
      path,
    );
  }
});

/** Invalid sorts, the parameter at fault, and what the message says. */
const FAULTS: [queryString: string, parameter: string, message: RegExp][] = [
  ["sort_by=nmae", "sort_by", /Did you mean name\?/],
  ["sort_by=colour", "sort_by", /Allowed: .*\bprice\b/],
  ["sort_by=name,", "sort_by", /Unknown field ""/],
  ["sort_by=", "sort_by", /Unknown field ""/],
  ["sort_by=tags", "sort_by", /Unknown field "tags"/],
  ["sort_by=_links", "sort_by", /Unknown field "_links"/],
  ["sort_by=Name", "sort_by", /Did you mean name\?/],
  ["sort_by=name%20", "sort_by", /Unknown field "name "/],
  ["sort_by=name&order=up", "order", /asc or desc/],
  ["sort_by=name&order=", "order", /asc or desc/],
  ["sort_by=name,price&order=asc,", "order", /asc or desc/],
  ["sort_by=name&order=asc,desc", "order", /2 directions for 1 field/],
  ["sort_by=name,price&order=asc,desc,asc", "order", /3 directions for 2 fields/],
  ["order=asc,desc", "order", /2 directions/],
  ["sort=", "sort", /Unknown field ""/],
  ["sort=name:up", "sort", /asc or desc/],
  ["sort=name:", "sort", /asc or desc/],
  ["sort=name:asc:desc", "sort", /asc or desc/],
  ["sort=:desc", "sort", /Unknown field ""/],
  ["sort=prize:desc", "sort", /Did you mean price\?/],
  ["sort=name,tags:desc", "sort", /Unknown field "tags"/],
  ["sort=name&sort_by=name", "sort", /cannot be combined with/],
  ["sort=name&order=asc", "sort", /cannot be combined with/],
  ["sort=name&sort_by=price&order=desc", "sort", /cannot be combined with/],
];

for (const [queryString, parameter, message] of FAULTS) {
  test(`§4.5: invalid sort: ${queryString}`, async () => {
    const answer = await served.get(`/api/products?${queryString}`);
    assert.deepEqual([answer.status, faultsOf(answer)], [400, [[parameter, "invalid_value"]]]);
    assert.match(messagesOf(answer)[parameter]!, message);
  });
}

test("§4.6: arrays, objects and fields derived from them are not sortable", async () => {
  for (const field of ["room", "extra", "allowed_transitions"])
    assert.deepEqual(
      await readIds(served, `/api/courses?${query(["sort", field])}`),
      [400, [["sort", "invalid_value"]]],
      field,
    );
});
