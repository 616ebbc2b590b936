/** Proves that usual queries on PostgreSQL read an index in order, without a sort. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Sql } from "sql-template-tag";
import { readListQuery } from "../engine/query/list-query.ts";
import { catalog } from "../engine/resource/catalog.ts";
import { summaryProjection } from "../engine/resource/representation.ts";
import type { Query } from "../engine/store/database.ts";
import { openStore } from "../engine/store/open-store.ts";
import { postgresDialect } from "../engine/store/postgres/session.ts";
import { listPredicates } from "../engine/store/read/predicates.ts";
import { selectByKeys, selectKeys, selectOne } from "../engine/store/read/select.ts";
import { domain } from "./support/domain/space/index.ts";
import { TestClock } from "./support/http/serve.ts";
import { QUERY_PLANS } from "./support/query/query-plans.ts";
import { openPglite } from "./support/store/pglite.ts";

const resources = catalog(domain);
const database = await openPglite();
const store = await openStore(async () => database, { catalog: resources, clock: new TestClock() });
after(() => store.close());

const viewAt = (path: string) => resources.views.find((view) => view.path === path)!;

function pageOf(path: string, query: string, of?: string): Sql {
  const view = viewAt(path);
  const { filters: conditions, sorts, paging } = readListQuery(view, query, { default: 20, max: 100 });
  return selectKeys(view, listPredicates(view, of, conditions, postgresDialect), sorts, {
    limit: paging.limit,
    offset: 0,
  });
}

/** The plan of a statement on large tables; those of the test are almost empty. */
async function planOf({ text, values }: Query): Promise<string> {
  const rows = await database.transaction(async ({ session }) => {
    for (const way of ["seqscan", "bitmapscan"])
      await session.run({ sql: "", text: `SET LOCAL enable_${way} = off`, values: [] });
    return session.all({ sql: "", text: `EXPLAIN ${text}`, values });
  });
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
}

for (const [list, query, index, of] of QUERY_PLANS) {
  test(`architecture, indexes: on PostgreSQL ${list}?${query} is read over ${index} alone`, async () => {
    const plan = await planOf(pageOf(list, query, of));
    assert.match(plan, new RegExp(`Index Only Scan (Backward )?using ${index}\\b`));
    assert.doesNotMatch(plan, /Sort|Filter/);
  });
}

test("architecture, indexes: on PostgreSQL one record, many records and the rows of a page are index searches", async () => {
  const shape = summaryProjection(viewAt("/api/missions"));
  const one = selectOne(shape, { id: "x" });
  assert.match(await planOf(one), /Index Scan using missions_by_id\b/);
  assert.match(
    await planOf({ sql: "", text: one.batchText!, values: [["x", "y"]] }),
    /Index Scan using missions_by_id\b/,
  );
  assert.match(await planOf(selectByKeys(shape, [1, 2], postgresDialect)), /Index Scan using missions_pkey/);
});
