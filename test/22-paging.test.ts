/** Proves that pages have no gap or overlap, and that each links to the others. */
import assert from "node:assert/strict";
import test from "node:test";
import { secondDomain } from "./support/domain/second-domain.ts";
import { createAll, idsOf, itemsOf, messagesOf, readIds } from "./support/http/lists.ts";
import { type Body, faultsOf, type HttpResponse, serve, serveForFile } from "./support/http/serve.ts";

const served = await serveForFile(secondDomain);
const products = "/api/products";
const ALL = Array.from({ length: 45 }, (_, at) => `p${String(at + 1).padStart(2, "0")}`);

await createAll(
  served,
  products,
  ALL.map((id, at) => ({ id, name: at % 2 === 0 ? "even odds" : "odd", price: at, in_stock: at < 5 })),
);

/** A Link header as link name → path (RFC 8288). */
function linksIn(answer: HttpResponse): Body {
  const header = answer.headers.get("link") ?? "";
  return Object.fromEntries(
    Array.from(header.matchAll(/<([^>]*)>; rel="([^"]*)"(?:, |$)/g), ([, path, rel]) => [rel, path]),
  );
}

test("§4.5: a page has 20 items unless requested otherwise", async () => {
  const { status, body, headers } = await served.get(products);
  assert.equal(status, 200);
  assert.equal(headers.get("content-type"), "application/json; charset=utf-8");
  assert.deepEqual(Object.keys(body).sort(), ["_links", "limit", "page", "products", "total_count"]);
  assert.deepEqual([body.page, body.limit, body.total_count], [1, 20, 45]);
  assert.deepEqual(
    body.products.map((item: Body) => item.id),
    ALL.slice(0, 20),
  );
  assert.deepEqual(Object.keys(body.products[0]), ["id", "name", "price", "in_stock", "_links"]);
  assert.deepEqual(body.products[0]._links, { self: "/api/products/p01" });
});

test("§4.5: pages of any size have no gap or overlap", async () => {
  for (const limit of [1, 7, 20, 44, 45, 46, 100]) {
    const pages: string[] = [];
    for (let page = 1; page <= Math.ceil(45 / limit); page += 1) {
      const answer = await served.get(`${products}?limit=${limit}&page=${page}`);
      assert.deepEqual([answer.body.page, answer.body.limit, answer.body.total_count], [page, limit, 45]);
      pages.push(...idsOf(answer));
    }
    assert.deepEqual(pages, ALL, `limit ${limit}`);
  }
});

/** A query on products, and the links of that page. */
const LINKS: [queryString: string, links: Record<string, string>][] = [
  ["", { self: "page=1", next: "page=2", first: "page=1", last: "page=3" }],
  ["?page=2", { self: "page=2", next: "page=3", prev: "page=1", first: "page=1", last: "page=3" }],
  ["?page=3", { self: "page=3", prev: "page=2", first: "page=1", last: "page=3" }],
  // `prev` of a page past the end is the last page.
  ["?page=4", { self: "page=4", prev: "page=3", first: "page=1", last: "page=3" }],
  ["?page=900", { self: "page=900", prev: "page=3", first: "page=1", last: "page=3" }],
  ["?limit=45", { self: "limit=45&page=1", first: "limit=45&page=1", last: "limit=45&page=1" }],
  // Links repeat every parameter in its place; `page` stays where it was, or comes last.
  [
    "?page=1&limit=44",
    { self: "page=1&limit=44", next: "page=2&limit=44", first: "page=1&limit=44", last: "page=2&limit=44" },
  ],
  [
    "?name=even+odds&limit=10&filter=in_stock:false&page=2&filter=price:6&sort=name,price:desc",
    {
      self: "name=even%20odds&limit=10&filter=in_stock:false&page=2&filter=price:6&sort=name,price:desc",
      prev: "name=even%20odds&limit=10&filter=in_stock:false&page=1&filter=price:6&sort=name,price:desc",
      first: "name=even%20odds&limit=10&filter=in_stock:false&page=1&filter=price:6&sort=name,price:desc",
      last: "name=even%20odds&limit=10&filter=in_stock:false&page=1&filter=price:6&sort=name,price:desc",
    },
  ],
  // Links are percent-encoded.
  [
    "?name_contains=%C3%A9%26%3D%2B%3C%3E%22%25&fields=id",
    Object.fromEntries(
      ["self", "first", "last"].map((rel) => [rel, "name_contains=%C3%A9%26%3D%2B%3C%3E%22%25&fields=id&page=1"]),
    ),
  ],
];

