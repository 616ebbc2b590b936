/** Proves cursor pages between random writes, on both stores: records that exist throughout are seen exactly once, in order. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import fc from "fast-check";
import { campaignSize } from "./support/campaign.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { createAll, idsOf } from "./support/http/lists.ts";
import { type Body, type HttpResponse, type Served, serve } from "./support/http/serve.ts";
import { expectedPage, type ListQuery, type OracleRow, toQueryString } from "./support/query/query-oracle.ts";
import { PRODUCT_FIELDS, productQueries, randomProduct } from "./support/query/random-products.ts";
import { createDatabaseFile, createSchema, skipWithoutPostgres } from "./support/store/databases.ts";

const PATH = "/api/products";
const RECORDS = 80;
const RUNS = campaignSize("CURSOR_RUNS");

/** A write between two cursor pages. */
interface Write {
  readonly kind: "create" | "remove" | "remove the last" | "change";
  readonly draft: Body;
  /** Which record, of those that there are. */
  readonly at: number;
}

const writes: fc.Arbitrary<Write[]> = fc.array(
  fc.record({
    kind: fc.constantFrom<Write["kind"]>("create", "create", "remove", "remove the last", "change"),
    draft: randomProduct,
    at: fc.nat(10_000),
  }),
  { maxLength: 3 },
);

/** The current collection, tracked beside the service. */
class Shelf {
  readonly rows = new Map<string, OracleRow>();
  private readonly served: Served;
  private made = 0;

  constructor(served: Served) {
    this.served = served;
  }

  /** Values before, after and between all others in every order. */
  async create(draft: Body): Promise<void> {
    this.made += 1;
    const id = `${["a", "R", "r", "z"][this.made % 4]}${(this.made * 7) % 1_000}-${this.made}`;
    const [{ body }] = (await createAll(this.served, PATH, [{ id, ...draft }])) as [HttpResponse];
    this.rows.set(id, body);
  }

  /** @returns the id of the record that was changed or deleted */
  async write({ kind, draft, at }: Write, last: string | undefined): Promise<string | undefined> {
    this.served.clock.advance(1_000);
    if (kind === "create" || this.rows.size === 0) {
      await this.create(draft);
      return undefined;
    }
    const id = kind === "remove the last" ? last : [...this.rows.keys()][at % this.rows.size]!;
    if (id === undefined || !this.rows.has(id)) return undefined;
    if (kind === "change") {
      const { status, body, text } = await this.served.patch(`${PATH}/${id}`, draft);
      assert.equal(status, 200, text);
      this.rows.set(id, body);
    } else {
      assert.equal((await this.served.delete(`${PATH}/${id}`)).status, 204);
      this.rows.delete(id);
    }
    return id;
  }

  /** The ids that a query finds among some records, in order. */
  answer(question: ListQuery, rows: Iterable<OracleRow>): string[] {
    return expectedPage({ ...question, page: 1, limit: Number.MAX_SAFE_INTEGER }, PRODUCT_FIELDS, rows).ids;
  }
}

async function check(served: Served, shelf: Shelf, question: ListQuery, meanwhile: readonly Write[][]): Promise<void> {
  const before = new Map(shelf.rows);
  const touched = new Set<string>();
  const seen: string[] = [];
  let next: string | undefined = `${PATH}?${toQueryString(question).replace(/page=\d+/, "cursor=")}`;
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

for (const [store, own] of [
  ["SQLite", async () => createDatabaseFile()],
  ["PostgreSQL", createSchema],
] as const) {
  const skip = store === "PostgreSQL" && (await skipWithoutPostgres());
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
    const property = fc.asyncProperty(question, fc.array(writes, { maxLength: 12 }), async (listQuery, meanwhile) => {
      await check(served, shelf, listQuery, meanwhile);
      // As many as at the beginning, so that there are always several pages.
      for (const draft of fc.sample(randomProduct, RECORDS - shelf.rows.size)) await shelf.create(draft);
    });
    await fc.assert(property, { numRuns: RUNS });
  });
}
