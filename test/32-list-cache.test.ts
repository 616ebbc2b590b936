/** Proves that concurrent requests for a list share its total and its order (§2.13). */
import assert from "node:assert/strict";
import { after, mock, test } from "node:test";
import sql from "sql-template-tag";
import { catalog } from "../engine/resource/catalog.ts";
import type { Database, OpenDatabase } from "../engine/store/database.ts";
import { openStore } from "../engine/store/open-store.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { TestClock } from "./support/http/serve.ts";
import { openPglite } from "./support/store/pglite.ts";
import { StoreClient } from "./support/store/store-client.ts";

let database: Database;
const open: OpenDatabase = async (hooks) => {
  database = await openPglite(undefined, hooks);
  return database;
};
const client = new StoreClient(await openStore(open, { catalog: catalog(secondDomain), clock: new TestClock() }));
after(() => client.store.close());
for (const price of [3, 1, 2]) await client.create("products", { id: `product-${price}`, name: "Product", price });

const whole = database!.reader.all.bind(database!.reader);
const all = mock.method(database!.reader, "all");
const readings = (start: string): number =>
  all.mock.calls.filter(({ arguments: [{ text }] }) => text.startsWith(start)).length;

test("architecture, lists: concurrent requests for a list count it once, and read its order once", async () => {
  const requests = Array.from({ length: 20 }, () => client.list("products", "price_min=2&sort_by=price"));
  for (const { ids, total } of await Promise.all(requests))
    assert.deepEqual([ids, total], [["product-2", "product-3"], 2]);
  assert.equal(readings("SELECT count(*)"), 1);
  // The first two share the read of their page: a list that is not read again needs no order.
  assert.equal(readings("SELECT string_agg"), 1);
  assert.equal(readings("SELECT n, (SELECT changes"), 1);
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

test("architecture, lists: a write does not make lists be counted or sorted again", async () => {
  const lists = ["price_min=2", "price_min=1&sort=name", "name_contains=prod&sort=price:desc", "sort=rating"];
  for (const query of [...lists, ...lists]) await client.list("products", query);
  const before = structuredClone(client.store.stats().lists);
  await client.create("products", { id: "added", name: "A product", price: 5 });
  await client.patch("products", "product-1", { price: 9 });
  await client.remove("products", "product-2");
  assert.deepEqual((await client.list("products", lists[0]!)).ids, ["added", "product-1", "product-3"]);
  assert.deepEqual((await client.list("products", lists[1]!)).ids, ["added", "product-1", "product-3"]);
  assert.deepEqual((await client.list("products", lists[2]!)).ids, ["product-1", "added", "product-3"]);
  assert.deepEqual((await client.list("products", lists[3]!)).ids, ["added", "product-1", "product-3"]);
  const { totals, orders } = client.store.stats().lists;
  assert.deepEqual([totals.built, orders.built], [before.totals.built, before.orders.built]);
  assert.deepEqual([totals.followed, orders.followed], [before.totals.followed + 3, before.orders.followed + 4]);
});

test("architecture, lists: totals and orders of commits that a failover has lost are not shown", async () => {
  const query = "price_min=1&sort=rating";
  for (let read = 0; read < 3; read += 1) await client.list("products", query);
  await client.create("products", { id: "lost", name: "Lost", price: 7 });
  assert.equal((await client.list("products", query)).total, 4);
  await database!.exclusive(async (session) => {
    await session.run(sql`DELETE FROM products WHERE id = 'lost'`);
    await session.run(
      sql`UPDATE collection_counters SET changes = changes - 1, total = total - 1 WHERE name = 'products'`,
    );
  });
  assert.deepEqual(await client.list("products", query), { ids: ["added", "product-1", "product-3"], total: 3 });
});
