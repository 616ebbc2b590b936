/** The tables of resources: their definitions, the encoding of values, statements that write rows. */

import sql, { join, raw, type Sql } from "sql-template-tag";
import type { Values } from "../declare/values.ts";
import { decode, encode } from "../kinds/kinds.ts";
import { type Column, foldedColumn, keyColumn, shortened } from "../resource/column.ts";
import type { Resource } from "../resource/resource.ts";
import { memoize } from "../runtime/memoize.ts";
import type { InsertTarget, Row } from "./database.ts";
import type { Dialect } from "./dialect.ts";

/** The times of every record, which are no fields of its resource. */
const TIMESTAMPS: readonly Column[] = [
  { name: "created_at", kind: "timestamp", origin: "client", forms: [], indexed: false, fallback: null },
  { name: "updated_at", kind: "timestamp", origin: "client", forms: [], indexed: false, fallback: null },
];

/**
 * Since when a row has been as it is, if its resource has a history and that is not since the record was created. The name is
 * that of SQL's system-versioned tables.
 */
const ROW_START: Column = { ...TIMESTAMPS[0]!, name: "row__start" };

/** When a row became as it is. */
export const ROW_STARTED = raw(`coalesce("${ROW_START.name}", "created_at")`);

/** The columns of a resource, and the times that every record has. */
export const allColumns = memoize((resource: Resource): readonly Column[] => [
  ...resource.columns,
  ...TIMESTAMPS,
  ...(resource.hasHistory ? [ROW_START] : []),
]);

/** Quotes the name of a table or column, which must not contain quotes. */
export function quoteIdentifier(name: string): Sql {
  return raw(`"${name}"`);
}

/** A predicate: a record has a key, as `isIdOf` accepts it. */
export function hasKey(resource: Resource, key: string): Sql {
  return sql`${quoteIdentifier(keyColumn(resource))} = ${encodeKey(resource, key)}`;
}

/** Encodes a key for the column that holds it. */
export function encodeKey({ serialIds }: Resource, key: string): unknown {
  return serialIds ? encode("serial", key) : key;
}

/** The type and DEFAULT clause of each column, by name. */
export function columnDefinitions(resource: Resource, dialect: Dialect): Map<string, string> {
  const columns = new Map<string, string>();
  for (const { name, kind, type, forms, fallback } of allColumns(resource)) {
    columns.set(name, (type ?? dialect.columnType(kind)) + defaultClause(encode(kind, fallback)));
    for (const form of forms)
      columns.set(form.name, dialect.columnType(form.kind) + defaultClause(form.encode(fallback)));
  }
  columns.set("revision", `${dialect.columnType("integer")} NOT NULL DEFAULT 1`);
  return columns;
}

/** The DEFAULT clause of a column, for rows that are older than the column. */
function defaultClause(value: unknown): string {
  return value === null ? "" : ` DEFAULT ${quoteLiteral(value)}`;
}

/** Writes a value as an SQL literal. */
export function quoteLiteral(value: unknown): string {
  return typeof value === "number" ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
}

/** The prefix of the service's own indexes. An operator's indexes have other names, and are left alone. */
export function indexPrefix(table: string): string {
  return `${table}_by_`;
}

/** The catalog refuses table names that leave no room for a digest. */
function indexName(table: string, columns: readonly string[]): string {
  return shortened(indexPrefix(table) + columns.join("_and_"));
}

/** The columns of each index of a resource. Every index ends with a unique column; the first one is unique itself. */
export const indexedColumns = memoize((resource: Resource): readonly (readonly string[])[] => {
  const { parentKey } = resource;
  const key = keyColumn(resource);
  const indexes = [resource.kind === "membership" ? [parentKey!, key] : [key]];
  if (resource.kind === "membership") indexes.push([key, parentKey!]);
  if (resource.kind === "collection" && parentKey) indexes.push([parentKey, "id"]);
  for (const { name, forms, indexed } of resource.columns) {
    const folded = forms.find((form) => form.name === foldedColumn(name));
    if (indexed && name !== key) indexes.push([folded?.name ?? name, key]);
  }
  const { lifecycle } = resource;
  const [date] = [...resource.fields].find(([, spec]) => spec.kind === "date") ?? [];
  // For the most frequent list: records in one state, by date.
  if (lifecycle && date) indexes.push([lifecycle, date, key]);
  return indexes;
});

