/** Proves that the usual queries of the event log read an index, on both stores. The log has no index that none of them needs. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import Sqlite from "better-sqlite3";
import { buildCatalog } from "../engine/app/bootstrap.ts";
import { readListQuery } from "../engine/query/list-query.ts";
import type { Query } from "../engine/store/database.ts";
import type { Dialect } from "../engine/store/dialect.ts";
import { openStore } from "../engine/store/open-store.ts";
import { postgresDialect } from "../engine/store/postgres/session.ts";
import { listPredicates } from "../engine/store/read/predicates.ts";
import { selectKeys } from "../engine/store/read/select.ts";
import { sqliteDialect } from "../engine/store/sqlite/session.ts";
import { columnDefinitions, indexDefinitions } from "../engine/store/tables.ts";
import { domain } from "./support/domain/space/index.ts";
import { TestClock } from "./support/http/serve.ts";
import { openPglite } from "./support/store/pglite.ts";

const catalog = buildCatalog(domain);
const log = catalog.log!;
const postgres = await openPglite();
const store = await openStore(async () => postgres, { catalog, clock: new TestClock() });
after(() => store.close());

const sqlite = new Sqlite(":memory:");
const columns = [...columnDefinitions(log, sqliteDialect)].map(([name, type]) => `"${name}" ${type}`);
sqlite.exec(`CREATE TABLE events (n INTEGER PRIMARY KEY, ${columns.join(", ")})`);
for (const statement of indexDefinitions(log, sqliteDialect).values()) sqlite.exec(statement);

function pageOf(query: string, dialect: Dialect): Query {
  const view = log.views[0]!;
  const { filters, sorts } = readListQuery(view, query, { default: 20, max: 100 });
  return selectKeys(view, listPredicates(view, undefined, filters, dialect), sorts, { limit: 20, offset: 0 });
}

/** A query, and how each store finds the first records of a page: without a sort, except of the records of one time. */
const PLANS: [query: string, onSqlite: RegExp, onPostgres: RegExp][] = [
  ["", /^SCAN events$/, /Index Only Scan using events_pkey/],
  ["sort=id:desc", /^SCAN events$/, /Index Only Scan Backward using events_pkey/],
  ["id=0000000000000007", /PRIMARY KEY \(rowid=\?\)/, /using events_pkey.*\n +Index Cond: \(n = 7\)/],
  ["type=mission.created", /events_by_type_and_n \(type=\?\)$/, /Only Scan using events_by_type_and_n/],
  ["type=mission.created&sort=id:desc", /events_by_type_and_n \(type=\?\)$/, /Backward using events_by_type_and_n/],
  ["subject=/api/missions/x", /events_by_subject_and_n \(subject=\?\)$/, /Only Scan using events_by_subject_and_n/],
  [
    "subject_starts_with=/api/missions/x&sort=subject",
    /events_by_subject_and_n \(subject>\? AND subject<\?\)$/,
    /Only Scan using events_by_subject_and_n/,
  ],
  ["time_after=2026-01-01", /PRIMARY KEY \(rowid>\?\)/, /using events_pkey.*\n +Index Cond: \(n >= /],
  ["time=2026-01-01", /PRIMARY KEY \(rowid>\? AND rowid<\?\)/, /Index Cond: \(\(n >= .* AND \(n <= /],
  [
    "type=mission.created&time_before=2026-01-01",
    /events_by_type_and_n \(type=\? AND rowid<\?\)/,
    /using events_by_type_and_n.*\n +Index Cond: \(.*type = .* AND \(n <= /,
  ],
  ["sort=time", /events_by_time_and_n$/, /Only Scan using events_by_time_and_n/],
  ["sort=time:desc", /events_by_time_and_n; USE TEMP B-TREE FOR LAST TERM/, /Presorted Key: "?time/],
];

for (const [query, onSqlite, onPostgres] of PLANS) {
  test(`§6.2: ?${query} of the log reads an index from where the list starts`, async () => {
    const { sql, values } = pageOf(query, sqliteDialect);
    const steps = sqlite.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(values) as { detail: string }[];
    const plan = steps.map(({ detail }) => detail).join("; ");
    assert.match(plan, onSqlite);
    assert.doesNotMatch(plan, /TEMP B-TREE FOR ORDER BY/);

    const { text, values: bound } = pageOf(query, postgresDialect);
    const rows = await postgres.transaction(async ({ session }) => {
      // The table of the test is almost empty; this is the plan for a large one.
      for (const way of ["seqscan", "bitmapscan"])
        await session.run({ sql: "", text: `SET LOCAL enable_${way} = off`, values: [] });
      return session.all({ sql: "", text: `EXPLAIN ${text}`, values: bound });
    });
    const lines = rows.map((row) => row["QUERY PLAN"]).join("\n");
    assert.match(lines, onPostgres);
    assert.doesNotMatch(lines, /(?:^|->) *Sort +\(/m);
  });
}
