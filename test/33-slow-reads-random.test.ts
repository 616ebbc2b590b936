/** Proves that lists of many records, which are read as slow reads, are those of an oracle, like the short ones. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { readSubmission } from "../engine/resource/submission.ts";
import { campaignSize } from "./support/campaign.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { idsOf } from "./support/http/lists.ts";
import { fetchMetrics } from "./support/http/metrics.ts";
import { serveForFile } from "./support/http/serve.ts";
import { expectedPage, type OracleRow, toQueryString } from "./support/query/query-oracle.ts";
import { PRODUCT_FIELDS, productQueries, randomProduct } from "./support/query/random-products.ts";

/** More than are read at once. */
const RECORDS = 2_100;
const QUERIES = campaignSize("QUERY_ROUNDS");

test("§4.5: random queries on many records", async () => {
  const served = await serveForFile(secondDomain);
  const products = served.catalog.resource("products");
  const drafts = fc.sample(randomProduct, { numRuns: RECORDS, seed: 33 });
  await served.store.write(async (tx) => {
    for (const [index, draft] of drafts.entries())
      await tx.create(products, undefined, readSubmission(products, "create", { id: `r${index}`, ...draft }));
  });
  const rows: OracleRow[] = [];
  for (let page = 1; rows.length < RECORDS; page += 1)
    rows.push(...(await served.get(`/api/products?fields=*&limit=100&page=${page}`)).body.products);
  assert.deepEqual(
    rows.map(({ id, name }) => [id, name]).sort(),
    drafts.map(({ name }, index) => [`r${index}`, name]).sort(),
  );

  await fc.assert(
    fc.asyncProperty(productQueries, async (question) => {
      const path = `/api/products?${toQueryString(question)}`;
      const expected = expectedPage(question, PRODUCT_FIELDS, rows);
      const answer = await served.get(path);
      assert.deepEqual({ ids: idsOf(answer), total: answer.body.total_count }, expected, path);
      const first = { ...question, page: 1 };
      const cursor = await served.get(`/api/products?${toQueryString(first).replace("page=1", "cursor=")}`);
      assert.deepEqual(idsOf(cursor), expectedPage(first, PRODUCT_FIELDS, rows).ids, path);
    }),
    { numRuns: QUERIES },
  );
  if (process.env.TEST_DATABASE !== "postgres") {
    const started = (await fetchMetrics(served)).value("database_slow_reads_total", { outcome: "started" });
    assert.ok(started > QUERIES / 4, `only ${started} slow reads`);
  }
});

test("architecture, slow reads: searches, and lists that sort many records with the same value, are slow reads", {
  skip: process.env.TEST_DATABASE === "postgres",
}, async () => {
  const served = await serveForFile(secondDomain);
  const products = served.catalog.resource("products");
  await served.store.write(async (tx) => {
    for (let index = 0; index < RECORDS; index += 1)
      await tx.create(products, undefined, readSubmission(products, "create", { id: `r${index}`, name: "Same" }));
  });
  const slowReads = async (query: string) => {
    const started = async () => (await fetchMetrics(served)).value("database_slow_reads_total", { outcome: "started" });
    const before = await started();
    assert.equal((await served.get(`/api/${query}`)).status, 200);
    return (await started()) - before;
  };
  for (const slow of [
    "products?sort=name:desc&limit=7",
    "products?sort=name:desc&cursor=",
    "products?search=ame",
    "search?q=ame",
  ])
    assert.ok((await slowReads(slow)) > 0, slow);
  for (const quick of ["products?sort=name", "products?sort=id:desc"]) assert.equal(await slowReads(quick), 0, quick);
});
