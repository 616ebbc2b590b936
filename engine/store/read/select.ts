/** SELECT statements for one record and for lists, composed for any dialect. Values are always bound. */

import sql, { empty, join, raw, type Sql } from "sql-template-tag";
import type { Values } from "../../declare/values.ts";
import { decode, encode, kindOf } from "../../kinds/kinds.ts";
import type { Sort } from "../../query/sorting.ts";
import { comparedColumn, keyColumn } from "../../resource/column.ts";
import type { Projection } from "../../resource/representation.ts";
import type { Property, Resource, View } from "../../resource/resource.ts";
import { memoize } from "../../runtime/memoize.ts";
import type { Lookup, Row } from "../database.ts";
import type { Dialect } from "../dialect.ts";
import type { Place } from "../place.ts";
import { encodeKey, quoteIdentifier, storedColumns } from "../tables.ts";
import { recordsOf } from "./related.ts";
import { alsoWithKeys, where } from "./where.ts";

/** The columns that a projection needs, under the names of their properties. */
export const columnsOf = memoize(
  (projection: Projection): Sql =>
    raw(projection.needed.map(({ name, column }) => `"${column}" AS "${name}"`).join(", ")),
);

/** The properties whose columns hold an encoded form of their JSON value. */
const encodedProperties = memoize((projection: Projection): readonly Property[] =>
  projection.needed.filter(({ spec }) => kindOf(spec.kind).stored),
);

/** Decodes a row, in place, into the JSON values of a projection. */
export function toValues(projection: Projection, row: Row): Values {
  for (const { name, spec } of encodedProperties(projection)) row[name] = decode(spec.kind, row[name]);
  return row as Values;
}

/** One record as `selectOne` finds it. */
export interface FoundRecord {
  /** The values that the projection needs. */
  readonly values: Values;
  readonly revision: number;
  readonly updatedAt: string;
  /** The scope needed to read the record, if its visibility is restricted. */
  readonly rowScope: string | undefined;
}

/**
 * Decodes a record.
 * @param row as `selectOne` finds it
 */
export function toFoundRecord(projection: Projection, row: Row): FoundRecord {
  return {
    revision: Number(row["#revision"]),
    updatedAt: decode("timestamp", row["#updated_at"]) as string,
    rowScope: row["#row_scope"] as string | undefined,
    values: toValues(projection, row),
  };
}

/** Selects one record, with `#revision`, `#updated_at` and, if its visibility is restricted, `#row_scope`. */
export function selectOne(projection: Projection, { parentId, id }: Place): Lookup {
  const scoped = parentId !== undefined && projection.view.parent !== undefined;
  const key = scoped ? (id === undefined ? "parent" : "both") : "record";
  const { sql: text, text: numbered, batchText } = lookupsOf(projection)[key];
  const own = id === undefined ? undefined : encodeKey(projection.view.resource, id);
  const values = scoped ? (id === undefined ? [parentId] : [parentId, own]) : [own];
  return batchText === undefined
    ? { sql: text, text: numbered, values }
    : { sql: text, text: numbered, values, batchText };
}

/** The statements of `selectOne`, composed once: by the parent's id, by the record's own, or by both. */
const lookupsOf = memoize((projection: Projection): Record<"parent" | "record" | "both", Lookup> => {
  const { view } = projection;
  const { rowScope } = view.resource;
  const scope = rowScope === undefined ? empty : sql`${quoteIdentifier(rowScope)} AS "#row_scope", `;
  const columns = sql`revision AS "#revision", updated_at AS "#updated_at", ${scope}${columnsOf(projection)}`;
  const from = sql`FROM ${quoteIdentifier(view.resource.table)}`;
  const [parent, record] = [quoteIdentifier(view.parent?.column ?? view.key), quoteIdentifier(view.key)];
  const lookup = (predicate: Sql): Lookup => {
    const { sql: text, text: numbered, values } = sql`SELECT ${columns} ${from} WHERE ${predicate}`;
    return { sql: text, text: numbered, values };
  };
  const lookupBy = (key: Sql): Lookup => {
    const batch = sql`SELECT ${key} AS "#key", ${columns} ${from} WHERE ${key} = ANY(${null})`;
    return { ...lookup(sql`${key} = ${null}`), batchText: batch.text };
  };
  return {
    parent: lookupBy(parent),
    record: lookupBy(record),
    both: lookup(sql`${parent} = ${null} AND ${record} = ${null}`),
  };
});

/** Selects a stored record by its key, or by the value of another column. */
export function selectBy(resource: Resource, column: string, value: string): Lookup {
  if (column === resource.key) return lookupBy(resource, keyColumn(resource), encodeKey(resource, value));
  return lookupBy(resource, column, value);
}

function lookupBy(resource: Resource, column: string, value: unknown): Lookup {
  const lookups = storedLookups(resource);
  let lookup = lookups.get(column);
  if (!lookup) {
    const table = quoteIdentifier(resource.table);
    const query = sql`SELECT ${storedColumns(resource)} FROM ${table} WHERE ${quoteIdentifier(column)} = ${null}`;
    lookup = { sql: query.sql, text: query.text, values: [] };
    lookups.set(column, lookup);
  }
  return { ...lookup, values: [value] };
}

