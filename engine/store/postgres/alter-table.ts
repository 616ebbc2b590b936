/** Changes the columns of a table in PostgreSQL. */
import type { ColumnChanges, TableAlteration } from "../migration/alteration.ts";

/** The type of integer keys. */
const KEY_TYPE = "INTEGER";

/**
 * Makes all changes in one statement, which rewrites the rows once, without the dropped columns. Values that come from these
 * columns are converted before that.
 */
export function alterTable({ table, columns, added, dropped, converted }: ColumnChanges): TableAlteration {
  const usesDropped = (value: string) => [...dropped].some((name) => value.includes(`"${name}"`));
  const convert = (entries: readonly (readonly [string, string])[]) =>
    entries.map(([name, value]) => `ALTER COLUMN "${name}" TYPE ${columns.get(name) ?? KEY_TYPE} USING ${value}`);
  const early = convert([...converted].filter(([, value]) => usesDropped(value)));
  const others = [
    ...[...dropped].map((name) => `DROP COLUMN "${name}"`),
    ...[...added].map((name) => `ADD COLUMN "${name}" ${columns.get(name)}`),
    ...convert([...converted].filter(([, value]) => !usesDropped(value))),
  ];
  const statements = [early, others]
    .filter((clauses) => clauses.length > 0)
    .map((clauses) => `ALTER TABLE "${table}" ${clauses.join(", ")}`);
  return { statements, dropsIndexes: false };
}
