/** Proves how the pages of a QUERY follow each other (§4.13): by links of GET, or by the content that asks for the next one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { secondDomain } from "./support/domain/second-domain.ts";
import { assertRefused } from "./support/http/assertions.ts";
import { createAll, idsOf } from "./support/http/lists.ts";
import { ask, FORMS } from "./support/http/questions.ts";
import { type HttpResponse, serveForFile } from "./support/http/serve.ts";

const served = await serveForFile(secondDomain);
const PRODUCTS = "/api/products";
const NAMES = Array.from({ length: 30 }, (_, at) => `${String(at).padStart(2, "0")} ${"ä".repeat(190)}`);
await createAll(
  served,
  PRODUCTS,
  NAMES.map((name, at) => ({ id: `p${String(at).padStart(2, "0")}`, name, price: at % 3 })),
);
const IDS = NAMES.map((_, at) => `p${String(at).padStart(2, "0")}`);
/** A query of about 34 KiB as a GET. */
const ALL = `name_in=${NAMES.map(encodeURIComponent).join(",")}`;
/** All pages of a question, each asked for with `next_body`. */
async function pagesOf(content: unknown): Promise<HttpResponse[]> {
  const pages: HttpResponse[] = [];
  for (let next = content; next !== undefined; next = pages.at(-1)!.body.next_body) {
    assert.equal(typeof next, typeof content, "in the form of the first one");
    const answer = await ask(served, PRODUCTS, next);
    assert.equal(answer.status, 200, answer.text);
    pages.push(answer);
    assert.ok(pages.length <= NAMES.length);
  }
  return pages;
}

for (const { name, contentOf } of FORMS) {
  const contentFor = (query: string) => contentOf(query).body;

  test(`§4.13: ${name}: next_body leads through all numbered pages of a query that fits into no URL`, async () => {
    const pages = await pagesOf(contentFor(`${ALL}&limit=7`));
    assert.deepEqual(pages.flatMap(idsOf), IDS);
    assert.deepEqual(
      pages.map(({ body }) => [body.page, body.total_count, body._links]),
      [1, 2, 3, 4, 5].map((page) => [page, 30, { self: PRODUCTS }]),
    );
    for (const { headers } of pages)
      assert.deepEqual([headers.get("content-location"), headers.get("link")], [null, `<${PRODUCTS}>; rel="self"`]);
    const third = await pagesOf(contentFor(`${ALL}&page=3&limit=7`));
    assert.deepEqual(third.flatMap(idsOf), IDS.slice(14));
  });

  test(`§4.13: ${name}: next_body leads through all cursor pages, in order`, async () => {
    const pages = await pagesOf(contentFor(`cursor=&${ALL}&limit=7&sort=price:desc`));
    const order = (rest: number) => IDS.filter((_, at) => at % 3 === rest);
    assert.deepEqual(pages.flatMap(idsOf), [2, 1, 0].flatMap(order));
    assert.equal(pages.length, 5);
  });

  test(`§4.13: ${name}: next_body leads through all groups of a summary`, async () => {
    const pages = await pagesOf(contentFor(`group_by=price&limit=1&${ALL}`));
    assert.deepEqual(
      pages.map(({ body }) => body.groups),
      [0, 1, 2].map((price) => [{ price, count: 10 }]),
    );
  });

  test(`§4.13: ${name}: links are paths of GET while they fit into a URL`, async () => {
    const { body } = await ask(served, PRODUCTS, contentFor("limit=10&cursor="));
    assert.deepEqual([body.next_body, idsOf(await served.get(body._links.next))], [undefined, IDS.slice(10, 20)]);
    for (const length of [4_000, 4_095, 4_096, 8_191, 8_192, 8_193, 12_000]) {
      const start = "limit=1&page=9&id_starts_with=p&name_not=";
      const query = start + "x".repeat(length - start.length - PRODUCTS.length - 1);
      const { headers, body } = await ask(served, PRODUCTS, contentFor(query));
      assert.equal(headers.get("content-location"), length < 4_096 ? `${PRODUCTS}?${query}` : null);
      const links = Object.entries({ self: 9, next: 10, prev: 8, first: 1, last: 30 })
        .map(([link, page]) => [link, `${PRODUCTS}?${query.replace("page=9", `page=${page}`)}`])
        .filter(([, path]) => path!.length <= 8_192);
      assert.deepEqual(body._links, { self: PRODUCTS, ...Object.fromEntries(links) }, `${length}`);
      assert.equal(body.next_body === undefined, "next" in body._links);
    }
  });

  test(`§4.13: ${name}: next_body leads through the pages of a query with 100 parameters`, async () => {
    const filters = Array.from({ length: 97 }, (_, at) => `filter=any.1.id:${IDS[at % IDS.length]}`);
    const query = [...filters, "any.1.price=1", `any.2.name_not=${"x".repeat(9_000)}`, "limit=7"].join("&");
    const pages = await pagesOf(contentFor(query));
    assert.deepEqual(pages.flatMap(idsOf), IDS);
  });

  test(`§4.13: ${name}: next_body is the content as it was sent, with another page`, async () => {
    const sent =
      name === "application/json"
        ? { page: 2, name_in: NAMES, limit: 2, in_stock_exists: false }
        : `page=2&${ALL}&limit=2`;
    const { next_body } = (await ask(served, PRODUCTS, sent)).body;
    const expected = typeof sent === "string" ? `${ALL}&limit=2&page=3` : { ...sent, page: 3 };
    assert.deepEqual(next_body, expected);
  });
}

