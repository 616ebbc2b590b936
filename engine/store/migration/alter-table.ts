/** Plans how tables are created, and how their columns change. */
import type { Dialect } from "../dialect.ts";
import { columnDefinitions, quoteLiteral } from "../tables.ts";
import type { TableDiff } from "./diff.ts";
import type { Step } from "./step.ts";

/** Creates a table, or changes its columns. Drops indexes that are not wanted, or would prevent the change. */
export function changeTable(diff: TableDiff, dialect: Dialect): Step[] {
  return diff.isNew ? createTable(diff, dialect) : alterTable(diff, dialect);
}

function createTable({ resource, isHistory }: TableDiff, dialect: Dialect): Step[] {
  const { table, name } = resource;
  const columns = [...columnDefinitions(resource, dialect)].map(([column, type]) => `"${column}" ${type}`);
  const key = isHistory ? dialect.generatedKey : "INTEGER PRIMARY KEY";
  const create = { text: `CREATE TABLE "${table}" (n ${key}, ${columns.join(", ")})` };
  const counter = `INSERT INTO "collection_counters" (name, changes, total) VALUES (${quoteLiteral(name)}, 0, 0)`;
  return isHistory ? [create] : [create, { text: counter }];
}

function alterTable(diff: TableDiff, dialect: Dialect): Step[] {
  const { resource, added, recreated, removed, converted, removedIndexes, keptIndexes } = diff;
  const dropIndexes = [...removedIndexes].map((index) => ({ text: `DROP INDEX "${index}"` }));
  if (added.size + removed.size + converted.size === 0) return dropIndexes;
  const { statements, dropsIndexes } = dialect.alterTable({
    table: resource.table,
    columns: columnDefinitions(resource, dialect),
    added,
    dropped: new Set([...recreated.keys(), ...removed.keys()]),
    converted,
  });
  const changes = statements.map((text) => ({ text, resource }));
  // The other indexes are created at the end; these are needed before that, for lookups.
  return dropsIndexes
    ? [...changes, ...[...keptIndexes.values()].map((text) => ({ text }))]
    : [...dropIndexes, ...changes];
}
