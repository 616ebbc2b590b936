/** SELECT statements for one record and for lists, composed for any dialect. Values are always bound. */
import sql, { empty, join, raw, type Sql } from "sql-template-tag";
import type { Values } from "../../declare/values.ts";
import type { Sort } from "../../query/sorting.ts";
import type { Projection } from "../../resource/representation.ts";
import type { Property, Resource, View } from "../../resource/resource.ts";
import { memoize } from "../../runtime/memoize.ts";
import type { Dialect, Lookup, Row } from "../dialect.ts";
import type { Place } from "../place.ts";
import { decode, encode, quoteIdentifier, storedColumns } from "../tables.ts";
import { where } from "./predicates.ts";

/** The columns that a projection needs, under the names of their properties. */
const columnsOf = memoize(
  (projection: Projection): Sql =>
    raw(projection.needed.map(({ name, column }) => `"${column}" AS "${name}"`).join(", ")),
);

/** The properties whose columns hold an encoded form of their JSON value. */
const encodedProperties = memoize((projection: Projection): readonly Property[] =>
  projection.needed.filter(({ spec }) => ["boolean", "instant", "array", "object"].includes(spec.kind)),
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
    updatedAt: `${row["#updated_at"]}Z`,
    rowScope: row["#row_scope"] as string | undefined,
    values: toValues(projection, row),
  };
}

/** Selects one record, with `#revision`, `#updated_at` and, if its visibility is restricted, `#row_scope`. */
export function selectOne(projection: Projection, { parentId, id }: Place): Lookup {
  const scoped = parentId !== undefined && projection.view.parent !== undefined;
  const key = scoped ? (id === undefined ? "parent" : "both") : "record";
  const { sql: text, text: numbered, batchText } = lookupsOf(projection)[key];
  const values = scoped ? (id === undefined ? [parentId] : [parentId, id]) : [id];
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

/** Selects a stored record by the value of one column. */
export function selectBy(resource: Resource, column: string, value: string): Lookup {
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

/** The order of nulls is explicit, since the databases differ: null is the lowest value. */
export function orderBy(sorts: readonly Sort[]): Sql {
  const keys = sorts.map(({ property, descending }) =>
    raw(`"${property.column}" ${descending ? "DESC NULLS LAST" : "ASC NULLS FIRST"}`),
  );
  return sql` ORDER BY ${join(keys, ", ")}`;
}

/** Selects the integer keys of a list in order, or of a slice of it. */
export function selectKeys(
  view: View,
  predicates: readonly Sql[],
  sorts: readonly Sort[],
  slice?: { readonly limit: number; readonly offset: number },
): Sql {
  const limit = slice ? sql` LIMIT ${slice.limit} OFFSET ${slice.offset}` : empty;
  return sql`SELECT n FROM ${quoteIdentifier(view.resource.table)}${where(predicates)}${orderBy(sorts)}${limit}`;
}

/** Counts the records of a list, as `total`. */
export function countRows(view: View, predicates: readonly Sql[]): Sql {
  return sql`SELECT count(*) AS total FROM ${quoteIdentifier(view.resource.table)}${where(predicates)}`;
}

/** Selects the rows with these integer keys, in no particular order, each with its key as `#`. */
export function selectByKeys(projection: Projection, keys: readonly number[], dialect: Dialect): Sql {
  const table = quoteIdentifier(projection.view.resource.table);
  return sql`SELECT n AS "#", ${columnsOf(projection)} FROM ${table} WHERE ${dialect.among(raw("n"), keys)}`;
}
