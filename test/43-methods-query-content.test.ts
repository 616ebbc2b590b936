/** Proves what QUERY takes as content (§4.13), and how it refuses everything else. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { secondDomain } from "./support/domain/second-domain.ts";
import { CODERS } from "./support/fuzz/random-requests.ts";
import { assertRefused } from "./support/http/assertions.ts";
import { idsOf, messagesOf } from "./support/http/lists.ts";
import { ask } from "./support/http/questions.ts";
import { sendRawRequest } from "./support/http/raw-http.ts";
import { serveForFile } from "./support/http/serve.ts";

const served = await serveForFile(secondDomain);
const PRODUCTS = "/api/products";
for (const [id, fields] of Object.entries({
  a: { name: "Lens, wide", price: 0.1, in_stock: true, grade: "gold" },
  b: { name: 'Say "cheese"', price: 1000, in_stock: false },
  c: { name: "1000", price: 1e21, rating: -10, in_stock: false },
}))
  await served.put(`${PRODUCTS}/${id}`, fields);
const query = (content: unknown, headers: Record<string, string> = {}) => ask(served, PRODUCTS, content, { headers });

/** JSON as it is sent, and the ids that it finds. */
const FOUND: [content: string, ids: string[]][] = [
  ["{}", ["a", "b", "c"]],
  ['{"price":0.1}', ["a"]],
  ['{"price":1e3}', ["b"]],
  ['{"price":1000.00}', ["b"]],
  ['{"price":1e21}', ["c"]],
  ['{"price_min":-0,"price_max":1E-1}', ["a"]],
  ['{"rating":-1e1}', ["c"]],
  ['{"name":1000}', ["c"]],
  ['{"price":"1000"}', ["b"]],
  ['{"price_in":[0.1,"1000"]}', ["a", "b"]],
  ['{"in_stock":true}', ["a"]],
  ['{"in_stock":false}', ["b", "c"]],
  ['{"name_in":["Lens, wide","Say \\"cheese\\""]}', ["a", "b"]],
  ['{"name_not_in":["Lens, wide"]}', ["b", "c"]],
  ['{"name_in":"1000,\\"Lens, wide\\""}', ["a", "c"]],
  ['{"filter":["name:1000","price:1e21"]}', ["c"]],
  ['{"filter":"name:1000"}', ["c"]],
  ['{"sort":["price:desc","name"],"fields":["name"],"limit":2}', ["c", "b"]],
  ['{"sort_by":["price"],"order":["desc"]}', ["c", "b", "a"]],
  ['{"\\u006eame":"1000"}', ["c"]],
];
for (const [content, ids] of FOUND) {
  test(`§4.13: JSON content ${content}`, async () => {
    const answer = await served.request("QUERY", PRODUCTS, { body: content });
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(idsOf(answer), ids);
  });
}

test("§4.13: arrays of group_by, measure and include", async () => {
  const { body } = await query({ group_by: ["in_stock"], measure: ["max:price", "min:price"], sort: ["count:desc"] });
  assert.deepEqual(
    body.groups.map(({ in_stock, count, price_max }: Record<string, unknown>) => [in_stock, count, price_max]),
    [
      [false, 2, 1e21],
      [true, 1, 0.1],
    ],
  );
  assertRefused(await query({ include: ["nothing"] }), 400, ["include", "unknown_relation"]);
});

