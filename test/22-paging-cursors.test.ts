/** Proves cursor pagination: pages without numbers or totals, not shifted by writes in between. */
import assert from "node:assert/strict";
import test from "node:test";
import { encodeCursor, type Keyset } from "../engine/query/cursor.ts";
import { readListQuery } from "../engine/query/list-query.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { createAll, idsOf, messagesOf, readIds } from "./support/http/lists.ts";
import { type Body, faultsOf, type HttpResponse, type Served, serveForFile } from "./support/http/serve.ts";

const served = await serveForFile(secondDomain);
const products = "/api/products";
const ALL = Array.from({ length: 45 }, (_, at) => `p${String(at + 1).padStart(2, "0")}`);

await createAll(
  served,
  products,
  ALL.map((id, at) => ({ id, name: at % 2 === 0 ? "even odds" : "odd", price: at % 4 === 0 ? null : at / 10 })),
);

const space = await serveForFile();
const crew = "/api/missions/m1/astronauts";
const CREW = Array.from({ length: 7 }, (_, at) => `a${at}`);

await fixturesFor(space).crew("m1", CREW, (at) => ({ role: at % 2 === 0 ? "commander" : "pilot" }));

/** The cursor in a path. */
function cursorIn(path: string): string {
  return new URL(path, "http://any").searchParams.get("cursor")!;
}

/** Reads every cursor page, and runs a function between them. */
async function readCursorPages(from: Served, path: string, between: (at: number) => Promise<unknown> = async () => {}) {
  const answers: HttpResponse[] = [];
  for (let next: string | undefined = path; next; ) {
    const answer: HttpResponse = await from.get(next);
    assert.equal(answer.status, 200, answer.text);
    answers.push(answer);
    await between(answers.length);
    next = answer.body._links.next;
  }
  return answers;
}

const readByCursor = async (path: string, between?: (at: number) => Promise<unknown>): Promise<string[]> =>
  (await readCursorPages(served, path, between)).flatMap(idsOf);

test("§4.5: cursor= starts cursor pagination: no page, no total_count, and next carries the next cursor", async () => {
  const first = await served.get(`${products}?cursor=`);
  assert.deepEqual(Object.keys(first.body), ["limit", "products", "_links"]);
  assert.equal(first.body.limit, 20);
  assert.deepEqual(idsOf(first), ALL.slice(0, 20));
  const { self, next, ...others } = first.body._links;
  assert.deepEqual([self, others], [`${products}?cursor=`, {}]);
  assert.match(next, /^\/api\/products\?cursor=[A-Za-z0-9_-]+$/);
  assert.equal(first.headers.get("link"), `<${self}>; rel="self", <${next}>; rel="next"`);
  const second = await served.get(next);
  assert.equal(second.body._links.self, next);
  const last = await served.get(second.body._links.next);
  assert.deepEqual(idsOf(last), ALL.slice(40));
  assert.deepEqual(Object.keys(last.body._links), ["self"]);
});

test("§4.5: cursor pages of any size have no gap or overlap, and an exactly full last page has no next", async () => {
  for (const limit of [1, 7, 44, 45, 46, 100]) {
    const answers = await readCursorPages(served, `${products}?limit=${limit}&cursor=`);
    assert.deepEqual(answers.flatMap(idsOf), ALL, `limit ${limit}`);
    assert.equal(answers.length, Math.ceil(45 / limit));
  }
  assert.deepEqual(await readByCursor(`${products}?name=none&cursor=`), []);
});

test("§4.5: limit and fields may change between pages; next repeats all other parameters in their place", async () => {
  const queryString = "filter=name:odd&cursor=&limit=3&sort=price:desc&fields=price&name_contains=%C3%A9+or+d";
  assert.deepEqual(await readIds(served, `${products}?${queryString}`), []);
  const { body } = await served.get(`${products}?filter=name:odd&cursor=&limit=3&sort=price:desc&fields=price`);
  const { next } = body._links;
  assert.equal(next, `${products}?filter=name:odd&cursor=${cursorIn(next)}&limit=3&sort=price:desc&fields=price`);
  assert.deepEqual(Object.keys(body.products[0]), ["id", "price", "_links"]);
  const other = next.replace("limit=3", "limit=2").replace("fields=price", "fields=name");
  const { body: second } = await served.get(other);
  assert.deepEqual(
    second.products.map(({ id, name }: Body) => [id, name]),
    [
      ["p38", "odd"],
      ["p36", "odd"],
    ],
  );
});