/** The statements of `selectBy`, by column. */
const storedLookups = memoize((_resource: Resource) => new Map<string, Lookup>());

/**
 * Selects stored records by the values of some columns, in the order of their integer keys.
 * @param after the key to start after
 */
export function selectScan(resource: Resource, columns: Values, limit: number, after?: number): Sql {
  const predicates = Object.entries(columns).map(([name, value]) => {
    const { kind } = resource.columns.find((column) => column.name === name)!;
    return sql`${quoteIdentifier(name)} = ${encode(kind, value)}`;
  });
  if (after !== undefined) predicates.push(sql`n > ${after}`);
  return sql`SELECT ${storedColumns(resource)} FROM ${quoteIdentifier(resource.table)}${where(predicates)} ORDER BY n LIMIT ${limit}`;
}

/** Selects stored records whose time in a column is not after `until`. */
export function selectUntil(resource: Resource, column: string, until: string, limit: number): Sql {
  const { kind } = resource.columns.find(({ name }) => name === column)!;
  const isExpired = sql`${quoteIdentifier(column)} <= ${encode(kind, until)}`;
  return sql`SELECT ${storedColumns(resource)} FROM ${quoteIdentifier(resource.table)} WHERE ${isExpired} LIMIT ${limit}`;
}

/** The order of nulls is explicit, since the databases differ: null is the lowest value. */
export function orderBy(sorts: readonly Sort[]): Sql {
  const keys = sorts.map((sort) => raw(`"${comparedColumn(sort.property)}" ${direction(sort)}`));
  return sql` ORDER BY ${join(keys, ", ")}`;
}

/** The direction of a sort, as in ORDER BY. The primary key, which is never null, has the order of its own index. */
export function direction({ property, descending }: Sort): string {
  if (property.spec.kind === "serial") return descending ? "DESC" : "ASC";
  return descending ? "DESC NULLS LAST" : "ASC NULLS FIRST";
}

/** A part of a list. */
export interface Slice {
  readonly limit: number;
  readonly offset: number;
}

/** What follows FROM in a list with an order. */
export function sortedRecords({ resource }: View, sorts: readonly Sort[]): Sql {
  return recordsOf(
    resource.table,
    sorts.map(({ property }) => property),
  );
}

/** Selects the integer keys of a list in order, or of a slice of it. */
export function selectKeys(view: View, predicates: readonly Sql[], sorts: readonly Sort[], slice?: Slice): Sql {
  const limit = slice ? sql` LIMIT ${slice.limit} OFFSET ${slice.offset}` : empty;
  return sql`SELECT n FROM ${sortedRecords(view, sorts)}${where(predicates)}${orderBy(sorts)}${limit}`;
}

/** The same keys as `n`, each with the length of the list as `total`. */
export function selectKeysAndTotal(view: View, predicates: readonly Sql[], sorts: readonly Sort[], slice: Slice): Sql {
  const rows = sql`FROM ${sortedRecords(view, sorts)}${where(predicates)}${orderBy(sorts)}`;
  return sql`SELECT n, count(*) OVER () AS total ${rows} LIMIT ${slice.limit} OFFSET ${slice.offset}`;
}

/** Counts the records of a list, as `total`, up to a limit. */
export function countRows(view: View, predicates: readonly Sql[], limit?: number): Sql {
  const rows = sql`FROM ${quoteIdentifier(view.resource.table)}${where(predicates)}`;
  if (limit === undefined) return sql`SELECT count(*) AS total ${rows}`;
  return sql`SELECT count(*) AS total FROM (SELECT 1 ${rows} LIMIT ${limit}) AS found`;
}

/** Selects the first records, by id, that have each of some texts in a column; each row has that text as `#related`. */
export function selectRelated(
  projection: Projection,
  relatedBy: string,
  texts: readonly string[],
  limit: number,
  dialect: Dialect,
): Sql {
  const { resource, properties } = projection.view;
  const [table, column] = [quoteIdentifier(resource.table), quoteIdentifier(relatedBy)];
  const order = orderBy([{ property: properties.get("id")!, descending: false }]);
  const rows = dialect.firstOfEach({ table, column, texts, order, limit });
  return sql`SELECT ${column} AS "#related", ${columnsOf(projection)} FROM ${rows}${order}`;
}

/**
 * Selects the rows with these integer keys, in no particular order, each with its key as `#`.
 * @param predicates what else the rows must satisfy
 */
export function selectByKeys(
  projection: Projection,
  keys: readonly number[],
  dialect: Dialect,
  predicates: readonly Sql[] = [],
): Sql {
  const table = quoteIdentifier(projection.view.resource.table);
  const predicate = where(alsoWithKeys(dialect.among(raw("n"), keys), predicates));
  return sql`SELECT n AS "#", ${columnsOf(projection)} FROM ${table}${predicate}`;
}
