/** Proves exports of random queries on both stores, between random writes (§4.9), compared with an oracle. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import fc from "fast-check";
import { readListQuery } from "../engine/query/list-query.ts";
import { fullProjection } from "../engine/resource/representation.ts";
import type { BatchPosition } from "../engine/store/read/batches/batch-reader.ts";
import { campaignSize } from "./support/campaign.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { createAll } from "./support/http/lists.ts";
import { type Served, serve, serveForFile } from "./support/http/serve.ts";
import { type ListQuery, toQueryString } from "./support/query/query-oracle.ts";
import { productQueries, randomProduct } from "./support/query/random-products.ts";
import { SHELF, Shelf, type ShelfWrite, shelfWrites } from "./support/query/shelf.ts";
import { STORE_KINDS } from "./support/store/both-stores.ts";

const RECORDS = 80;
const RUNS = campaignSize("CURSOR_RUNS");

/** How an export proceeds: the sizes of its batches, and the writes after each. */
interface Course {
  readonly sizes: readonly number[];
  readonly meanwhile: readonly ShelfWrite[][];
}

const courses: fc.Arbitrary<Course> = fc.record({
  sizes: fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 5 }),
  meanwhile: fc.array(shelfWrites, { maxLength: 12 }),
});

/** Reads a list in batches, with writes in between, and compares what it yields with the oracle. */
async function check(served: Served, shelf: Shelf, question: ListQuery, { sizes, meanwhile }: Course): Promise<void> {
  const view = served.catalog.views.find(({ path }) => path === SHELF)!;
  const text = toQueryString(question).replace(/(?:page|limit)=\d+&?/g, "");
  const query = readListQuery(view, text, { default: 20, max: 100 });
  const before = new Map(shelf.rows);
  const touched = new Set<string>();
  const seen: string[] = [];
  let position: BatchPosition | undefined;
  let [batch, hasKeys] = [0, false];
  do {
    const batchSize = sizes[batch % sizes.length]!;
    const options = { paged: false, position, batchSize };
    const { rows, next } = await served.store.listBatch(fullProjection(view), undefined, query, options);
    assert.ok(rows.length <= batchSize);
    const found = rows.map(({ id }) => id as string);
    seen.push(...found);
    for (const id of shelf.answer(question, rows as never)) found.splice(found.indexOf(id), 1);
    assert.deepEqual(found, [], `does not match ${text}`);
    position = next;
    hasKeys ||= next !== undefined && "keys" in next;
    for (const write of meanwhile[batch] ?? []) {
      const id = await shelf.write(write, seen.at(-1));
      if (id !== undefined) touched.add(id);
    }
    batch += 1;
  } while (position);
  const throughout = [...before.values()].filter(({ id }) => !touched.has(id));
  const untouched = new Set(throughout.map(({ id }) => id));
  assert.deepEqual(
    seen.filter((id) => untouched.has(id)),
    shelf.answer(question, throughout),
    text,
  );
  if (hasKeys) assert.equal(new Set(seen).size, seen.length, "no record twice, even if it changes");
}

test("§4.9: a list that no index orders is read once; what stops matching or is deleted meanwhile is left out", async () => {
  const served = await serveForFile(secondDomain);
  const ids = Array.from({ length: 12 }, (_, at) => `p${String(at).padStart(2, "0")}`);
  await createAll(
    served,
    SHELF,
    ids.map((id, at) => ({ id, name: "Match", price: 100 - at })),
  );
  const view = served.catalog.views.find(({ path }) => path === SHELF)!;
  const query = readListQuery(view, "name_contains=match&sort=price", { default: 20, max: 100 });
  const seen: string[][] = [];
  let position: BatchPosition | undefined;
  do {
    const options = { paged: false, position, batchSize: 5 };
    const batch = await served.store.listBatch(fullProjection(view), undefined, query, options);
    seen.push(batch.rows.map(({ id }) => id as string));
    position = batch.next;
    if (seen.length > 1) continue;
    // Three of those that the next batches would have, and one that comes too late.
    await served.patch(`${SHELF}/p06`, { name: "Other" });
    await served.delete(`${SHELF}/p05`);
    await served.patch(`${SHELF}/p04`, { price: 1 });
    await createAll(served, SHELF, [{ id: "late", name: "Match", price: 99.5 }]);
  } while (position);
  assert.deepEqual(seen, [
    ["p11", "p10", "p09", "p08", "p07"],
    ["p04", "p03", "p02"],
    ["p01", "p00"],
  ]);
});

for (const { name: store, create: own, skip } of STORE_KINDS) {
  test(`§4.9: ${store}: an export has every record that exists throughout exactly once, in order, and only what matches`, {
    skip,
  }, async () => {
    const database = await own();
    const served = await serve(secondDomain, { DATABASE_URL: database.url });
    after(async () => {
      await served.stop();
      await database.remove();
    });
    const shelf = new Shelf(served);
    for (const draft of fc.sample(randomProduct, { numRuns: RECORDS, seed: 1957 })) await shelf.create(draft);
    const property = fc.asyncProperty(productQueries, courses, async (question, course) => {
      await check(served, shelf, question, course);
      for (const draft of fc.sample(randomProduct, RECORDS - shelf.rows.size)) await shelf.create(draft);
    });
    await fc.assert(property, { numRuns: RUNS });
  });
}
