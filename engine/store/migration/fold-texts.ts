/** Folds the texts of existing rows, because a column is new, or because `fold` has changed. */
import sql, { join } from "sql-template-tag";
import { fold } from "../../declare/values.ts";
import { foldedColumn } from "../../resource/column.ts";
import type { Resource } from "../../resource/resource.ts";
import type { WriteSession } from "../database.ts";
import { quoteIdentifier } from "../tables.ts";
import type { TableDiff } from "./diff.ts";
import type { Step } from "./step.ts";

/** The number of rows that are read per statement. */
const BATCH = 5_000;

/** Folds all columns in one pass, and writes only the rows that change. */
export function foldTexts({ resource, added, redefined }: TableDiff): Step[] {
  const columns = resource.columns
    .filter(({ name, folded }) => folded && !added.has(name))
    .map(({ name }) => name)
    .filter((name) => added.has(foldedColumn(name)) || redefined.has(foldedColumn(name)));
  if (columns.length === 0) return [];
  const text = `fold the case of ${resource.name}: ${columns.join(", ")}`;
  return [{ text, resource, run: (_writer, _unit, session) => foldColumns(session, resource, columns) }];
}

async function foldColumns(session: WriteSession, { table }: Resource, columns: readonly string[]): Promise<void> {
  const selected = join(columns.flatMap((name) => [name, foldedColumn(name)]).map(quoteIdentifier));
  for (let after = 0; ; ) {
    const rows = await session.all(
      sql`SELECT n, ${selected} FROM ${quoteIdentifier(table)} WHERE n > ${after} ORDER BY n LIMIT ${BATCH}`,
    );
    for (const row of rows) {
      const changes = columns.flatMap((name) => {
        const value = row[name] as string | null;
        const folded = value === null ? null : fold(value);
        return folded === row[foldedColumn(name)] ? [] : [sql`${quoteIdentifier(foldedColumn(name))} = ${folded}`];
      });
      if (changes.length > 0)
        await session.send(sql`UPDATE ${quoteIdentifier(table)} SET ${join(changes)} WHERE n = ${row.n}`);
    }
    if (rows.length < BATCH) return;
    after = Number(rows.at(-1)!.n);
  }
}
