/** The WHERE clause. */
import sql, { empty, join, type Sql } from "sql-template-tag";

/** The WHERE clause of predicates; empty if there are none. */
export function where(predicates: readonly Sql[]): Sql {
  return predicates.length === 0 ? empty : sql` WHERE ${join(predicates, " AND ")}`;
}

/**
 * The predicates of records with certain keys that satisfy others too.
 * @param hasKey the predicate of the keys. As operands of IS TRUE, the others never make the database prefer another index.
 */
export function alsoWithKeys(hasKey: Sql, predicates: readonly Sql[]): Sql[] {
  return predicates.length === 0 ? [hasKey] : [hasKey, sql`(${join(predicates, " AND ")}) IS TRUE`];
}
