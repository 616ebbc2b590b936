/** Proves which SELECT statement a query becomes on SQLite, and that usual ones read an index. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import Sqlite from "better-sqlite3";
import type { Sql } from "sql-template-tag";
import type { Keyset } from "../engine/query/cursor.ts";
import { readListQuery } from "../engine/query/list-query.ts";
import { catalog } from "../engine/resource/catalog.ts";
import { projectionOf, summaryProjection } from "../engine/resource/representation.ts";
import type { View } from "../engine/resource/resource.ts";
import type { Query } from "../engine/store/database.ts";
import { openStore } from "../engine/store/open-store.ts";
import { rangesAfter, selectRange } from "../engine/store/read/cursor-ranges.ts";
import { listPredicates } from "../engine/store/read/predicates.ts";
import { countRows, selectByKeys, selectKeys, selectOne } from "../engine/store/read/select.ts";
import { openSqlite } from "../engine/store/sqlite/database.ts";
import { sqliteDialect } from "../engine/store/sqlite/session.ts";
import { domain } from "./support/domain/space/index.ts";
import { TestClock } from "./support/http/serve.ts";
import { QUERY_PLANS } from "./support/query/query-plans.ts";

const resources = catalog(domain);
const viewAt = (path: string): View => resources.views.find((view) => view.path === path)!;

/** The statement for a page of a list, as `http/list` and `store/sql-store` have it composed. */
function pageOf(path: string, query: string, of?: string): Sql {
  const view = viewAt(path);
  const { filters: conditions, sorts, paging } = readListQuery(view, query, { default: 20, max: 100 });
  const terms = listPredicates(view, of, conditions, sqliteDialect);
  return selectKeys(view, terms, sorts, { limit: paging.limit, offset: (paging.page - 1) * paging.limit });
}

function countOf(path: string, query: string, of?: string): Sql {
  const view = viewAt(path);
  const { filters: conditions } = readListQuery(view, query, { default: 20, max: 100 });
  return countRows(view, listPredicates(view, of, conditions, sqliteDialect));
}

const ORDER = `ORDER BY "id" ASC NULLS FIRST LIMIT ? OFFSET ?`;

/** A query of missions, its WHERE clause, and the bound values before the slice. */
const CONDITIONS: [query: string, condition: string, values: unknown[]][] = [
  ["", "", []],
  ["status=ACTIVE", `"status" = ?`, ["active"]],
  ["filter=status:active", `"status" = ?`, ["active"]],
  ["status_in=active,planned", `"status" IN (?,?)`, ["active", "planned"]],
  ["id=Apollo-11", `"id" = ?`, ["apollo-11"]],
  ["name=ÉTOILE", `"name__folded" = ?`, ["étoile"]],
  ["destination=MARS", `"destination" = ?`, ["mars"]],
  ['name_in=a,"B,c"', `"name__folded" IN (?,?)`, ["a", "b,c"]],
  ["name_contains=%25_", `instr("name__folded", ?) > 0`, ["%_"]],
  [
    "search=MOON%20a",
    `(instr("name__folded", ?) > 0 OR instr("description__folded", ?) > 0 OR instr("status_reason__folded", ?) > 0 OR instr("operator__folded", ?) > 0) AND (instr("name__folded", ?) > 0 OR instr("description__folded", ?) > 0 OR instr("status_reason__folded", ?) > 0 OR instr("operator__folded", ?) > 0)`,
    ["moon", "moon", "moon", "moon", "a", "a", "a", "a"],
  ],
  ["search=%2B", "FALSE", []],
  ["name_contains=", `"name__folded" IS NOT NULL`, []],
  ["name_starts_with=Apo", `("name__folded" >= ? AND "name__folded" < ?)`, ["apo", "app"]],
  ["name_starts_with=%F4%8F%BF%BF", `"name__folded" >= ?`, ["\u{10FFFF}"]],
  ["name_starts_with=%ED%9F%BF", `("name__folded" >= ? AND "name__folded" < ?)`, ["\ud7ff", "\ue000"]],
  ["name_ends_with=XI", `substr("name__folded", -length(?)) = ?`, ["xi", "xi"]],
  ["name_ends_with=", `"name__folded" IS NOT NULL`, []],
  ["crew_size_min=2&crew_size_max=3", `"crew_size" >= ? AND "crew_size" <= ?`, [2, 3]],
  ["astronaut_count_min=1", `"astronaut_count" >= ?`, [1]],
  ["launch_date_after=1969-07-15", `"launch_date" > ?`, ["1969-07-15"]],
  ["launch_date_exists=false", `"launch_date" IS NULL`, []],
  ["launch_date_exists=true", `"launch_date" IS NOT NULL`, []],
  [
    "created_at=2026-01-31",
    `(("created_at" >= ? AND "created_at" < ?))`,
    [Date.UTC(2026, 0, 31), Date.UTC(2026, 1, 1)],
  ],
  ["created_at=2026-01-31T13:00:00%2B01:00", `("created_at" = ?)`, [Date.UTC(2026, 0, 31, 12)]],
  ["created_at=2026-01-31T12:00:00.000000001Z", "(FALSE)", []],
  ["created_at_before=2026-01-31", `"created_at" < ?`, [Date.UTC(2026, 0, 31)]],
  ["created_at_before=2026-01-31T00:00:00.0005Z", `"created_at" < ?`, [Date.UTC(2026, 0, 31) + 1]],
  ["created_at_after=2026-01-31T00:00:00.0005Z", `"created_at" > ?`, [Date.UTC(2026, 0, 31)]],
  ["created_at_in=9999-12-31", `("created_at" >= ?)`, [Date.UTC(9999, 11, 31)]],
];

