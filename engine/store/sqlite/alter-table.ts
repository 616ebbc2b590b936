/** Changes the columns of a table in SQLite. */
import type { ColumnChanges, TableAlteration } from "../migration/alteration.ts";

/**
 * Adds columns where they are; for any other change, copies the rows into a new table. SQLite would rewrite all rows for each
 * column that is dropped, and cannot change the type of a column.
 */
export function alterTable({ table, columns, added, dropped, converted }: ColumnChanges): TableAlteration {
  if (dropped.size === 0 && converted.size === 0) {
    const statements = [...added].map((name) => `ALTER TABLE "${table}" ADD COLUMN "${name}" ${columns.get(name)}`);
    return { statements, dropsIndexes: false };
  }
  const copy = `${table}__new`;
  const definitions = [...columns].map(([name, definition]) => `"${name}" ${definition}`);
  const kept = [...columns.keys()].filter((name) => !added.has(name));
  const names = kept.map((name) => `"${name}"`);
  const values = kept.map((name) => converted.get(name) ?? `"${name}"`);
  const statements = [
    `CREATE TABLE "${copy}" (n INTEGER PRIMARY KEY, ${definitions.join(", ")})`,
    `INSERT INTO "${copy}" (n, ${names.join(", ")}) SELECT ${converted.get("n") ?? "n"}, ${values.join(", ")} FROM "${table}" ORDER BY 1`,
    `DROP TABLE "${table}"`,
    `ALTER TABLE "${copy}" RENAME TO "${table}"`,
  ];
  return { statements, dropsIndexes: true };
}
