/** SQL predicates: the WHERE clause of lists, for any dialect. */
import sql, { empty, join, type Sql } from "sql-template-tag";
import { INSTANT_KINDS, isFolded, type Kind } from "../../declare/field-spec.ts";
import { fold, type Json } from "../../declare/values.ts";
import { dayRange, type Filter, type FilterValue, midnight, type PropertyFilter } from "../../query/filters.ts";
import type { SearchFilter } from "../../query/search.ts";
import { comparedColumn } from "../../resource/column.ts";
import type { Property, Resource, View } from "../../resource/resource.ts";
import type { Dialect } from "../dialect.ts";
import { encode, encodeCeiling } from "../encoding.ts";
import { quoteIdentifier } from "../tables.ts";
import { type Bounds, columnBounds, keyBounds } from "./bounds.ts";

/** The predicates of a list: its parent, and its filters. */
export function listPredicates(
  view: View,
  parentId: string | undefined,
  filters: readonly Filter[],
  dialect: Dialect,
): Sql[] {
  const parent =
    parentId !== undefined && view.parent ? [sql`${quoteIdentifier(view.parent.column)} = ${parentId}`] : [];
  return [...parent, ...filterPredicates(view.resource, filters, dialect)];
}

/** One predicate for each filter. */
export function filterPredicates(resource: Resource, filters: readonly Filter[], dialect: Dialect): Sql[] {
  return filters.map((filter) =>
    filter.operator === "search" ? searchPredicate(filter, dialect) : filterPredicate(resource, filter, dialect),
  );
}

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

/** Each word is in one of the texts; a comparison with a missing text is not true. */
function searchPredicate({ properties, values }: SearchFilter, dialect: Dialect): Sql {
  if (properties.length === 0 || values.length === 0) return sql`FALSE`;
  const isInAny = (word: string) =>
    join(
      properties.map((each) => dialect.contains(comparedForm(each, dialect), word)),
      " OR ",
    );
  return join(
    values.map((word) => sql`(${isInAny(word)})`),
    " AND ",
  );
}

function filterPredicate({ table }: Resource, { property, operator, values }: PropertyFilter, dialect: Dialect): Sql {
  const { column, spec } = property;
  const stored = quoteIdentifier(column);
  const compared = comparedForm(property, dialect);
  const bounds = spec.increasing ? keyBounds(table, column) : columnBounds(column);
  const [value] = values as [FilterValue];
  const bound = (each: FilterValue) => encode(spec.kind, midnight(property, each) as Json);
  switch (operator) {
    case "is":
      return isFolded(spec)
        ? sql`${compared} IN (${join(values.map((each) => fold(each as string)))}) AND ${stored} IN (${join(values)})`
        : sql`${stored} IN (${join(values)})`;
    case "exists":
      return value ? sql`${compared} IS NOT NULL` : sql`${compared} IS NULL`;
    case "min":
      return sql`${stored} >= ${value}`;
    case "max":
      return sql`${stored} <= ${value}`;
    case "after":
      return bounds.after(bound(value));
    case "before":
      return bounds.before(encodeCeiling(spec.kind, midnight(property, value) as string));
    case "contains":
      return value === "" ? sql`${compared} IS NOT NULL` : dialect.contains(compared, value as string);
    case "ends_with":
      return value === "" ? sql`${compared} IS NOT NULL` : dialect.endsWith(compared, value as string);
    case "starts_with":
      return startsWith(compared, value as string);
    default:
      if (INSTANT_KINDS.includes(spec.kind))
        return sql`(${join(
          values.map((each) => isSameTime(spec.kind, stored, bounds, each as string)),
          " OR ",
        )})`;
      return equalsAny(spec.kind === "serial" ? stored : compared, values.map(bound));
  }
}

/** The form in which text operators compare a property. */
function comparedForm(property: Property, dialect: Dialect): Sql {
  if (property.spec.kind === "serial") return dialect.serialText(quoteIdentifier(property.column));
  return quoteIdentifier(comparedColumn(property));
}

function equalsAny(column: Sql, values: readonly unknown[]): Sql {
  return values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} IN (${join(values)})`;
}

/** Whether a time equals a date-time, or falls within the UTC day of a date. */
function isSameTime(kind: Kind, column: Sql, bounds: Bounds, value: string): Sql {
  if (value.length > 10) {
    const encoded = encode(kind, value);
    return encoded === encodeCeiling(kind, value) ? sql`${column} = ${encoded}` : sql`FALSE`;
  }
  const [from, to] = dayRange(value);
  const since = bounds.from(encode(kind, from));
  return to === undefined ? since : sql`(${since} AND ${bounds.before(encode(kind, to))})`;
}

/** A range that an index can find: from the prefix up to the first text after all texts that start with it. */
export function startsWith(column: Sql, prefix: string): Sql {
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
