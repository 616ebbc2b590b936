/** Proves that every filter operator finds exactly the right records, on every kind of field that it applies to. */
import assert from "node:assert/strict";
import test from "node:test";
import { secondDomain } from "./support/domain/second-domain.ts";
import { createAll, query, readIds } from "./support/http/lists.ts";
import { serveForFile } from "./support/http/serve.ts";

const served = await serveForFile(secondDomain);
const products = "/api/products";

await createAll(served, products, [
  {
    id: "apple-1",
    name: "Apple",
    price: 1.5,
    in_stock: true,
    sold_from: "2023-01-31",
    seen_at: "2023-05-01T00:00:00Z",
    rating: 1,
    grade: "gold",
  },
  {
    id: "cherry",
    name: "Cherry, dried",
    price: 1000,
    in_stock: false,
    sold_from: "2024-02-29",
    seen_at: "2023-05-02T00:00:00Z",
    rating: 3,
    grade: "silver",
  },
  {
    id: "banana",
    name: 'the "yellow" one',
    price: 0,
    in_stock: true,
    sold_from: "2023-02-01",
    seen_at: "2023-05-02T01:59:59.999999+02:00",
    rating: -2,
    grade: "gold",
  },
  { id: "nothing", name: "void" },
]);
await createAll(served, "/api/manufacturers", [
  { id: "nikon", name: "Nikon" },
  { id: "leica", name: "Leica" },
  { id: "zeiss", name: "Zeiss" },
]);
await createAll(served, "/api/cameras", [
  { id: "z5", model: "Z5", manufacturer_id: "nikon" },
  { id: "z6", model: "Z6", manufacturer_id: "nikon" },
  { id: "z9", model: "Z9", manufacturer_id: "nikon" },
  { id: "m11", model: "M11", manufacturer_id: "leica" },
]);

const [APPLE, BANANA, CHERRY, NOTHING] = ["apple-1", "banana", "cherry", "nothing"] as const;

/** On products: the parameters, and the ids found, in the order of ids. */
const ANSWERS: [parameters: [string, string][], ids: string[]][] = [
  [[["name", "apple"]], [APPLE]],
  [[["name", "appl"]], []],
  [[["price", "1.5"]], [APPLE]],
  [[["price", "1e3"]], [CHERRY]],
  [[["price", "-0"]], [BANANA]],
  [[["rating", "-2"]], [BANANA]],
  [[["in_stock", "true"]], [APPLE, BANANA]],
  [[["in_stock", "false"]], [CHERRY]],
  [[["sold_from", "2024-02-29"]], [CHERRY]],
  [[["id", "APPLE-1"]], [APPLE]],
  // Both bounds are inclusive; a missing value is never within them.
  [[["price_min", "1.5"]], [APPLE, CHERRY]],
  [[["price_max", "1.5"]], [APPLE, BANANA]],
  [
    [
      ["rating_min", "1"],
      ["rating_max", "2"],
    ],
    [APPLE],
  ],
  [[["rating_min", "4"]], []],
  // Both bounds are strict.
  [[["sold_from_after", "2023-01-31"]], [BANANA, CHERRY]],
  [[["sold_from_before", "2023-02-01"]], [APPLE]],
  // A date compared with a date-time: the whole UTC day for the exact match, its midnight for the strict bounds.
  [[["seen_at", "2023-05-01"]], [APPLE, BANANA]],
  [[["seen_at", "2023-05-01T02:00:00+02:00"]], [APPLE]],
  [[["seen_at", "2023-05-01T23:59:59.999999Z"]], [BANANA]],
  [[["seen_at", "2023-05-01T23:59:59.999Z"]], []],
  [[["seen_at_in", "2023-05-02,2023-05-01T00:00:00Z"]], [APPLE, CHERRY]],
  [[["seen_at_after", "2023-05-01"]], [BANANA, CHERRY]],
  [[["seen_at_after", "2023-04-30"]], [APPLE, BANANA, CHERRY]],
  [[["seen_at_before", "2023-05-02"]], [APPLE, BANANA]],
  [[["seen_at_after", "2023-05-01T23:59:59.9999Z"]], [BANANA, CHERRY]],
  [[["seen_at_before", "2023-05-02T00:00:00Z"]], [APPLE, BANANA]],
  // Fields that the server sets are filterable too.
  [[["created_at", "2026-01-15"]], [APPLE, BANANA, CHERRY, NOTHING]],
  [[["updated_at_after", "2026-01-15T12:00:00Z"]], []],
  // Text operators.
  [[["name_contains", "ER"]], [CHERRY]],
  [[["name_starts_with", "V"]], [NOTHING]],
  [[["name_ends_with", "E"]], [APPLE, BANANA]],
  [[["id_starts_with", "a"]], [APPLE]],
  [[["id_contains", "N"]], [BANANA, NOTHING]],
  // Lists.
  [[["name_in", "apple,VOID"]], [APPLE, NOTHING]],
  [[["name_in", '"cherry, dried",apple']], [APPLE, CHERRY]],
  [[["name_in", '"the ""yellow"" one"']], [BANANA]],
  [[["name_in", ",apple"]], [APPLE]],
  [[["name_in", "apple,,apple"]], [APPLE]],
  [[["name_in", "cherry, dried"]], []],
  [[["id_in", "apple-1,BANANA"]], [APPLE, BANANA]],
  [[["price_in", "0,1000"]], [BANANA, CHERRY]],
  [[["rating_in", '3,"1"']], [APPLE, CHERRY]],
  [[["grade_in", "Silver,GOLD"]], [APPLE, BANANA, CHERRY]],
  [[["sold_from_in", "2023-01-31,2023-02-01"]], [APPLE, BANANA]],
  [[["grade", "GOLD"]], [APPLE, BANANA]],
  // Having a value or not.
  ...["price", "in_stock", "sold_from", "seen_at", "rating", "grade"].flatMap((field): typeof ANSWERS => [
    [[[`${field}_exists`, "true"]], [APPLE, BANANA, CHERRY]],
    [[[`${field}_exists`, "false"]], [NOTHING]],
  ]),
  [[["name_exists", "false"]], []],
  // An empty value is the empty text: it equals none of these, and every text contains it.
  [[["name", ""]], []],
  [[["name_contains", ""]], [APPLE, BANANA, CHERRY, NOTHING]],
  [[["name_starts_with", ""]], [APPLE, BANANA, CHERRY, NOTHING]],
  [[["name_ends_with", ""]], [APPLE, BANANA, CHERRY, NOTHING]],
  // Filters combine with AND; `filter` is the exact match, and may repeat.
  [
    [
      ["in_stock", "true"],
      ["grade", "gold"],
      ["price_max", "1"],
    ],
    [BANANA],
  ],
  [[["filter", "grade:Gold"]], [APPLE, BANANA]],
  [
    [
      ["filter", "grade:gold"],
      ["filter", "rating:1"],
      ["in_stock", "true"],
    ],
    [APPLE],
  ],
  [
    [
      ["filter", "name:apple"],
      ["name", "void"],
    ],
    [],
  ],
  [[["filter", "seen_at:2023-05-01T00:00:00Z"]], [APPLE]],
  [[["filter", "name:"]], []],
];

