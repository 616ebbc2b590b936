/** Proves which lists, objects and free objects are accepted, and that they are read as they were written. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { serveSpecimens } from "./support/domain/specimens.ts";

const { served, writeField, assertAccepted, assertRefused } = await serveSpecimens();

test("§2.1: a list keeps its elements, their order and duplicates", async () => {
  for (const words of [[], ["b", "a", "b"], ["ключ", "🔑", "a,b", '"']])
    assert.deepEqual(await assertAccepted("words", words), words);
  const most = Array.from({ length: 1_000 }, (_, at) => `word ${at}`);
  assert.deepEqual(await assertAccepted("words", most), most);
});

test("§7.2: each element of a list is checked, and a fault points to it", async () => {
  await assertRefused(
    "words",
    '["a",1,null,["b"]]',
    400,
    ["/1", "wrong_type"],
    ["/2", "wrong_type"],
    ["/3", "wrong_type"],
  );
  await assertRefused("words", `["",${JSON.stringify("a".repeat(201))}]`, 422, ["/0", "too_short"], ["/1", "too_long"]);
  await assertRefused("words", JSON.stringify(Array(1_001).fill("a")), 422, ["", "too_many_items"]);
  assert.deepEqual(await assertAccepted("few", [2, 1]), [2, 1]);
  await assertRefused("few", "[1,2,3]", 422, ["", "too_many_items"]);
  await assertRefused("few", "[1.5]", 400, ["/0", "wrong_type"]);
});

const air = [
  { gas: "N2", fraction: 0.78084 },
  { gas: "O2", fraction: 0.20946 },
];

test("§2.1: a list of objects may have unique members and a maximum sum", async () => {
  assert.deepEqual(await assertAccepted("mixture", air), air);
  assert.deepEqual(await assertAccepted("mixture", []), []);
  const parts = (...fractions: number[]) =>
    JSON.stringify(fractions.map((fraction, at) => ({ gas: `gas ${at}`, fraction })));
  assert.equal((await writeField("mixture", parts(1, 0.005))).status, 201, "together exactly 1.005");
  assert.equal((await writeField("mixture", parts(...Array(10).fill(0.1005)))).status, 201, "1.005 in ten parts");
  await assertRefused("mixture", parts(1, 0.0051), 422, ["", "out_of_range"]);
  await assertRefused("mixture", JSON.stringify([air[1], air[1]]), 422, ["", "not_unique"]);
  await assertRefused("mixture", parts(1.5), 422, ["/0/fraction", "out_of_range"], ["", "out_of_range"]);
  await assertRefused(
    "mixture",
    '[{"gas":"N2"},{"fraction":0.1,"x":1}]',
    400,
    ["/0/fraction", "required"],
    ["/1/gas", "required"],
    ["/1/x", "unknown_field"],
  );
});

test("§7.2: an object accepts its declared members only", async () => {
  assert.deepEqual(await assertAccepted("place", { name: "attic", floor: 3 }), { name: "attic", floor: 3 });
  assert.deepEqual(await assertAccepted("place", { name: "attic", floor: null }), { name: "attic", floor: null });
  await assertRefused("place", '{"floor":1}', 400, ["/name", "required"]);
  await assertRefused("place", '{"name":null}', 400, ["/name", "wrong_type"]);
  await assertRefused("place", '{"name":"attic","flor":1}', 400, ["/flor", "unknown_field"]);
  await assertRefused("place", '{"name":"","floor":1.5}', 400, ["/name", "too_short"], ["/floor", "wrong_type"]);
});

test("§2.1: a free object round-trips, whatever its keys", async () => {
  const objects = [
    {},
    { a: null, b: [1, "2", true, { c: [] }], d: 1e-9 },
    { "": 0, "a b": 1, "ключ/~": "🔑" },
    { id: "x", constructor: 1, toString: "y" },
    JSON.parse('{"__proto__":{"polluted":true}}'),
  ];
  for (const object of objects) assert.deepEqual(await assertAccepted("anything", object), object);
  assert.equal(({} as { polluted?: boolean }).polluted, undefined);
});

test("§2.1: the limit of a free object is in bytes of UTF-8, without white space", async () => {
  const of = (value: string) => JSON.stringify({ a: value });
  assert.equal((await writeField("anything", of("x".repeat(64 - 8)))).status, 201);
  await assertRefused("anything", of("x".repeat(64 - 7)), 422, ["", "invalid_value"]);
  assert.equal((await writeField("anything", of("é".repeat(28)))).status, 201);
  await assertRefused("anything", of("é".repeat(29)), 422, ["", "invalid_value"]);
  assert.equal((await writeField("anything", `{${" ".repeat(200)}"a":1}`)).status, 201);
});

test("§4.2: a merge patch merges objects and replaces lists", async () => {
  const path = "/api/specimens/nested";
  await served.put(path, {
    place: { name: "attic", floor: 3 },
    words: ["a", "b"],
    anything: { a: 1, b: { c: 2, d: 3 } },
  });
  const { body } = await served.patch(path, { place: { floor: 4 }, words: ["c"], anything: { a: null, b: { c: 5 } } });
  assert.deepEqual(body.place, { name: "attic", floor: 4 });
  assert.deepEqual(body.words, ["c"]);
  assert.deepEqual(body.anything, { b: { c: 5, d: 3 } });
  const cleared = await served.patch(path, { place: null, words: null, anything: null });
  assert.deepEqual([cleared.body.place, cleared.body.words, cleared.body.anything], [null, [], null]);
  const lacking = await served.patch(path, { place: { floor: 4 } });
  assert.equal(lacking.status, 422, "merged, the object lacks its name");
  await served.patch(path, { anything: { a: "x".repeat(40) } });
  const swollen = await served.patch(path, { anything: { b: "x".repeat(40) } });
  assert.equal(swollen.status, 422, "merged, the object is longer than 64 bytes");
});
