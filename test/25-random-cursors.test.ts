/** Proves cursor pages between random writes, on both stores: records that exist throughout are seen exactly once, in order. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import fc from "fast-check";
import { campaignSize } from "./support/campaign.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { idsOf } from "./support/http/lists.ts";
import { type HttpResponse, type Served, serve } from "./support/http/serve.ts";
import { type ListQuery, toQueryString } from "./support/query/query-oracle.ts";
import { productQueries, randomProduct } from "./support/query/random-products.ts";
import { SHELF, Shelf, type ShelfWrite, shelfWrites } from "./support/query/shelf.ts";
import { STORE_KINDS } from "./support/store/both-stores.ts";

const RECORDS = 80;
const RUNS = campaignSize("CURSOR_RUNS");

async function check(
  served: Served,
  shelf: Shelf,
  question: ListQuery,
  meanwhile: readonly ShelfWrite[][],
): Promise<void> {
  const before = new Map(shelf.rows);
  const touched = new Set<string>();
  const seen: string[] = [];
  let next: string | undefined = `${SHELF}?${toQueryString(question).replace(/page=\d+/, "cursor=")}`;
  for (let piece = 0; next; piece += 1) {
    const answer: HttpResponse = await served.get(next);
    assert.equal(answer.status, 200, `${next}: ${answer.text}`);
    const ids = idsOf(answer);
    seen.push(...ids);
    next = answer.body._links.next;
    assert.equal(ids.length === question.limit || next === undefined, true, "a piece that is not the last is full");
    for (const write of meanwhile[piece] ?? []) {
      const id = await shelf.write(write, ids.at(-1));
      if (id !== undefined) touched.add(id);
    }
  }
  const throughout = [...before.values()].filter(({ id }) => !touched.has(id));
  const expected = shelf.answer(question, throughout);
  const untouched = new Set(throughout.map(({ id }) => id));
  assert.deepEqual(
    seen.filter((id) => untouched.has(id)),
    expected,
  );
  const changed = seen.filter((id) => touched.has(id));
  assert.equal(new Set(seen).size + changed.length - new Set(changed).size, seen.length, "made meanwhile, seen twice");
}

for (const { name: store, create: own, skip } of STORE_KINDS) {
  test(`§4.5: ${store}: random cursor pages show records that exist throughout exactly once, in order`, {
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
    const question = productQueries.map((listQuery) => ({
      ...listQuery,
      page: 1,
      limit: Math.min(listQuery.limit, 20),
    }));
    const property = fc.asyncProperty(
      question,
      fc.array(shelfWrites, { maxLength: 12 }),
      async (listQuery, meanwhile) => {
        await check(served, shelf, listQuery, meanwhile);
        // As many as at the beginning, so that there are always several pages.
        for (const draft of fc.sample(randomProduct, RECORDS - shelf.rows.size)) await shelf.create(draft);
      },
    );
    await fc.assert(property, { numRuns: RUNS });
  });
}
