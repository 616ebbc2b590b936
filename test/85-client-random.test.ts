/** Proves that the client asks what is meant: random queries get the same records through it as by `fetch`, between writes. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import fc from "fast-check";
import { type AnyRecord, connect, type QueryParameters } from "../client/index.ts";
import { campaignSize } from "./support/campaign.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { createAll } from "./support/http/lists.ts";
import { ADMIN_KEY, type Body, serve } from "./support/http/serve.ts";
import { isOfSeveral, type ListQuery, toQueryString } from "./support/query/query-oracle.ts";
import { productQueries, randomProduct } from "./support/query/random-products.ts";
import { STORE_KINDS } from "./support/store/both-stores.ts";

const PATH = "/api/products";
const SEED = Number(process.env.FUZZ_SEED ?? 85);

/** A query as a caller of the client writes it. */
function parametersOf({ filters, search, sorts, page, limit }: ListQuery): QueryParameters {
  const compact = filters.filter((filter) => filter.compact);
  const pairs = filters
    .filter((filter) => !filter.compact)
    .map(({ field, operator, values }) => [
      operator === "" ? field : `${field}_${operator}`,
      isOfSeveral(operator) ? values : values[0]!,
    ]);
  return {
    ...Object.fromEntries(pairs),
    ...(compact.length > 0 ? { filter: compact.map(({ field, values }) => `${field}:${values[0]}`) } : {}),
    ...(sorts.length > 0
      ? { sort: sorts.map(({ field, descending }) => `${field}:${descending ? "desc" : "asc"}`) }
      : {}),
    ...{ search, page, limit },
  };
}

for (const [index, { name, create, skip }] of STORE_KINDS.entries()) {
  test(`§4.5: random queries through the client, on ${name}`, { skip }, async () => {
    const database = await create();
    const served = await serve(secondDomain, { DATABASE_URL: database.url });
    after(async () => {
      await served.stop();
      await database.remove();
    });
    const products = fc.sample(randomProduct, { numRuns: 120, seed: SEED });
    await createAll(
      served,
      PATH,
      products.map((product, number) => ({ id: `r${number}`, ...product })),
    );
    const api = connect(served.url, { key: ADMIN_KEY });
    const list = api.at(PATH);
    const get = async (query: string): Promise<Body> => (await fetch(`${served.url}${PATH}?${query}`)).json();
    const queries = fc.sample(productQueries, { numRuns: campaignSize("CLIENT_QUERIES") / 10 ** index, seed: SEED });
    let earlier: ListQuery | undefined;
    for (const [number, query] of queries.entries()) {
      if (number % 5 === 0)
        await list.update(`r${number % 120}`, fc.sample(randomProduct, { numRuns: 1, seed: number })[0]!);
      // The second one has been asked before: it may be a 304, but not an old answer.
      for (const each of [query, ...(earlier ? [earlier] : [])]) {
        const { items, total, page, limit, more } = await list.list(parametersOf(each));
        const {
          products: expected,
          total_count,
          page: expectedPage,
          limit: expectedLimit,
        } = await get(toQueryString(each));
        assert.deepEqual([items, total, page, limit, more], [expected, total_count, expectedPage, expectedLimit, {}]);
      }
      if (number % 10 === 0) {
        const { page: _, ...all } = parametersOf({ ...query, limit: 7 });
        const found: AnyRecord[] = [];
        for await (const item of list.all(all)) found.push(item);
        const expected = await get(toQueryString({ ...query, page: 1, limit: 100 }));
        assert.deepEqual([found.slice(0, 100), found.length], [expected.products, expected.total_count]);
      }
      earlier = query;
    }
  });
}
