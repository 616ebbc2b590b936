/** Writes a dump. */
import sql, { join } from "sql-template-tag";
import type { Catalog } from "../../resource/catalog.ts";
import type { ReadSession } from "../database.ts";
import { quoteIdentifier } from "../tables.ts";
import { BATCH, type DumpedTable, dumpedTables, dumpHead, type EndLine, type TableLine } from "./format.ts";

/**
 * The lines of a dump of a database that has the layout of the catalog.
 * @param session in a snapshot
 * @param wrote called with the number of rows so far
 */
export async function* dumpLines(
  session: ReadSession,
  catalog: Catalog,
  registry: string,
  wrote: (rows: number) => void,
): AsyncGenerator<string, void> {
  let rows = 0;
  yield lineOf(dumpHead(catalog, registry));
  for (const table of dumpedTables(catalog)) {
    yield lineOf({ table: table.table, columns: table.columns.map(({ name }) => name) } satisfies TableLine);
    for await (const batch of batchesOf(session, table)) {
      rows += batch.length;
      wrote(rows);
      yield batch.map(lineOf).join("");
    }
  }
  yield lineOf({ rows } satisfies EndLine);
}

async function* batchesOf(
  session: ReadSession,
  { table, columns, order, start }: DumpedTable,
): AsyncGenerator<unknown[][], void> {
  const [key, selected] = [quoteIdentifier(order), join(columns.map(({ name }) => quoteIdentifier(name)))];
  for (let after: unknown = start; ; ) {
    const rows = await session.all(
      sql`SELECT ${key} AS "#order", ${selected} FROM ${quoteIdentifier(table)} WHERE ${key} > ${after} ORDER BY ${key} LIMIT ${BATCH}`,
    );
    if (rows.length > 0) yield rows.map((row) => columns.map(({ name }) => row[name] ?? null));
    if (rows.length < BATCH) return;
    after = rows.at(-1)!["#order"];
  }
}

function lineOf(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