/** Content whose members are no parameters, or not with these values; each is named. */
const REFUSED: [content: unknown, ...faults: [parameter: string, code: string][]][] = [
  [{ name: null }, ["name", "wrong_type"]],
  [{ name: ["a", "b"] }, ["name", "wrong_type"]],
  [{ page: [1] }, ["page", "wrong_type"]],
  [{ search: ["a"] }, ["search", "wrong_type"]],
  [{ name: { eq: "a" } }, ["name", "wrong_type"]],
  [{ name_in: ["a", null] }, ["name_in", "wrong_type"]],
  [{ name_in: [["a"]] }, ["name_in", "wrong_type"]],
  [{ name_in: [] }, ["name_in", "too_few_items"]],
  [{ filter: [] }, ["filter", "too_few_items"]],
  [{ name: "\ud800" }, ["name", "invalid_text"]],
  [{ "\udc00": "a" }, ["\udc00", "invalid_text"]],
  [{ name: "a\u0000" }, ["name", "invalid_text"]],
  [{ page: 1.5 }, ["page", "out_of_range"]],
  [
    { page: 0, nome: 1, price: true },
    ["page", "out_of_range"],
    ["nome", "unknown_parameter"],
    ["price", "invalid_value"],
  ],
  [{ name: null, nome: 1, page: 0 }, ["name", "wrong_type"], ["nome", "unknown_parameter"], ["page", "out_of_range"]],
  [{ fields: ["name,price"] }, ["fields", "unknown_field"], ["fields", "unknown_field"]],
  [{ sort: ["price,name"] }, ["sort", "invalid_value"], ["sort", "invalid_value"]],
  [{ name_in: Array(101).fill("a") }, ["name_in", "too_many_values"]],
  [Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`p${at}`, 1])), ["p100", "too_many"]],
  [{ __proto__: null, constructor: 1 }, ["constructor", "unknown_parameter"]],
  ["name=a&name=b", ["name", "duplicate_parameter"]],
  ["name=%ff", ["name", "malformed_escape"]],
  ["na%zzme=1&page=x", ["na%zzme", "malformed_escape"], ["page", "out_of_range"]],
  ['{"name":"a"}', ['{"name":"a"}', "unknown_parameter"]],
];
for (const [content, ...faults] of REFUSED) {
  test(`§4.13: content ${JSON.stringify(content).slice(0, 60)} is 400 at ${faults.map(String).join(" and ")}`, async () => {
    assertRefused(await query(content), 400, ...faults);
  });
}

test("§4.13: a number outside the range of a double is 400", async () => {
  const answer = await served.request("QUERY", PRODUCTS, { body: '{"price_max":1e400}' });
  assertRefused(answer, 400, ["price_max", "out_of_range"]);
});

test("§4.13: an array for a parameter with one value recommends the one that takes several", async () => {
  const { name } = messagesOf(await query({ name: ["a"] }));
  assert.match(name!, /must be a string, a number, true or false, not an array\. .* use name_in /);
});

/** Content that is no JSON object: the faults are those of any body. */
const NO_OBJECT: [content: string, place: string, code: string][] = [
  ["", "", "invalid_json"],
  ["{", "", "invalid_json"],
  ["name=a", "", "invalid_json"],
  ['{"name":NaN}', "", "invalid_json"],
  ["[]", "", "wrong_type"],
  ["null", "", "wrong_type"],
  ['"name=a"', "", "wrong_type"],
  ["1", "", "wrong_type"],
  ['{"name":"a","name":"b"}', "/name", "duplicate_key"],
  [`{"name":${"[".repeat(64)}${"]".repeat(64)}}`, "", "too_deep"],
];
for (const [content, place, code] of NO_OBJECT) {
  test(`§4.13: JSON content ${content.slice(0, 40) || "that is empty"} is 400 ${code}`, async () => {
    assertRefused(await served.request("QUERY", PRODUCTS, { body: content }), 400, [place, code]);
  });
}

test("§4.13: content that is not UTF-8 is 400 in both forms", async () => {
  for (const type of ["application/json", "application/x-www-form-urlencoded"]) {
    const body = Buffer.from([0x6e, 0x3d, 0xff]);
    const answer = await served.request("QUERY", PRODUCTS, { body, headers: { "content-type": type } });
    assertRefused(answer, 400, ["", "invalid_encoding"]);
  }
});

test("§4.13: a query string as content may be empty, and have any text unescaped", async () => {
  assert.deepEqual(idsOf(await query("")), ["a", "b", "c"]);
  const form = { "content-type": "application/x-www-form-urlencoded; charset=UTF-8" };
  const empty = await served.request("QUERY", PRODUCTS, { headers: form });
  assert.deepEqual(idsOf(empty), ["a", "b", "c"], "no content at all");
  await served.put(`${PRODUCTS}/d`, { name: "Линза 広角" });
  const found = await served.request("QUERY", PRODUCTS, { headers: form, body: "name=линза 広角&limit=1" });
  assert.deepEqual(idsOf(found), ["d"]);
  const location = found.headers.get("content-location")!;
  assert.match(location, /^[!-~]+$/);
  assert.equal((await served.get(location)).text, found.text);
  await served.delete(`${PRODUCTS}/d`);
});