test("§4.5: a cursor is valid for the same filters and order in any notation", async () => {
  const first = `${products}?name=ODD&price_min=0.5&sort_by=price&order=desc&limit=3&cursor=`;
  const { next } = (await served.get(first)).body._links;
  const same = `${products}?sort=price:desc&cursor=${cursorIn(next)}&price_min=5e-1&filter=name:odd&limit=1`;
  assert.deepEqual(await readIds(served, same), ["p38"]);
  const other = same.replace("5e-1", "5e-2");
  assert.deepEqual(await readIds(served, other), [400, [["cursor", "invalid_cursor"]]]);
});

test("§4.5: pagination continues after an item that was deleted, with items created around it", async () => {
  const ids = ["p01", "p02", "p03", "p05", "p06", "p08"];
  for (const order of ["price", "price:desc", "name:desc,price", "id:desc"]) {
    const path = `${products}?id_in=${ids.join(",")}&sort=${order}&limit=1&cursor=`;
    const expected = await readByCursor(path);
    for (const id of ids) {
      const { name, price } = (await served.get(`${products}/${id}`)).body;
      const seen = await readByCursor(path, async (at) => {
        if (expected[at - 1] === id) assert.equal((await served.delete(`${products}/${id}`)).status, 204);
      });
      assert.deepEqual(seen, expected, `${order}, without ${id}`);
      await served.put(`${products}/${id}`, { name, price });
    }
  }
});

const cursorOf = async (path: string): Promise<string> => cursorIn((await served.get(path)).body._links.next);

/** A cursor of `/api/products?limit=2&sort=price`, and where it is invalid. */
const ELSEWHERE = [
  `${products}?sort=price:desc&cursor=`,
  `${products}?sort=price,name&cursor=`,
  `${products}?cursor=`,
  `${products}?sort=price&name=odd&cursor=`,
  `${products}?sort=price&price_exists=true&cursor=`,
  "/api/departments?cursor=",
];

test("§4.5: a cursor is valid for its own list, filters and order only", async () => {
  const cursor = await cursorOf(`${products}?limit=2&sort=price&cursor=`);
  for (const path of ELSEWHERE) {
    const answer = await served.get(path + cursor);
    assert.deepEqual([answer.status, faultsOf(answer)], [400, [["cursor", "invalid_cursor"]]], path);
    assert.match(messagesOf(answer).cursor!, /another list, other filters or another order.*Start again/);
  }
  for (const id of ["one", "two"]) {
    await served.put(`/api/manufacturers/${id}`, { name: id });
    for (const reading of ["r1", "r2"])
      await served.put(`/api/manufacturers/${id}/lab-readings/${id}-${reading}`, { gauge: "a" });
  }
  const own = await cursorOf("/api/manufacturers/one/lab-readings?limit=1&cursor=");
  assert.deepEqual(await readIds(served, `/api/manufacturers/one/lab-readings?cursor=${own}`), ["one-r2"]);
  for (const path of ["/api/manufacturers/two/lab-readings", "/api/lab-readings"])
    assert.deepEqual(await readIds(served, `${path}?cursor=${own}`), [400, [["cursor", "invalid_cursor"]]]);
});

test("§4.5: a cursor that was changed, or that is none, is refused", async () => {
  const path = `${products}?sort=price,name&cursor=`;
  const cursor = await cursorOf(`${path}&limit=7`);
  const spoiled = Array.from(
    cursor,
    (letter, at) => cursor.slice(0, at) + (letter === "A" ? "B" : "A") + cursor.slice(at + 1),
  );
  const others = [
    "x",
    "AAAAAAAAAAAA",
    "null",
    "../..",
    "%F0%9F%9A%80",
    "a.b",
    "===",
    cursor.slice(0, -1),
    `${cursor}A`,
    `${cursor}=`,
  ];
  for (const each of [...spoiled, ...others])
    assert.deepEqual(await readIds(served, path + each), [400, [["cursor", "invalid_cursor"]]], each);
  assert.match(messagesOf(await served.get(`${path}x`)).cursor!, /_links\.next, or an empty one for the first page/);
});