for (const [query, condition, values] of CONDITIONS) {
  test(`§4.5: ?${query} selects ids ${condition ? `where ${condition}` : "without a condition"}`, () => {
    const where = condition ? ` WHERE ${condition}` : "";
    const page = pageOf("/api/missions", query);
    assert.equal(page.sql, `SELECT n FROM "missions"${where} ${ORDER}`);
    assert.deepEqual(page.values, [...values, 20, 0]);
    const count = countOf("/api/missions", query);
    assert.equal(count.sql, `SELECT count(*) AS total FROM "missions"${where}`);
    assert.deepEqual(count.values, values);
  });
}

/** A sort of missions and its ORDER BY: NULLS is explicit, and id is last. */
const ORDERS: [query: string, order: string][] = [
  ["sort=launch_date", `"launch_date" ASC NULLS FIRST, "id" ASC NULLS FIRST`],
  ["sort=launch_date:desc", `"launch_date" DESC NULLS LAST, "id" ASC NULLS FIRST`],
  ["sort_by=status,name&order=desc", `"status" DESC NULLS LAST, "name__folded" ASC NULLS FIRST, "id" ASC NULLS FIRST`],
  ["sort=id:desc", `"id" DESC NULLS LAST`],
  ["sort=id,name", `"id" ASC NULLS FIRST`],
  ["sort=sample_count:desc", `"sample_count" DESC NULLS LAST, "id" ASC NULLS FIRST`],
];

for (const [query, order] of ORDERS) {
  test(`§4.5: ?${query} orders by ${order}`, () => {
    assert.equal(pageOf("/api/missions", query).sql, `SELECT n FROM "missions" ORDER BY ${order} LIMIT ? OFFSET ?`);
  });
}

test("§4.5: page and limit become LIMIT and OFFSET, and a parent the first condition", () => {
  assert.deepEqual(pageOf("/api/missions", "page=4&limit=25").values, [25, 75]);
  const samples = pageOf("/api/missions/{mission_id}/data", "value_max=2.5", "viking-1");
  assert.equal(samples.sql, `SELECT n FROM "data" WHERE "mission_id" = ? AND "value" <= ? ${ORDER}`);
  assert.deepEqual(samples.values, ["viking-1", 2.5, 20, 0]);
});

/** The statements that read the next cursor page. */
function cursorStatements(path: string, query: string, after?: Keyset, of?: string): Sql[] {
  const view = viewAt(path);
  const { filters: conditions, sorts, paging } = readListQuery(view, query, { default: 20, max: 100 });
  const terms = listPredicates(view, of, conditions, sqliteDialect);
  return rangesAfter(sorts, after).map((range) =>
    selectRange({ view, predicates: terms, sorts }, range, paging.limit + 1),
  );
}

