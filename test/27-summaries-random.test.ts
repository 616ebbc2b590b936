/** Proves random summaries of random records: the groups equal those of an oracle without a database, on both stores to the byte. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import fc from "fast-check";
import { readSubmission } from "../engine/resource/submission.ts";
import { campaignSize } from "./support/campaign.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { fetchMetrics } from "./support/http/metrics.ts";
import { type Served, serve } from "./support/http/serve.ts";
import { assertGroups, assertSum, type Group, type Summary, toSummaryQuery } from "./support/query/grouping-oracle.ts";
import { expectedPage, type ListQuery, type OracleRow, toQueryString } from "./support/query/query-oracle.ts";
import { PRODUCT_FIELDS, productQueries, randomProduct } from "./support/query/random-products.ts";
import { randomSummaries } from "./support/query/random-summaries.ts";
import { STORE_KINDS, type StoreKind } from "./support/store/both-stores.ts";

/** More than are read at once. */
const RECORDS = 2_100;
const BATCH = 150;
const ROUNDS = campaignSize("QUERY_ROUNDS");

/** A service with random products that were created at different times, and all of these. */
async function serveProducts({ create }: StoreKind): Promise<{ served: Served; rows: OracleRow[] }> {
  const database = await create();
  const served = await serve(secondDomain, { DATABASE_URL: database.url });
  after(async () => {
    await served.stop();
    await database.remove();
  });
  const products = served.catalog.resource("products");
  const drafts = fc.sample(randomProduct, { numRuns: RECORDS, seed: 26 });
  for (let from = 0; from < RECORDS; from += BATCH) {
    served.clock.advance((from % 7) * 1_000 + from * 3_600_000);
    await served.store.write(async (tx) => {
      for (const [index, draft] of drafts.slice(from, from + BATCH).entries())
        await tx.create(products, undefined, readSubmission(products, "create", { id: `r${from + index}`, ...draft }));
    });
  }
  const rows: OracleRow[] = [];
  for (let page = 1; rows.length < RECORDS; page += 1)
    rows.push(...(await served.get(`/api/products?fields=*&limit=100&page=${page}`)).body.products);
  return { served, rows };
}

/** All groups of a summary, read in the longest pages. */
async function readGroups(served: Served, path: string): Promise<Group[]> {
  const groups: Group[] = [];
  for (let page = 1; ; page += 1) {
    const { status, body, text } = await served.get(`${path}&limit=100&page=${page}`);
    assert.equal(status, 200, `${path}: ${text}`);
    groups.push(...body.groups);
    if (body._links.next) continue;
    assert.equal(body.total_count, groups.length, path);
    return groups;
  }
}

const kinds = STORE_KINDS.filter(({ skip }) => !skip);
const stores = await Promise.all(kinds.map(async (kind) => ({ ...kind, ...(await serveProducts(kind)) })));
const summaries = fc.sample(fc.tuple(productQueries, randomSummaries(PRODUCT_FIELDS)), {
  numRuns: Math.ceil(ROUNDS / 2),
  seed: 48,
});

/** The path of a summary of a filtered list, without `page` and `limit`. */
function pathOf(listQuery: ListQuery, summary: Summary): string {
  const filters = toQueryString({ ...listQuery, sorts: [] }).replace(/&?page=\d+&limit=\d+$/, "");
  return `/api/products?${toSummaryQuery(summary)}${filters && `&${filters}`}`;
}

/** Asserts that all groups of a summary are those of these records. */
async function check(
  served: Served,
  rows: readonly OracleRow[],
  [listQuery, summary]: readonly [ListQuery, Summary],
): Promise<Group[]> {
  const path = pathOf(listQuery, summary);
  const all: ListQuery = { ...listQuery, sorts: [], page: 1, limit: 2 * RECORDS };
  const members = new Set(expectedPage(all, PRODUCT_FIELDS, rows).ids);
  const groups = await readGroups(served, path);
  const grouped = rows.filter(({ id }) => members.has(id));
  assert.doesNotThrow(() => assertGroups(groups, summary, PRODUCT_FIELDS, grouped), path);
  return groups;
}

for (const { name, served, rows } of stores) {
  test(`§4.8: random summaries of products on ${name}`, async () => {
    for (const each of summaries) {
      const groups = await check(served, rows, each);
      const [{ page, limit }] = each;
      const path = pathOf(...each);
      const { body } = await served.get(`${path}&page=${page}&limit=${limit}`);
      assert.deepEqual(body.groups, groups.slice((page - 1) * limit, page * limit), path);
    }
  });
}

for (const { name, served } of stores) {
  test(`§4.8: on ${name}, pages of thousands of groups, wherever they begin`, async () => {
    const path = "/api/products?group_by=id,created_at:month&measure=max:price&sort=price_max:desc";
    const groups = await readGroups(served, path);
    assert.ok(groups.length > 2_000);
    for (const [page, limit] of [
      [334, 3],
      [15, 70],
      [29, 70],
      [700, 3],
      [701, 3],
    ] as const) {
      const { body } = await served.get(`${path}&page=${page}&limit=${limit}`);
      assert.deepEqual(body.groups, groups.slice((page - 1) * limit, page * limit), `${page} of ${limit}`);
      assert.equal(body.total_count, groups.length);
    }
  });
}

