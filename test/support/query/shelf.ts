/** A collection of random products that changes while it is read. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { createAll } from "../http/lists.ts";
import type { Body, Served } from "../http/serve.ts";
import { expectedPage, type ListQuery, type OracleRow } from "./query-oracle.ts";
import { PRODUCT_FIELDS, randomProduct } from "./random-products.ts";

/** The path of the collection. */
export const SHELF = "/api/products";

/** A write between two reads of the collection. */
export interface ShelfWrite {
  readonly kind: "create" | "remove" | "remove the last" | "change";
  readonly draft: Body;
  /** Which record, of those that there are. */
  readonly at: number;
}

/** Up to three writes. */
export const shelfWrites: fc.Arbitrary<ShelfWrite[]> = fc.array(
  fc.record({
    kind: fc.constantFrom<ShelfWrite["kind"]>("create", "create", "remove", "remove the last", "change"),
    draft: randomProduct,
    at: fc.nat(10_000),
  }),
  { maxLength: 3 },
);

/** The collection of products as it is now, tracked beside the service. */
export class Shelf {
  readonly rows = new Map<string, OracleRow>();
  private readonly served: Served;
  private made = 0;

  constructor(served: Served) {
    this.served = served;
  }

  /** Values before, after and between all others in every order. */
  async create(draft: Body): Promise<void> {
    this.made += 1;
    const id = `${["a", "q", "r", "z"][this.made % 4]}${(this.made * 7) % 1_000}-${this.made}`;
    const [record] = await createAll(this.served, SHELF, [{ id, ...draft }]);
    this.rows.set(id, record);
  }

  /** @returns the id of the record that was changed or deleted */
  async write({ kind, draft, at }: ShelfWrite, last: string | undefined): Promise<string | undefined> {
    this.served.clock.advance(1_000);
    if (kind === "create" || this.rows.size === 0) {
      await this.create(draft);
      return undefined;
    }
    const id = kind === "remove the last" ? last : [...this.rows.keys()][at % this.rows.size]!;
    if (id === undefined || !this.rows.has(id)) return undefined;
    if (kind === "change") {
      const { status, body, text } = await this.served.patch(`${SHELF}/${id}`, draft);
      assert.equal(status, 200, text);
      this.rows.set(id, body);
    } else {
      assert.equal((await this.served.delete(`${SHELF}/${id}`)).status, 204);
      this.rows.delete(id);
    }
    return id;
  }

  /** The ids that a query finds among some records, in order. */
  answer(question: ListQuery, rows: Iterable<OracleRow>): string[] {
    return expectedPage({ ...question, page: 1, limit: Number.MAX_SAFE_INTEGER }, PRODUCT_FIELDS, rows).ids;
  }
}