/** A sort, the sort values of the last item, and the ranges after it: conditions, order, bound values. */
const CURSOR_RANGES: [query: string, after: Keyset, ranges: [condition: string, order: string, values: unknown[]][]][] =
  [
    ["", ["m"], [[`"id" > ?`, `"id" ASC NULLS FIRST`, ["m"]]]],
    ["sort=id:desc", ["m"], [[`"id" < ?`, `"id" DESC NULLS LAST`, ["m"]]]],
    [
      "sort=launch_date",
      ["1969-07-16", "m"],
      [[`("launch_date", "id") > (?, ?)`, `"launch_date" ASC NULLS FIRST, "id" ASC NULLS FIRST`, ["1969-07-16", "m"]]],
    ],
    [
      "sort=launch_date",
      [null, "m"],
      [
        [`"launch_date" IS NULL AND "id" > ?`, `"launch_date" ASC NULLS FIRST, "id" ASC NULLS FIRST`, ["m"]],
        [`"launch_date" IS NOT NULL`, `"launch_date" ASC NULLS FIRST, "id" ASC NULLS FIRST`, []],
      ],
    ],
    [
      "sort=launch_date:desc",
      ["1969-07-16", "m"],
      [
        [`"launch_date" = ? AND "id" > ?`, `"launch_date" ASC NULLS FIRST, "id" ASC NULLS FIRST`, ["1969-07-16", "m"]],
        [`"launch_date" < ?`, `"launch_date" DESC NULLS LAST, "id" ASC NULLS FIRST`, ["1969-07-16"]],
        [`"launch_date" IS NULL`, `"launch_date" ASC NULLS FIRST, "id" ASC NULLS FIRST`, []],
      ],
    ],
    [
      "sort=launch_date:desc",
      [null, "m"],
      [[`"launch_date" IS NULL AND "id" > ?`, `"launch_date" ASC NULLS FIRST, "id" ASC NULLS FIRST`, ["m"]]],
    ],
    [
      "crew_size_min=2&sort=status:desc,name",
      ["active", "N", "m"],
      [
        [
          `"crew_size" >= ? AND "status" = ? AND ("name__folded", "id") > (?, ?)`,
          `"status" ASC NULLS FIRST, "name__folded" ASC NULLS FIRST, "id" ASC NULLS FIRST`,
          [2, "active", "N", "m"],
        ],
        [
          `"crew_size" >= ? AND "status" < ?`,
          `"status" DESC NULLS LAST, "name__folded" ASC NULLS FIRST, "id" ASC NULLS FIRST`,
          [2, "active"],
        ],
        [
          `"crew_size" >= ? AND "status" IS NULL`,
          `"status" ASC NULLS FIRST, "name__folded" ASC NULLS FIRST, "id" ASC NULLS FIRST`,
          [2],
        ],
      ],
    ],
  ];

for (const [query, after, ranges] of CURSOR_RANGES) {
  test(`§4.5: ?${query}&cursor=… continues after ${JSON.stringify(after)} with ${ranges.length} ranges`, () => {
    const statements = cursorStatements("/api/missions", query, after);
    assert.deepEqual(
      statements.map(({ sql, values }) => [/ WHERE (.*) ORDER BY (.*) LIMIT \?$/.exec(sql)?.slice(1), values]),
      ranges.map(([condition, order, values]) => [
        [condition, order],
        [...values, 21],
      ]),
    );
    for (const { sql } of statements) assert.match(sql, /^SELECT n, (?:"\w+" AS "#\d"(?:, )?)+ FROM "missions" WHERE /);
  });
}

test("§4.5: ?cursor= starts with the whole list, and long texts sort by their first 500 characters", () => {
  const [first, ...others] = cursorStatements("/api/missions", "limit=5&sort=description");
  assert.equal(
    first!.sql,
    `SELECT n, substr("description__folded", 1, 500) AS "#0", "id" AS "#1" FROM "missions" ORDER BY substr("description__folded", 1, 500) ASC NULLS FIRST, "id" ASC NULLS FIRST LIMIT ?`,
  );
  assert.deepEqual([first!.values, others], [[6], []]);
  const [next] = cursorStatements("/api/missions", "sort=description", ["D", "m"]);
  assert.match(next!.sql, /WHERE \(substr\("description__folded", 1, 500\), "id"\) > \(\?, \?\) ORDER BY/);
});

