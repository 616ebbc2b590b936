/** Proves that what lists have in common is read once for all who ask at the same time (§2: totals). */
import assert from "node:assert/strict";
import { after, mock, test } from "node:test";
import { catalog } from "../src/resource/catalog.ts";
import { openStore } from "../src/store/sql-store.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { TestClock } from "./support/http/serve.ts";
import { openPglite } from "./support/store/pglite.ts";
import { StoreClient } from "./support/store/store-client.ts";

const database = await openPglite();
const desk = new StoreClient(
  await openStore(async () => database, { catalog: catalog(secondDomain), clock: new TestClock() }),
);
after(() => desk.store.close());
for (const price of [3, 1, 2]) await desk.create("products", { id: `product-${price}`, name: "Product", price });

const whole = database.reader.all.bind(database.reader);
const all = mock.method(database.reader, "all");
const readings = (start: string): number =>
  all.mock.calls.filter(({ arguments: [{ text }] }) => text.startsWith(start)).length;

test("architecture, lists: however many ask for a list at once, it is counted once, and its order read once", async () => {
  const asked = Array.from({ length: 20 }, () => desk.list("products", "price_min=2&sort_by=price"));
  for (const { ids, total } of await Promise.all(asked))
    assert.deepEqual([ids, total], [["product-2", "product-3"], 2]);
  assert.equal(readings("SELECT count(*)"), 1);
  // The first two read their page alone: a list that nobody reads again needs no order.
  assert.equal(readings("SELECT string_agg"), 3);
});

test("architecture, lists: what could not be read is read again by whoever asks next", async () => {
  all.mock.mockImplementation(async (query) => {
    if (query.text.startsWith("SELECT count(*)")) throw new Error("away");
    return whole(query);
  });
  await assert.rejects(desk.list("products", "price_min=3"), /away/);
  all.mock.restore();
  assert.equal((await desk.list("products", "price_min=3")).total, 1);
});
