/** Proves that a sum costs no more than its values need: one of a very different size adds a few levels (decision 35). */
import assert from "node:assert/strict";
import { test } from "node:test";
import Sqlite from "better-sqlite3";
import { raw } from "sql-template-tag";
import { readListQuery } from "../engine/query/list-query.ts";
import { catalog } from "../engine/resource/catalog.ts";
import type { Query, ReadSession } from "../engine/store/database.ts";
import { readGroups } from "../engine/store/read/groups/select-groups.ts";
import { sqliteDialect } from "../engine/store/sqlite/session.ts";
import { domain } from "./support/domain/space/index.ts";

const data = catalog(domain).resources.flatMap(({ views }) => views.find(({ path }) => path === "/api/data") ?? [])[0]!;

/** The sum of numbers, with how many statements read it, and on how many levels it is added. */
async function add(numbers: readonly number[]) {
  const database = new Sqlite(":memory:");
  database.exec("CREATE TABLE data (value REAL)");
  const insert = database.prepare("INSERT INTO data VALUES (?)");
  for (const each of numbers) insert.run(each);
  const statements: string[] = [];
  const all = async ({ sql, values }: Query) => {
    statements.push(sql);
    return database.prepare<unknown[], Record<string, never>>(sql).all(...values);
  };
  const { grouping } = readListQuery(data, "measure=sum:value", { default: 1, max: 1 });
  const records = { source: raw('"data"'), predicates: [] };
  const slice = { limit: 1, offset: 0 };
  const { rows } = await readGroups({ all } as unknown as ReadSession, sqliteDialect, records, grouping!, slice);
  database.close();
  const levels = statements.at(-1)!.match(/\bsum\(/g)!.length;
  return { sum: rows[0]!.value_sum, statements: statements.length, levels };
}

test("§4.8: ordinary values are added on a few levels, without another statement", async () => {
  assert.deepEqual(await add([0.1, 0.2, 273.15, 101_325]), { sum: 101_598.45, statements: 2, levels: 4 });
  assert.deepEqual(await add([0, 0]), { sum: 0, statements: 2, levels: 1 });
  assert.deepEqual(await add([]), { sum: null, statements: 2, levels: 1 });
});

test("§4.8: one value of a very different size adds a few levels to a sum, not all between them", async () => {
  const ordinary = [0.5, 0.25, 273.25, 101_325];
  for (const [extreme, sum, levels] of [
    [5e-324, 101_599, 6],
    [-1e-100, 101_599, 7],
    [1e200, 1e200, 7],
    [Number.MAX_VALUE, Number.MAX_VALUE, 7],
  ] as const) {
    const added = await add([...ordinary, extreme, 0]);
    assert.deepEqual(added, { sum, statements: 3, levels }, `${extreme}`);
  }
  assert.deepEqual(await add([1e200, 1, 5e-324, -1e200, -1]), { sum: 5e-324, statements: 3, levels: 8 });
});