/** The statements that create the indexes of a resource, by index name. */
export function indexDefinitions(resource: Resource, dialect: Dialect): Map<string, string> {
  const { table, serialIds } = resource;
  const definitions = indexedColumns(resource).map((columns, position): [string, string] => {
    const name = indexName(table, columns);
    const create = position === 0 ? "CREATE UNIQUE INDEX" : "CREATE INDEX";
    return [name, `${create} "${name}" ON "${table}" ${dialect.indexed(columns)}`];
  });
  // The first one is that of the primary key.
  return new Map(serialIds ? definitions.slice(1) : definitions);
}

/** A row as JSON values by column name, with its integer key and revision. */
export type StoredRecord = Values & { n: number; revision: number; created_at: string; updated_at: string };

/** The columns of a stored record, for a SELECT. */
export const storedColumns = memoize(
  (resource: Resource): Sql =>
    join([raw("n, revision"), ...allColumns(resource).map((column) => quoteIdentifier(column.name))], ", "),
);

/**
 * A record whose values are all null, to copy and fill. V8 keeps an object that grows by many properties as a hash table,
 * which takes ten times as long to create.
 */
export const blankRecord = memoize((resource: Resource): Readonly<Values> => {
  const names = ["n", "revision", ...allColumns(resource).map(({ name }) => name)];
  return Object.fromEntries(names.map((name) => [name, null]));
});

/** Decodes a row with the `storedColumns` of a resource. */
export function toStored(resource: Resource, row: Row): StoredRecord {
  const stored: Values = { ...blankRecord(resource), n: Number(row.n), revision: Number(row.revision) };
  if (resource.serialIds) stored.id = decode("serial", row.n);
  for (const column of allColumns(resource)) stored[column.name] = decode(column.kind, row[column.name]);
  return stored as StoredRecord;
}

/** Where the records of a resource are inserted; the columns are in the order of `insertedValues`. */
export const insertTarget = memoize(
  (resource: Resource): InsertTarget => ({ table: resource.table, columns: insertedColumns(resource) }),
);

const insertedColumns = (resource: Resource): InsertTarget["columns"] => [
  { name: "n", kind: "integer" },
  { name: "revision", kind: "integer" },
  ...allColumns(resource).flatMap(({ name, kind, forms }) => [{ name, kind }, ...forms]),
];

/** The numbers of a new row that the service assigns. */
export type RowNumbers = Pick<StoredRecord, "n" | "revision">;

/** The encoded values of a new row. */
export function insertedValues(resource: Resource, values: Values, { n, revision }: RowNumbers): unknown[] {
  const bound: unknown[] = [n, revision];
  for (const { name, kind, forms } of allColumns(resource)) {
    const value = values[name];
    bound.push(encode(kind, value));
    for (const form of forms) bound.push(form.encode(value));
  }
  return bound;
}

/** The UPDATE of one row that sets the columns in `values`. */
export function composeUpdate(
  resource: Resource,
  n: number,
  values: Values,
  { bumpRevision }: { bumpRevision: boolean },
): Sql {
  const assignments: Sql[] = bumpRevision ? [raw("revision = revision + 1")] : [];
  for (const { name, kind, forms } of allColumns(resource)) {
    if (!(name in values)) continue;
    const value = values[name];
    assignments.push(sql`${quoteIdentifier(name)} = ${encode(kind, value)}`);
    for (const form of forms) assignments.push(sql`${quoteIdentifier(form.name)} = ${form.encode(value)}`);
  }
  return sql`UPDATE ${quoteIdentifier(resource.table)} SET ${join(assignments, ", ")} WHERE n = ${n}`;
}
