/** Proves that concurrent requests for a list share its total and its order (§2.13). */
import assert from "node:assert/strict";
import { after, mock, test } from "node:test";
import { catalog } from "../src/resource/catalog.ts";
import { openStore } from "../src/store/open-store.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { TestClock } from "./support/http/serve.ts";
import { openPglite } from "./support/store/pglite.ts";
import { StoreClient } from "./support/store/store-client.ts";

const database = await openPglite();
const client = new StoreClient(
  await openStore(async () => database, { catalog: catalog(secondDomain), clock: new TestClock() }),
);
after(() => client.store.close());
for (const price of [3, 1, 2]) await client.create("products", { id: `product-${price}`, name: "Product", price });

const whole = database.reader.all.bind(database.reader);
const all = mock.method(database.reader, "all");
const readings = (start: string): number =>
  all.mock.calls.filter(({ arguments: [{ text }] }) => text.startsWith(start)).length;

test("architecture, lists: concurrent requests for a list count it once, and read its order once", async () => {
  const requests = Array.from({ length: 20 }, () => client.list("products", "price_min=2&sort_by=price"));
  for (const { ids, total } of await Promise.all(requests))
    assert.deepEqual([ids, total], [["product-2", "product-3"], 2]);
  assert.equal(readings("SELECT count(*)"), 1);
  // The first two read their page only: a list that is not read again needs no stored order.
  assert.equal(readings("SELECT string_agg"), 3);
});

test("architecture, lists: a failed read is repeated by the next request", async () => {
  all.mock.mockImplementation(async (query) => {
    if (query.text.startsWith("SELECT count(*)")) throw new Error("away");
    return whole(query);
  });
  await assert.rejects(client.list("products", "price_min=3"), /away/);
  all.mock.restore();
  assert.equal((await client.list("products", "price_min=3")).total, 1);
});