test("§4.5: a forged cursor with a valid seal is refused unless it holds values that a record could have", async () => {
  const view = served.catalog.views.find(({ path }) => path === products)!;
  const order = "sort=price:desc,rating,in_stock,seen_at,name";
  const { filters: conditions, sorts } = readListQuery(view, order, { default: 20, max: 100 });
  const forged = (position: unknown): string =>
    encodeCursor({ view, parentId: undefined, filters: conditions, sorts }, position as Keyset);
  const getForged = (position: unknown) => served.get(`${products}?${order}&cursor=${forged(position)}`);
  const sound = [1.5, 1, 1, "2026-01-01T00:00:00.000", "odd", "p01"];
  assert.equal((await getForged(sound)).status, 200);
  assert.equal((await getForged([null, null, null, null, null, "p01"])).status, 200);
  const values: [at: number, unsound: unknown[]][] = [
    [0, ["1.5", true, [1], {}]],
    [1, [1.5, 1e300, "1", false]],
    [2, [2, -1, true, "1"]],
    [3, [1, true, "\0", []]],
    [4, [1, "a\0b", "\ud800", {}]],
    [5, [null, 1, "p\0"]],
  ];
  for (const [at, unsound] of values) {
    for (const value of unsound) {
      const answer = await getForged(sound.with(at, value as string));
      assert.deepEqual(
        [answer.status, faultsOf(answer)],
        [400, [["cursor", "invalid_cursor"]]],
        JSON.stringify([at, value]),
      );
    }
  }
  for (const position of [[], sound.slice(1), [...sound, "p02"], {}, "p01", null])
    assert.equal((await getForged(position)).status, 400, JSON.stringify(position));
});

test("§12.7: cursor with page is 400, listed with all other faults", async () => {
  assert.deepEqual(await readIds(served, `${products}?cursor=&page=1`), [400, [["page", "invalid_value"]]]);
  const answer = await served.get(`${products}?cursor=x&page=0&price=a&limit=0`);
  assert.deepEqual(faultsOf(answer).sort(), [
    ["cursor", "invalid_cursor"],
    ["limit", "out_of_range"],
    ["page", "invalid_value"],
    ["page", "out_of_range"],
    ["price", "invalid_value"],
  ]);
  // While a filter is invalid, the cursor cannot be checked against it.
  const cursor = await cursorOf(`${products}?price_min=0&limit=2&cursor=`);
  const misspelt = `${products}?price_min=O&cursor=${cursor}`;
  assert.deepEqual(await readIds(served, misspelt), [400, [["price_min", "invalid_value"]]]);
  assert.deepEqual(await readIds(served, `${products}?cursor=&cursor=`), [400, [["cursor", "duplicate_parameter"]]]);
  assert.deepEqual(await readIds(served, `${products}/p01?cursor=`), [400, [["cursor", "unknown_parameter"]]]);
});

test("§4.10: a cursor page has an ETag, and is 304 while its collection is unchanged; HEAD too", async () => {
  const { body } = await served.get(`${products}?limit=5&cursor=`);
  for (const path of [body._links.self, body._links.next]) {
    const { headers } = await served.get(path);
    const tag = { headers: { "if-none-match": headers.get("etag")! } };
    const unmodified = await served.get(path, tag);
    assert.deepEqual([unmodified.status, unmodified.text], [304, ""]);
    const head = await served.request("HEAD", path);
    assert.deepEqual([head.status, head.headers.get("link")], [200, headers.get("link")]);
    await served.patch(`${products}/p44`, { rating: path.length });
    assert.equal((await served.get(path, tag)).status, 200);
  }
});

test("§4.5: a cursor keeps doubles, code points and date-times exactly", async () => {
  const texts = ["\u{10FFFF}", "～", "\u{1F680}", '"\\', "é", "e\u0301", "\u0001", " ", "a", "B", "ß"];
  const numbers = [1.7976931348623157e308, 5e-324, 0.1 + 0.2, 0.3, 1e21, 123456789012345680, 0, 1 / 3];
  await createAll(
    served,
    products,
    texts.flatMap((name, at) =>
      numbers.map((price, other) => ({
        id: `edge-${at}-${other}`,
        name,
        price,
        rating: [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 0, null][other % 4],
        in_stock: [true, false, null][at % 3],
        seen_at: `2026-01-01T00:00:00.${"123456789".slice(0, (other % 9) + 1)}Z`,
      })),
    ),
  );
  for (const order of [
    "name",
    "name:desc",
    "price,name:desc",
    "price:desc",
    "rating,seen_at:desc",
    "in_stock:desc,seen_at",
  ]) {
    const narrowed = `${products}?id_starts_with=edge&sort=${order}`;
    const paged = [
      ...idsOf(await served.get(`${narrowed}&limit=44`)),
      ...idsOf(await served.get(`${narrowed}&limit=44&page=2`)),
    ];
    assert.equal(paged.length, 88);
    for (const limit of [3, 13])
      assert.deepEqual(await readByCursor(`${narrowed}&limit=${limit}&cursor=`), paged, order);
  }
});