for (const [queryString, links] of LINKS) {
  test(`§2.13: the links of ${products}${queryString}, in the body and in the Link header`, async () => {
    const answer = await served.get(`${products}${queryString}`);
    const expected = Object.fromEntries(Object.entries(links).map(([rel, query]) => [rel, `${products}?${query}`]));
    assert.deepEqual(answer.body._links, expected);
    assert.deepEqual(linksIn(answer), expected);
    for (const path of Object.values(expected)) assert.equal((await served.get(path)).status, 200, path);
    assert.deepEqual((await served.get(expected.self!)).body, answer.body);
  });
}

test("§2.13: an empty collection, or a filter that finds nothing, has one page", async () => {
  for (const [path, sign] of [
    ["/api/students", "?"],
    [`${products}?name=none`, "&"],
  ] as const) {
    const { status, body } = await served.get(path);
    const page = `${path}${sign}page=1`;
    assert.deepEqual([status, body.page, body.total_count, itemsOf({ body } as HttpResponse)], [200, 1, 0, []]);
    assert.deepEqual(body._links, { self: page, first: page, last: page });
    const beyond = await served.get(`${path}${sign}page=7`);
    assert.deepEqual(beyond.body._links, { self: `${path}${sign}page=7`, prev: page, first: page, last: page });
  }
});

test("§4.5: a page past the end is 200, empty, with the exact total", async () => {
  for (const queryString of ["page=4", "page=46&limit=1", "page=1000000", "page=90071992547409&limit=100"]) {
    const { status, body } = await served.get(`${products}?${queryString}`);
    assert.deepEqual([status, body.products, body.total_count], [200, [], 45], queryString);
  }
  const filtered = await served.get(`${products}?in_stock=true&page=9`);
  assert.deepEqual([filtered.body.products, filtered.body.total_count], [[], 5]);
});

test("§12.7: total_count counts the filtered result", async () => {
  for (const [queryString, total] of [
    ["in_stock=true", 5],
    ["in_stock=true&limit=2", 5],
    ["in_stock=true&limit=2&page=3", 5],
    ["price_min=10&price_max=19", 10],
    ["filter=name:ODD", 22],
  ] as const)
    assert.equal((await served.get(`${products}?${queryString}`)).body.total_count, total, queryString);
});

test("§4.5: page and limit are integers from 1, limit at most 100; anything else is refused", async () => {
  const never = [
    "0",
    "-1",
    "01",
    "1.5",
    "1.0",
    "1e3",
    "+1",
    "%2B1",
    "0x1",
    "%201",
    "",
    "one",
    "1,2",
    "null",
    "99999999999999999999",
  ];
  for (const parameter of ["page", "limit"]) {
    for (const value of parameter === "limit" ? [...never, "101", "1000"] : never) {
      const answer = await served.get(`${products}?${parameter}=${value}`);
      assert.deepEqual(
        [answer.status, faultsOf(answer)],
        [400, [[parameter, "out_of_range"]]],
        `${parameter}=${value}`,
      );
      assert.match(messagesOf(answer)[parameter]!, /an integer from 1 to \d+/);
    }
  }
  const both = await served.get(`${products}?page=0&limit=101`);
  assert.deepEqual(
    faultsOf(both).map(([parameter]) => parameter),
    ["page", "limit"],
  );
});

test("§8.1: PAGE_SIZE_DEFAULT and PAGE_SIZE_MAX set page sizes", async () => {
  const small = await serve(secondDomain, { PAGE_SIZE_DEFAULT: "2", PAGE_SIZE_MAX: "3" });
  try {
    await createAll(
      small,
      products,
      ALL.slice(0, 5).map((id) => ({ id, name: "n" })),
    );
    const { body } = await small.get(products);
    assert.deepEqual([body.limit, body.products.length, body._links.last], [2, 2, "/api/products?page=3"]);
    assert.deepEqual(await readIds(small, `${products}?limit=3`), ["p01", "p02", "p03"]);
    assert.deepEqual(await readIds(small, `${products}?limit=4`), [400, [["limit", "out_of_range"]]]);
  } finally {
    await small.stop();
  }
});

test("§2.13: a Link header of 4 KiB or more is omitted; the links in the body stay", async () => {
  const asking = (length: number) => served.get(`${products}?page=2&name_contains=${"x".repeat(length)}`);
  const sizeOf = (answer: HttpResponse) => Buffer.byteLength(answer.headers.get("link")!);
  // Four links repeat the parameter: self, prev, first, last.
  const remaining = 1 + Math.floor((4095 - sizeOf(await asking(1))) / 4);
  const under = await asking(remaining);
  assert.ok(sizeOf(under) < 4096 && sizeOf(under) > 4091);
  assert.deepEqual(linksIn(under), under.body._links);
  const over = await asking(remaining + 1);
  assert.equal(over.headers.get("link"), null);
  assert.deepEqual(Object.keys(over.body._links), Object.keys(under.body._links));
});