test("§4.10, §4.13: representations with next_body differ by its form, and so do their entity tags, cached or not", async () => {
  const spellings = [
    `${ALL}&limit=7`,
    { name_in: NAMES, limit: 7 },
    { name_in: NAMES, limit: "7" },
    { limit: 7, name_in: NAMES },
  ];
  const texts = new Map<string, string>();
  for (const content of [...spellings, ...spellings, ...spellings]) {
    const { text, body, headers } = await ask(served, PRODUCTS, content);
    const etag = headers.get("etag")!;
    assert.equal(texts.get(etag) ?? text, text);
    texts.set(etag, text);
    assert.equal(typeof body.next_body, typeof content);
    assert.equal((await ask(served, PRODUCTS, content, { headers: { "if-none-match": etag } })).status, 304);
  }
  assert.equal(texts.size, spellings.length);
});

test("§4.13: content for the next page never exceeds 64 KiB", async () => {
  for (const [parameter, paging] of [
    ["page", "limit=1"],
    ["cursor", "limit=1&cursor="],
  ] as const) {
    const start = `${paging}&name_not=`;
    const content = start + "x".repeat(64 * 1024 - start.length);
    assertRefused(await ask(served, PRODUCTS, content), 400, [parameter, "too_long"]);
    assert.equal((await ask(served, PRODUCTS, content.slice(0, -200))).status, 200);
    assert.equal(
      (await ask(served, PRODUCTS, content.slice(0, -1).replace("limit=1", "limit=30"))).status,
      200,
      "no next page",
    );
  }
});

test("§2.3, §4.13: a whole membership has no next page; its links name its canonical path", async () => {
  const space = await serveForFile();
  await space.put("/api/missions/m", { name: "M" });
  await space.put("/api/astronauts/ann", { name: "Ann" });
  await space.put("/api/missions/m/astronauts/ann", { role: "pilot" });
  const content = { role_in: ["pilot", ...NAMES] };
  for (const path of ["/api/missions/m/crew", "/api/missions/m/astronauts"]) {
    const { headers, body } = await ask(space, path, content);
    assert.deepEqual(body._links, { self: "/api/missions/m/astronauts", mission: "/api/missions/m" });
    assert.deepEqual([idsOf({ body } as HttpResponse), headers.get("content-location")], [["ann"], null]);
    const paged = await ask(space, path, { role_not_in: NAMES, limit: 1, cursor: "" });
    assert.deepEqual([idsOf(paged), paged.body.next_body], [["ann"], undefined]);
  }
});
