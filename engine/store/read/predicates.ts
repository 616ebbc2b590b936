/** SQL predicates: the WHERE clause of lists, for any dialect. */

import sql, { join, raw, type Sql } from "sql-template-tag";
import { isFolded } from "../../declare/field-spec.ts";
import { fold, type Json } from "../../declare/values.ts";
import { EMPTY_ARRAY } from "../../kinds/array.ts";
import { joinedKey } from "../../kinds/key.ts";
import type { FilterValue } from "../../kinds/kind.ts";
import { comparesAs, encode, encodeCeiling, type Kind } from "../../kinds/kinds.ts";
import { dayRange, type Filter, midnight, type PropertyFilter, type RelationFilter } from "../../query/filters.ts";
import type { SearchFilter } from "../../query/search.ts";
import { comparedColumn } from "../../resource/column.ts";
import type { Property, Resource, View } from "../../resource/resource.ts";
import type { Dialect } from "../dialect.ts";
import { quoteIdentifier, ROW_STARTED } from "../tables.ts";
import { startsWith } from "./prefixes.ts";
import { type Form, type Place, relationPredicate } from "./related.ts";

/** How the predicate of a condition on related records finds them. */
export type FormOf = (filter: RelationFilter) => Form;

const ALWAYS_EXISTS: FormOf = () => "exists";

/** The predicates of a list: its parent, and its filters. */
export function listPredicates(
  view: View,
  parentId: string | undefined,
  filters: readonly Filter[],
  dialect: Dialect,
  formOf?: FormOf,
): Sql[] {
  const parent =
    parentId !== undefined && view.parent ? [sql`${quoteIdentifier(view.parent.column)} = ${parentId}`] : [];
  return [...parent, ...filterPredicates(view.resource, filters, dialect, formOf)];
}

/** One predicate for each filter. */
export function filterPredicates(
  { table }: Pick<Resource, "table">,
  filters: readonly Filter[],
  dialect: Dialect,
  formOf: FormOf = ALWAYS_EXISTS,
): Sql[] {
  return predicatesAt({ table, alias: table, depth: 0 }, filters, dialect, formOf);
}

/** One predicate for each filter of the records at a place. */
export function predicatesAt(place: Place, filters: readonly Filter[], dialect: Dialect, formOf: FormOf): Sql[] {
  return filters.map((filter) => {
    switch (filter.operator) {
      case "search":
        return searchPredicate(filter, dialect);
      case "changed":
        return sql`${ROW_STARTED} > ${encode("timestamp", filter.after)}`;
      case "any":
        return sql`(${join(predicatesAt(place, filter.filters, dialect, formOf), " OR ")})`;
      case "some":
      case "none": {
        const form = formOf(filter);
        // Related records that are selected first may themselves be found by others.
        return relationPredicate(filter, place, form, (related, inner) =>
          predicatesAt(inner, related, dialect, () => form),
        );
      }
      default:
        return filterPredicate(place, filter, dialect);
    }
  });
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

function filterPredicate({ table }: Place, { property, operator, values }: PropertyFilter, dialect: Dialect): Sql {
  const { column, spec } = property;
  return PREDICATES[operator]({
    property,
    values,
    value: values[0]!,
    stored: quoteIdentifier(column),
    compared: comparedForm(property, dialect),
    bounds: spec.increasing ? keyBounds(table, column) : columnBounds(column),
    dialect,
  });
}

/** What the predicate of an operator is made of. */
interface Operands extends Pick<PropertyFilter, "property" | "values"> {
  /** The first of the values. */
  readonly value: FilterValue;
  readonly stored: Sql;
  /** The form in which text is compared. */
  readonly compared: Sql;
  readonly bounds: Bounds;
  readonly dialect: Dialect;
}

const PREDICATES: Record<PropertyFilter["operator"], (operands: Operands) => Sql> = {
  is: ({ property, values, stored, compared }) =>
    isFolded(property.spec)
      ? sql`${compared} IN (${join(values.map((each) => fold(each as string)))}) AND ${stored} IN (${join(values)})`
      : sql`${stored} IN (${join(values)})`,
  equals: equalsAny,
  in: equalsAny,
  not: (operands) => sql`(${equalsAny(operands)}) IS NOT TRUE`,
  not_in: (operands) => sql`(${equalsAny(operands)}) IS NOT TRUE`,
  exists: ({ property, value, compared }) => {
    if (property.spec.kind === "array")
      return sql`(${compared} <> ${EMPTY_ARRAY}) IS ${raw(value ? "TRUE" : "NOT TRUE")}`;
    return value ? sql`${compared} IS NOT NULL` : sql`${compared} IS NULL`;
  },
  min: ({ value, stored }) => sql`${stored} >= ${value}`,
  max: ({ value, stored }) => sql`${stored} <= ${value}`,
  after: ({ property, value, bounds }) => bounds.after(encoded(property, value)),
  before: ({ property, value, bounds }) =>
    bounds.before(encodeCeiling(property.spec.kind, midnight(property, value) as string)),
  contains: ({ value, compared, dialect }) =>
    value === "" ? sql`${compared} IS NOT NULL` : dialect.contains(compared, value as string),
  starts_with: ({ value, compared }) => startsWith(compared, value as string),
  ends_with: ({ value, compared, dialect }) =>
    value === "" ? sql`${compared} IS NOT NULL` : dialect.endsWith(compared, value as string),
};

/** The value of a filter as its column holds it. */
function encoded(property: Property, value: FilterValue): unknown {
  return encode(property.spec.kind, midnight(property, value) as Json);
}

/** The form in which text operators compare a property. */
function comparedForm(property: Property, dialect: Dialect): Sql {
  if (property.spec.kind === "serial") return dialect.serialText(quoteIdentifier(property.column));
  return quoteIdentifier(comparedColumn(property));
}

function equalsAny({ property, values, stored, compared, bounds, dialect }: Operands): Sql {
  const { kind } = property.spec;
  if (kind === "key") {
    const predicates = values.map((each) => dialect.contains(stored, joinedKey(each as string)));
    return sql`(${join(predicates, " OR ")})`;
  }
  if (comparesAs(kind, "moment")) {
    const predicates = values.map((each) => isSameTime(kind, stored, bounds, each as string));
    return sql`(${join(predicates, " OR ")})`;
  }
  const column = kind === "serial" ? stored : compared;
  const wanted = values.map((each) => encoded(property, each));
  return wanted.length === 1 ? sql`${column} = ${wanted[0]}` : sql`${column} IN (${join(wanted)})`;
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

/** The bounds of a range of times, dates or date-times: predicates that compare a column with an encoded value. */
interface Bounds {
  from(value: unknown): Sql;
  after(value: unknown): Sql;
  before(value: unknown): Sql;
}

/** The bounds of any column. */
function columnBounds(column: string): Bounds {
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
function keyBounds(table: string, column: string): Bounds {
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
