/** SQL predicates: the WHERE clause of lists, for any dialect. */
import sql, { empty, join, type Sql } from "sql-template-tag";
import { TEXT_KINDS } from "../../declare/field-spec.ts";
import type { Json } from "../../declare/values.ts";
import { dayRange, type Filter, type FilterValue, midnight } from "../../query/filters.ts";
import { foldedColumn, type View } from "../../resource/resource.ts";
import type { Dialect } from "../dialect.ts";
import { encode, quoteIdentifier } from "../tables.ts";

/** The predicates of a list: its parent, and its filters. */
export function listPredicates(
  view: View,
  parentId: string | undefined,
  filters: readonly Filter[],
  dialect: Dialect,
): Sql[] {
  const parent =
    parentId !== undefined && view.parent ? [sql`${quoteIdentifier(view.parent.column)} = ${parentId}`] : [];
  return [...parent, ...filterPredicates(filters, dialect)];
}

/** One predicate for each filter. */
export function filterPredicates(filters: readonly Filter[], dialect: Dialect): Sql[] {
  return filters.map((filter) => filterPredicate(filter, dialect));
}

/** The WHERE clause of predicates; empty if there are none. */
export function where(predicates: readonly Sql[]): Sql {
  return predicates.length === 0 ? empty : sql` WHERE ${join(predicates, " AND ")}`;
}

function filterPredicate({ property, operator, values }: Filter, dialect: Dialect): Sql {
  const { column, spec } = property;
  const stored = quoteIdentifier(column);
  const compared = TEXT_KINDS.includes(spec.kind) ? quoteIdentifier(foldedColumn(column)) : stored;
  const [value] = values as [FilterValue];
  const bound = (each: FilterValue) => encode(spec.kind, midnight(property, each) as Json);
  switch (operator) {
    case "is":
      return sql`${stored} IN (${join(values)})`;
    case "exists":
      return value ? sql`${stored} IS NOT NULL` : sql`${stored} IS NULL`;
    case "min":
      return sql`${stored} >= ${value}`;
    case "max":
      return sql`${stored} <= ${value}`;
    case "after":
      return sql`${stored} > ${bound(value)}`;
    case "before":
      return sql`${stored} < ${bound(value)}`;
    case "contains":
      return value === "" ? sql`${stored} IS NOT NULL` : dialect.contains(compared, value as string);
    case "ends_with":
      return value === "" ? sql`${stored} IS NOT NULL` : dialect.endsWith(compared, value as string);
    case "starts_with":
      return startsWith(compared, value as string);
    default:
      if (spec.kind === "instant")
        return sql`(${join(
          values.map((each) => isSameTime(stored, each as string)),
          " OR ",
        )})`;
      return values.length === 1
        ? sql`${compared} = ${bound(value)}`
        : sql`${compared} IN (${join(values.map(bound))})`;
  }
}

/** Whether a time equals a date-time, or falls within the UTC day of a date. */
function isSameTime(column: Sql, value: string): Sql {
  if (value.length > 10) return sql`${column} = ${encode("instant", value)}`;
  const [from, to] = dayRange(value);
  const since = sql`${column} >= ${encode("instant", from)}`;
  return to === undefined ? since : sql`(${since} AND ${column} < ${encode("instant", to)})`;
}

/** A range that an index can find: from the prefix up to the first text after all texts that start with it. */
function startsWith(column: Sql, prefix: string): Sql {
  const end = endOfPrefix(prefix);
  return end === undefined ? sql`${column} >= ${prefix}` : sql`(${column} >= ${prefix} AND ${column} < ${end})`;
}

/** The lowest text that is above every text with this prefix; undefined if there is none. */
function endOfPrefix(prefix: string): string | undefined {
  const points = Array.from(prefix);
  while (points.length > 0) {
    const next = points.pop()!.codePointAt(0)! + 1;
    // Skips the surrogates, U+D800 to U+DFFF.
    if (next <= 0x10ffff) return points.join("") + String.fromCodePoint(next === 0xd800 ? 0xe000 : next);
  }
  return undefined;
}