for (const [parameters, ids] of ANSWERS) {
  const written = parameters.map((pair) => pair.join("=")).join(" & ");
  test(`§4.5: filters: ${written}`, async () => {
    assert.deepEqual(await readIds(served, `${products}?${query(...parameters)}`), ids);
  });
}

/** Manufacturers by the number of cameras that refer to them, and cameras by manufacturer. */
const RELATED: [path: string, ids: string[]][] = [
  ["/api/manufacturers?camera_count=1", ["leica"]],
  ["/api/manufacturers?camera_count_min=1", ["leica", "nikon"]],
  ["/api/manufacturers?camera_count_max=1", ["leica", "zeiss"]],
  ["/api/manufacturers?camera_count_min=1&camera_count_max=2", ["leica"]],
  ["/api/manufacturers?filter=camera_count:0", ["zeiss"]],
  ["/api/cameras?manufacturer_id=NIKON", ["z5", "z6", "z9"]],
  ["/api/cameras?manufacturer_id_in=LEICA,zeiss", ["m11"]],
  ["/api/cameras?manufacturer_id_starts_with=n", ["z5", "z6", "z9"]],
  ["/api/cameras?mount=NONE", ["m11", "z5", "z6", "z9"]],
];

for (const [path, ids] of RELATED) {
  test(`§2.14: count filters and references: ${path}`, async () => assert.deepEqual(await readIds(served, path), ids));
}

test("§2.14: count filters follow every change of the referring records", async () => {
  const none = "/api/manufacturers?camera_count=0";
  assert.deepEqual(await readIds(served, none), ["zeiss"]);
  await served.put("/api/cameras/ikon", { model: "Ikon", manufacturer_id: "zeiss" });
  assert.deepEqual(await readIds(served, none), []);
  await served.patch("/api/cameras/ikon", { manufacturer_id: "nikon" });
  assert.deepEqual(await readIds(served, none), ["zeiss"]);
  assert.deepEqual(await readIds(served, "/api/manufacturers?camera_count=4"), ["nikon"]);
  await served.delete("/api/cameras/ikon");
  assert.deepEqual(await readIds(served, "/api/manufacturers?camera_count=3"), ["nikon"]);
});