/** A write of a product: a creation, a change of some fields, or a deletion. */
const randomWrite = fc.record({
  kind: fc.constantFrom("create", "change", "change", "change", "remove"),
  draft: randomProduct,
  fields: fc.subarray(["name", "price", "in_stock", "sold_from", "seen_at", "rating", "grade", "size"], {
    minLength: 1,
  }),
  at: fc.nat(RECORDS),
});

/** Sends a write, and returns the records as they are then. */
async function write(served: Served, rows: readonly OracleRow[], { kind, draft, fields, at }: Write) {
  served.clock.advance(1_000);
  const target = rows[at % rows.length]!;
  const path = `/api/products/${target.id}`;
  if (kind === "create") return [...rows, (await served.put(`/api/products/n${served.clock.now()}`, draft)).body];
  const others = rows.filter((row) => row !== target);
  if (kind === "remove") {
    assert.equal((await served.delete(path)).status, 204);
    return others;
  }
  const patch = Object.fromEntries(Object.entries(draft).filter(([field]) => fields.includes(field)));
  return [...others, (await served.patch(path, patch)).body];
}
type Write = typeof randomWrite extends fc.Arbitrary<infer T> ? T : never;

for (const { name, served, rows } of stores) {
  test(`§4.8: on ${name}, summaries show every write before them`, async () => {
    let current: readonly OracleRow[] = rows;
    const few = summaries.filter(([, { keys }]) => keys.every(({ field }) => field !== "id")).slice(0, 6);
    for (const each of few) await check(served, current, each);
    for (const each of fc.sample(randomWrite, { numRuns: Math.ceil(ROUNDS / 6), seed: 27 })) {
      current = await write(served, current, each);
      for (const summary of few) await check(served, current, summary);
    }
  });
}

for (const { name, served } of stores) {
  test(`§4.8: on ${name}, a summary is computed once for all who ask at once, and again only after a change of it`, async () => {
    const started = async () => (await fetchMetrics(served)).value("database_slow_reads_total", { outcome: "started" });
    const before = await started();
    const ask = (page: number) =>
      served.get(`/api/products?group_by=name,rating&measure=avg:price&limit=5&page=${page}`);
    await Promise.all([1, 1, 2, 3, 4, 4].map(ask));
    for (const page of [1, 1, 1, 5]) await ask(page);
    assert.equal((await started()) - before, 1);
    // Neither changes the field or the list that is summarized.
    await served.patch("/api/products/r1", { in_stock: null, seen_at: null });
    await served.put("/api/manufacturers/m", { name: "Maker" });
    for (const page of [1, 4]) await ask(page);
    assert.equal((await started()) - before, 1);
    await served.patch("/api/products/r1", { rating: 77 });
    const { body } = await served.get("/api/products?group_by=rating&sort=rating:desc&limit=1");
    assert.deepEqual(body.groups, [{ rating: 1000, count: body.groups[0].count }]);
    await ask(1);
    assert.equal((await started()) - before, 3);
  });
}

/** A number: close ones, of both signs, and those that are far from all others. Greater ones are scaled (decision 35). */
const anyNumber = fc.oneof(
  fc.double({ min: -1_000, max: 1_000, noNaN: true }),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e270, max: 1e270 }),
  fc.constantFrom(1e200, -1e200, 1e270, -1e270, 1e16, -1e16, 1, 0.1, -1 / 3, 1e-200, 5e-324),
);
const mixed = fc.array(fc.array(anyNumber, { minLength: 1, maxLength: 6 }), { minLength: 2, maxLength: 5 });

for (const { name, served } of stores) {
  test(`§4.8: on ${name}, the sum and the average of a group depend on that group alone, whatever is in the others`, async () => {
    await served.put("/api/manufacturers/mixed", { name: "Mixed" });
    const path = "/api/manufacturers/mixed/lab-readings";
    const measures = "group_by=gauge&measure=sum:value,avg:value";
    for (const [round, groups] of fc.sample(mixed, { numRuns: Math.ceil(ROUNDS / 10), seed: 35 }).entries()) {
      const gaugeOf = (at: number) => `${round}-${at}`;
      const readings = groups.flatMap((values, at) => values.map((value) => ({ gauge: gaugeOf(at), value })));
      assert.equal((await served.post(path, readings)).status, 201);
      const together: Group[] = (await served.get(`${path}?gauge_starts_with=${round}-&${measures}`)).body.groups;
      assert.equal(together.length, groups.length);
      for (const [at, values] of groups.entries()) {
        const { body } = await served.get(`${path}?gauge=${gaugeOf(at)}&${measures}`);
        assert.deepEqual([together[at]], body.groups, `${values} of ${JSON.stringify(groups)}`);
        for (const measure of ["sum", "avg"] as const)
          assertSum(together[at]![`value_${measure}`]!, values, measure === "avg" ? values.length : 1);
      }
    }
  });
}

test("§4.8: both stores show the same summaries, to the last digit", { skip: STORE_KINDS[1]!.skip }, async () => {
  const [one, other] = stores.map(({ served }) => served);
  for (const [listQuery, summary] of summaries) {
    const path = `${pathOf(listQuery, summary)}&limit=100`;
    assert.equal((await other!.get(path)).text, (await one!.get(path)).text, path);
  }
});
