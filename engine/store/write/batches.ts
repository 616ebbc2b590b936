/** Divides many records into batches, one statement for each. Other work may run between statements. */
import sql, { type Sql } from "sql-template-tag";
import type { Resource } from "../../resource/resource.ts";
import type { Session } from "../database.ts";
import { quoteIdentifier } from "../tables.ts";

const BATCH_SIZE = 500;

/**
 * Yields conditions that each match some of the records that match one, by ranges of their ids: PostgreSQL would read the
 * entries of deleted records again, with every batch.
 */
export async function* batchesOf(
  session: Pick<Session, "all">,
  { table, key }: Resource,
  condition: Sql,
): AsyncGenerator<Sql, void> {
  const id = quoteIdentifier(key);
  for (let after: unknown = ""; after !== undefined; ) {
    const rest = sql`${condition} AND ${id} > ${after}`;
    const [last] = await session.all(
      sql`SELECT ${id} AS id FROM ${quoteIdentifier(table)} WHERE ${rest} ORDER BY ${id} LIMIT 1 OFFSET ${BATCH_SIZE - 1}`,
    );
    yield last ? sql`${rest} AND ${id} <= ${last.id}` : rest;
    after = last?.id;
  }
}