test("§4.13: a parameter in the URL is 400, with those of the content", async () => {
  for (const content of [{ page: 0 }, "page=0"]) {
    const answer = await ask(served, `${PRODUCTS}?name=a&limit=1`, content);
    assertRefused(answer, 400, ["name", "unknown_parameter"], ["limit", "unknown_parameter"], ["page", "out_of_range"]);
    assert.match(messagesOf(answer).name!, /in the URL/);
  }
  assertRefused(await ask(served, `${PRODUCTS}?a=%ff`, {}), 400, ["a", "malformed_escape"]);
  assert.equal((await ask(served, `${PRODUCTS}?`, {})).status, 200);
});

for (const type of [
  undefined,
  "",
  "text/plain",
  "application/xml",
  "application/merge-patch+json",
  "application/sql",
]) {
  test(`§4.13: content of ${type === undefined ? "no type" : type || "an empty type"} is 415 with Accept-Query`, async () => {
    const headers: Record<string, string> = { host: "test", ...(type === undefined ? {} : { "content-type": type }) };
    const answer = await sendRawRequest(served.url, "QUERY", PRODUCTS, headers);
    assert.deepEqual(
      [answer.status, answer.headers["accept-query"]],
      [415, "application/json, application/x-www-form-urlencoded"],
    );
  });
}

test("§4.13: a charset other than UTF-8, and an unknown content coding, are 415", async () => {
  assert.equal((await query({}, { "content-type": "application/json; charset=latin1" })).status, 415);
  const coded = await query({}, { "content-encoding": "zstd" });
  assert.deepEqual([coded.status, coded.headers.get("accept-encoding")], [415, "gzip, deflate, br"]);
});

test("§4.13: content may be in each content coding", async () => {
  for (const [coding, encode] of Object.entries(CODERS)) {
    for (const [body, type] of [
      ['{"name":"1000"}', "application/json"],
      ["name=1000", "application/x-www-form-urlencoded"],
    ] as const) {
      const headers = { "content-encoding": coding, "content-type": type };
      const answer = await served.request("QUERY", PRODUCTS, { body: encode(Buffer.from(body)), headers });
      assert.deepEqual(idsOf(answer), ["c"], `${coding} ${type}`);
    }
  }
  assertRefused(await query("name=a", { "content-encoding": "gzip" }), 400);
});

test("§8.1, §4.13: content of 64 KiB is read, and one more byte is 413, decoded too", async () => {
  const most = 64 * 1024;
  for (const contentOf of [
    (length: number) => `name=${"x".repeat(length - 5)}`,
    (length: number) => `{"name":"${"x".repeat(length - 11)}"}`,
  ]) {
    const type = contentOf(20).startsWith("{") ? "application/json" : "application/x-www-form-urlencoded";
    const headers = { "content-type": type };
    for (const [length, status] of [
      [most, 200],
      [most + 1, 413],
    ] as const) {
      const body = contentOf(length);
      assert.equal(Buffer.byteLength(body), length);
      assert.equal((await served.request("QUERY", PRODUCTS, { body, headers })).status, status, type);
      const coded = { body: gzipSync(body), headers: { ...headers, "content-encoding": "gzip" } };
      assert.equal((await served.request("QUERY", PRODUCTS, coded)).status, status, type);
    }
  }
  const bomb = { body: gzipSync(Buffer.alloc(50_000_000, "x")), headers: { "content-encoding": "gzip" } };
  assert.equal((await served.request("QUERY", PRODUCTS, bomb)).status, 413);
  assert.equal((await ask(served, `${PRODUCTS}?name=${"x".repeat(8_200)}`, {})).status, 414);
});

test("§7.3, §4.13: 405 on other paths; 401 and 404 before the content is looked at", async () => {
  for (const path of ["/api", `${PRODUCTS}/a`, "/api/search", "/livez", "/openapi.json"])
    assert.equal((await sendRawRequest(served.url, "QUERY", path, { host: "test" })).status, 405, path);
  const bad = { body: "{", credential: "smk_forged" };
  assert.equal((await served.request("QUERY", PRODUCTS, bad)).status, 401);
  assert.equal((await served.request("QUERY", "/api/nothing", bad)).status, 404);
});