test("§4.5: values of the caller are bound, never part of the statement", () => {
  const evil = `'";DROP TABLE missions;--`;
  const texts = ["name", "name_in", "name_contains", "name_starts_with", "name_ends_with"];
  for (const name of texts) {
    const { sql, values } = pageOf("/api/missions", `${name}=${encodeURIComponent(`"${evil.replaceAll('"', '""')}"`)}`);
    assert.ok(!sql.includes("DROP"), sql);
    assert.ok(
      values.some((value) => String(value).includes("drop table missions")),
      name,
    );
  }
  const view = viewAt("/api/missions");
  const one = selectOne(projectionOf(view, [view.properties.get("name")!], {}), { id: evil });
  assert.deepEqual(
    [one.sql, one.values],
    [
      `SELECT revision AS "#revision", updated_at AS "#updated_at", "name" AS "name" FROM "missions" WHERE "id" = ?`,
      [evil],
    ],
  );
});

test("architecture, two stores: the rows of a page are read by integer key, with the columns of its links", () => {
  const view = viewAt("/api/planets/{planet_id}/moons");
  const rows = selectByKeys(summaryProjection(view), [7, 3], sqliteDialect);
  const [, columns = "", rest] = /^SELECT n AS "#", (.*?) FROM (.*)$/.exec(rows.sql) ?? [];
  const needed = ["id", "mean_radius_km", "name", "planet_id"].map((name) => `"${name}" AS "${name}"`);
  assert.deepEqual(columns.split(", ").sort(), needed);
  assert.equal(rest, `"moons" WHERE n IN (SELECT value FROM json_each(?))`);
  assert.deepEqual(rows.values, ["[7,3]"]);
});

const folder = mkdtempSync(join(tmpdir(), "space-missions-select-"));
const path = join(folder, "plans.db");
await (
  await openStore(async (hooks) => openSqlite(path, hooks), { catalog: resources, clock: new TestClock() })
).close();
const database = new Sqlite(path);
after(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

/** The plan of a statement. */
function planOf({ sql, values }: Query): string[] {
  const steps = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(values) as { detail: string }[];
  return steps.map((step) => step.detail);
}

for (const [list, query, index, of] of QUERY_PLANS) {
  test(`architecture, indexes: ${list}?${query} is read over ${index} alone`, () => {
    const plan = planOf(pageOf(list, query, of));
    assert.equal(plan.length, 1, plan.join("; "));
    assert.match(plan[0]!, new RegExp(`USING COVERING INDEX ${index}\\b`));
  });
}

test("architecture, indexes: a prefix reads a range of an index, one record is an index search, and a page reads its integer keys", () => {
  const view = viewAt("/api/missions");
  assert.match(planOf(countOf("/api/missions", "name_starts_with=apo"))[0]!, /^SEARCH .*name__folded>\? AND /);
  assert.match(planOf(selectOne(summaryProjection(view), { id: "x" }))[0]!, /^SEARCH .*missions_by_id \(id=\?\)/);
  assert.match(
    planOf(selectByKeys(summaryProjection(view), [1, 2], sqliteDialect))[0]!,
    /^SEARCH .*INTEGER PRIMARY KEY/,
  );
});

/** Cursor pages, and where in the index each of their ranges begins. */
const CURSOR_PLANS: [path: string, query: string, after: Keyset, begins: string[], of?: string][] = [
  ["/api/missions", "", ["m"], ["missions_by_id (id>?)"]],
  ["/api/missions", "sort=id:desc", ["m"], ["missions_by_id (id<?)"]],
  [
    "/api/missions",
    "sort=launch_date",
    ["1969-07-16", "m"],
    ["missions_by_launch_date_and_id ((launch_date,id)>(?,?))"],
  ],
  [
    "/api/missions",
    "sort=launch_date",
    [null, "m"],
    ["missions_by_launch_date_and_id (launch_date=? AND id>?)", "missions_by_launch_date_and_id (launch_date>?)"],
  ],
  [
    "/api/missions",
    "sort=launch_date:desc",
    ["1969-07-16", "m"],
    [
      "missions_by_launch_date_and_id (launch_date=? AND id>?)",
      "missions_by_launch_date_and_id (launch_date<?)",
      "missions_by_launch_date_and_id (launch_date=?)",
    ],
  ],
  [
    "/api/missions",
    "status=active&sort=launch_date",
    ["1969-07-16", "m"],
    ["missions_by_status_and_launch_date_and_id (status=? AND (launch_date,id)>(?,?))"],
  ],
  ["/api/missions", "status=active", ["m"], ["missions_by_status_and_id (status=? AND id>?)"]],
  ["/api/missions/{mission_id}/data", "", ["m"], ["data_by_mission_id_and_id (mission_id=? AND id>?)"], "viking-1"],
  [
    "/api/missions/{mission_id}/astronauts",
    "",
    ["m"],
    ["crew_by_mission_id_and_astronaut_id (mission_id=? AND astronaut_id>?)"],
    "apollo-11",
  ],
];

for (const [list, query, after, begins, of] of CURSOR_PLANS) {
  test(`§4.5: ${list}?${query}&cursor=… after ${JSON.stringify(after)} starts at its place in the index, at any depth`, () => {
    const searches = cursorStatements(list, query, after, of).map((statement) => planOf(statement)[0]!);
    assert.deepEqual(
      searches.map((search) => search.replace(/^.* USING COVERING INDEX /, "")),
      begins,
    );
  });
}
