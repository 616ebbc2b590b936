/** Proves that pages deep in long lists stay exact while records change at any place in them, on both stores. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import fc from "fast-check";
import type { Values } from "../engine/declare/values.ts";
import { catalog } from "../engine/resource/catalog.ts";
import { openStore } from "../engine/store/open-store.ts";
import { campaignSize } from "./support/campaign.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { TestClock } from "./support/http/serve.ts";
import { expectedPage, type OracleRow, toQueryString } from "./support/query/query-oracle.ts";
import { PRODUCT_FIELDS, randomProduct } from "./support/query/random-products.ts";
import { STORE_KINDS } from "./support/store/both-stores.ts";
import { StoreClient } from "./support/store/store-client.ts";

const ROUNDS = campaignSize("DEEP_LIST_ROUNDS");
const RECORDS = 3_000;
const LIMIT = 100;

/** Orders that an index serves: texts, enums with few values and dates that may be missing, in both directions. */
const ORDERS = ["id", "name:desc", "grade:desc", "sold_from"];
/** Records that are created together, next to each other in the order of their ids; changes and deletions of others. */
const change = fc.record({
  /** Before, between or after all others. */
  place: fc.constantFrom("a", "m5", "z"),
  created: fc.array(randomProduct, { maxLength: 120 }),
  updated: fc.array(fc.record({ at: fc.nat(1e6), fields: randomProduct }), { maxLength: 10 }),
  deleted: fc.array(fc.nat(1e6), { maxLength: 10 }),
});

class Shelf {
  readonly rows = new Map<string, OracleRow>();
  private readonly client: StoreClient;
  private made = 0;

  constructor(client: StoreClient) {
    this.client = client;
  }

  async create(place: string, drafts: readonly Values[]): Promise<void> {
    const ids = drafts.map(() => `${place}${(this.made++ * 7919) % 100_000}`);
    await this.client.store.write(async (tx) => {
      for (const [index, id] of ids.entries()) await this.client.createWithin(tx, "products", { id, ...drafts[index] });
    });
    for (const id of ids) await this.keep(id);
  }

  async update(at: number, fields: Values): Promise<void> {
    const id = this.idAt(at);
    await this.client.patch("products", id, fields);
    await this.keep(id);
  }

  async remove(at: number): Promise<void> {
    const id = this.idAt(at);
    await this.client.remove("products", id);
    this.rows.delete(id);
  }

  /** Reads all pages of the list in an order. */
  async check(order: string, limit = LIMIT): Promise<void> {
    const [field, direction] = order.split(":") as [string, string?];
    const sorts = [{ field, descending: direction === "desc" }];
    const query = { filters: [], sorts, compactSort: true, page: 1, limit: Number.MAX_SAFE_INTEGER };
    const { ids, total } = expectedPage(query, PRODUCT_FIELDS, this.rows.values());
    for (let from = 0; from < total; from += limit) {
      const text = toQueryString({ ...query, page: from / limit + 1, limit });
      assert.deepEqual(await this.client.list("products", text), { ids: ids.slice(from, from + limit), total }, text);
    }
  }

  private idAt(at: number): string {
    return [...this.rows.keys()][at % this.rows.size]!;
  }

  private async keep(id: string): Promise<void> {
    this.rows.set(id, (await this.client.read("products", id)) as OracleRow);
  }
}

for (const { name, create, opener, skip } of STORE_KINDS) {
  test(`§4.5: ${name}: pages deep in long lists are exact between random writes`, { skip }, async () => {
    const { url, remove } = await create();
    after(remove);
    const store = await openStore(opener(url), { catalog: catalog(secondDomain), clock: new TestClock() });
    after(() => store.close());
    const shelf = new Shelf(new StoreClient(store));
    await shelf.create("m", fc.sample(randomProduct, { numRuns: RECORDS, seed: 1969 }));
    for (const order of ORDERS) await shelf.check(order);
    // Pages that begin anywhere around the first record with a date.
    await shelf.check("sold_from", 7);
    // So many in one place that what is kept of it is divided, and many before all others.
    for (let burst = 0; burst < 10; burst += 1) {
      await shelf.create("m5", fc.sample(randomProduct, { numRuns: 150, seed: burst }));
      await shelf.create("a", fc.sample(randomProduct, { numRuns: 30, seed: burst }));
    }
    await shelf.check("id");
    const round = fc.asyncProperty(change, fc.constantFrom(...ORDERS), async (each, order) => {
      if (each.created.length > 0) await shelf.create(each.place, each.created);
      for (const { at, fields } of each.updated) await shelf.update(at, fields);
      for (const at of each.deleted) await shelf.remove(at);
      await shelf.check(order);
    });
    await fc.assert(round, { numRuns: ROUNDS, endOnFailure: true });
    assert.ok(store.stats().lists.orders.followed > 0);
  });
}