test("§8.1: long texts sort by their first 500 characters, so that a cursor fits in a URL", async () => {
  const path = "/api/missions";
  const long = "\u{1F680}".repeat(499);
  const endings = ["", "b", "a", "bb", "ba", "c"];
  for (const [at, ending] of endings.entries())
    await space.put(`${path}/long-${at}`, {
      name: "Long",
      description: long + ending + "x".repeat(ending ? 9_000 : 0),
    });
  await space.put(`${path}/long-none`, { name: "Long" });
  // 1, 3 and 4 agree in their first 500 characters: their ids decide.
  const up = ["none", 0, 2, 1, 3, 4, 5].map((each) => `long-${each}`);
  const seen = async (order: string) =>
    (await readCursorPages(space, `${path}?id_starts_with=long&sort=description:${order}&limit=1&cursor=`)).flatMap(
      idsOf,
    );
  assert.deepEqual(await seen("asc"), up);
  assert.deepEqual(
    await seen("desc"),
    [5, 1, 3, 4, 2, 0, "none"].map((each) => `long-${each}`),
  );
  const { next } = (await space.get(`${path}?sort=description:desc&limit=1&cursor=`)).body._links;
  assert.ok(next.length < 3_000);
});

test("§8.1: a page whose next URL would be too long is refused", async () => {
  for (const id of ["long-0", "long-1"]) await served.put(`${products}/${id}`, { name: "é".repeat(200) });
  const path = `${products}?sort=name&limit=1&id_in=long-0,long-1`;
  assert.deepEqual(await readByCursor(`${path}&cursor=`), ["long-0", "long-1"]);
  const long = `${path},${"x".repeat(7_900)}&cursor=`;
  const answer = await served.get(long);
  assert.deepEqual([answer.status, faultsOf(answer)], [400, [["cursor", "too_long"]]]);
  assert.match(messagesOf(answer).cursor!, /8192 characters; filter or sort by fewer/);
  // The last page needs no cursor, so it is not refused.
  assert.deepEqual(await readIds(served, long.replace("limit=1", "limit=2")), ["long-0", "long-1"]);
});

test("§2.3, §4.5: a crew has cursor pages too, with the mission's fields, by its path and its alias", async () => {
  const first = await space.get("/api/missions/m1/crew?sort=role:desc&limit=3&cursor=");
  assert.deepEqual(Object.keys(first.body), [
    "limit",
    "mission_id",
    "mission_name",
    "crew_size",
    "astronauts",
    "_links",
  ]);
  assert.deepEqual([first.body.limit, first.body.crew_size], [3, 7]);
  const { self, next, mission } = first.body._links;
  assert.deepEqual([self, mission], [`${crew}?sort=role:desc&limit=3&cursor=`, "/api/missions/m1"]);
  assert.equal(first.headers.get("content-location"), self);
  assert.ok(next.startsWith(`${crew}?sort=role:desc&limit=3&cursor=`));
  const seen = (await readCursorPages(space, self)).flatMap(idsOf);
  assert.deepEqual(seen, ["a1", "a3", "a5", "a0", "a2", "a4", "a6"]);
  assert.deepEqual(await readIds(space, next.replace("/astronauts", "/crew")), seen.slice(3, 6));
  const missing = await space.get("/api/missions/nobody/crew?cursor=");
  assert.equal(missing.status, 404);
});

test("§5.2: the cursor pages of a private list need its scope", async () => {
  const path = "/api/astronauts/a0/medical";
  for (const id of ["e1", "e2"])
    await space.put(`${path}/${id}`, { examined_on: "2026-01-01", kind: "routine", fitness: "fit" });
  const { next } = (await space.get(`${path}?limit=1&cursor=`)).body._links;
  assert.deepEqual(await readIds(space, next), ["e2"]);
  assert.equal((await space.get(next, { credential: false })).status, 401);
});
