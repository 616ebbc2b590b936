/** The SQL of the bounds of a range: of times, dates and date-times. */
import sql, { raw, type Sql } from "sql-template-tag";
import { quoteIdentifier } from "../tables.ts";

/** Predicates that compare a column with an encoded value. */
export interface Bounds {
  from(value: unknown): Sql;
  after(value: unknown): Sql;
  before(value: unknown): Sql;
}

/** The bounds of any column. */
export function columnBounds(column: string): Bounds {
  const stored = quoteIdentifier(column);
  return {
    from: (value) => sql`${stored} >= ${value}`,
    after: (value) => sql`${stored} > ${value}`,
    before: (value) => sql`${stored} < ${value}`,
  };
}

/**
 * The bounds of a column that increases with the integer key, as bounds of the key. A list in the order of ids then
 * starts where the range starts; otherwise the databases would search for it from the first record on.
 */
export function keyBounds(table: string, column: string): Bounds {
  const bounds = columnBounds(column);
  const first = (range: Sql) => nearest(table, range, raw(`"${column}" NULLS FIRST, n`));
  const last = (range: Sql) => nearest(table, range, raw(`"${column}" DESC NULLS LAST, n DESC`));
  return {
    from: (value) => sql`n >= ${first(bounds.from(value))}`,
    after: (value) => sql`n >= ${first(bounds.after(value))}`,
    before: (value) => sql`n <= ${last(bounds.before(value))}`,
  };
}

/** The key of the first record of a range in an order, found in an index; null if the range is empty, so that no key matches. */
function nearest(table: string, range: Sql, order: Sql): Sql {
  return sql`(SELECT n FROM ${quoteIdentifier(table)} WHERE ${range} ORDER BY ${order} LIMIT 1)`;
}
