/** The tables of resources: their definitions, the encoding of values, statements that write rows. */
import { hash } from "node:crypto";
import sql, { join, raw, Sql } from "sql-template-tag";
import type { Kind } from "../declare/field-spec.ts";
import { fold, type Json, type Values } from "../declare/values.ts";
import { type Column, foldedColumn, type Resource } from "../resource/resource.ts";
import { memoize } from "../runtime/memoize.ts";
import type { Dialect, Row } from "./dialect.ts";

/** The times of every record, which are no fields of its resource. */
const TIMESTAMPS: readonly Column[] = [
  { name: "created_at", kind: "instant", origin: "client", folded: false, indexed: false, fallback: null },
  { name: "updated_at", kind: "instant", origin: "client", folded: false, indexed: false, fallback: null },
];

/** The columns of a resource, and the times that every record has. */
export const allColumns = memoize((resource: Resource): readonly Column[] => [...resource.columns, ...TIMESTAMPS]);

/** Quotes the name of a table or column, which must not contain quotes. */
export function quoteIdentifier(name: string): Sql {
  return raw(`"${name}"`);
}

/** The type and DEFAULT clause of each column, by name. */
export function columnDefinitions(resource: Resource, dialect: Dialect): Map<string, string> {
  const columns = new Map<string, string>();
  for (const column of allColumns(resource)) {
    const { name, kind, folded, fallback } = column;
    columns.set(name, dialect.columnType(kind) + defaultClause(encode(kind, fallback)));
    if (folded) {
      const foldedFallback = typeof fallback === "string" ? fold(fallback) : null;
      columns.set(foldedColumn(name), dialect.columnType("text") + defaultClause(foldedFallback));
    }
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

/** In bytes: PostgreSQL truncates longer names. The catalog refuses table names that leave no room for a digest. */
const MAX_NAME_LENGTH = 63;

function indexName(table: string, columns: readonly string[]): string {
  const name = indexPrefix(table) + columns.join("_and_");
  return name.length <= MAX_NAME_LENGTH
    ? name
    : `${name.slice(0, MAX_NAME_LENGTH - 9)}_${hash("sha1", name).slice(0, 8)}`;
}

/** The statements that create the indexes of a resource, by index name. */
export function indexDefinitions(resource: Resource, dialect: Dialect): Map<string, string> {
  const { table, key, parentKey } = resource;
  const index = (columns: string[], create = "CREATE INDEX"): [string, string] => {
    const name = indexName(table, columns);
    return [name, `${create} "${name}" ON "${table}" ${dialect.indexed(columns)}`];
  };
  const identity = resource.kind === "membership" ? [parentKey!, key] : [key];
  const indexes = [index(identity, "CREATE UNIQUE INDEX")];
  if (resource.kind === "membership") indexes.push(index([key, parentKey!]));
  if (resource.kind === "collection" && parentKey) indexes.push(index([parentKey, "id"]));
  for (const { name, kind, folded, indexed } of resource.columns) {
    if (!indexed) continue;
    // References are filtered, not sorted: the index of the folded form serves filters and delete rules.
    if (name !== key && kind !== "reference") indexes.push(index([name, key]));
    if (folded) indexes.push(index([foldedColumn(name), key]));
  }
  const { lifecycle } = resource;
  const [date] = [...resource.fields].find(([, spec]) => spec.kind === "date") ?? [];
  // For the most frequent list: records in one state, by date.
  if (lifecycle && date) indexes.push(index([lifecycle, date, key]));
  return new Map(indexes);
}

/** Encodes a value for its column. Date-times lose their `Z`, so that they sort as text with fractions of any length. */
export function encode(kind: Kind, value: Json | undefined): unknown {
  if (value === null || value === undefined) return null;
  if (kind === "boolean") return value ? 1 : 0;
  if (kind === "instant") return (value as string).slice(0, -1);
  if (kind === "array" || kind === "object") return JSON.stringify(value);
  return value;
}

/** Decodes the value of a column. */
export function decode(kind: Kind, value: unknown): Json {
  if (value === null || value === undefined) return null;
  if (kind === "boolean") return value === 1 || value === true;
  if (kind === "instant") return `${value}Z`;
  if (kind === "array" || kind === "object") return JSON.parse(value as string) as Json;
  return value as Json;
}

/** A row as JSON values by column name, with its integer key and revision. */
export type StoredRecord = Values & { n: number; revision: number; created_at: string; updated_at: string };

/** The columns of a stored record, for a SELECT. */
export const storedColumns = memoize(
  (resource: Resource): Sql =>
    join([raw("n, revision"), ...allColumns(resource).map((column) => quoteIdentifier(column.name))], ", "),
);

/** Decodes a row with the `storedColumns` of a resource. */
export function toStored(resource: Resource, row: Row): StoredRecord {
  const stored: Values = { n: Number(row.n), revision: Number(row.revision) };
  for (const column of allColumns(resource)) stored[column.name] = decode(column.kind, row[column.name]);
  return stored as StoredRecord;
}

/** The columns of an INSERT, in the order of `insertedValues`. */
export const insertedColumns = memoize((resource: Resource): readonly Pick<Column, "name" | "kind">[] => [
  { name: "revision", kind: "integer" },
  ...allColumns(resource).flatMap(({ name, kind, folded }) =>
    folded
      ? [
          { name, kind },
          { name: foldedColumn(name), kind },
        ]
      : [{ name, kind }],
  ),
]);

const insertStrings = memoize((resource: Resource): readonly string[] => {
  const names = insertedColumns(resource).map(({ name }) => `"${name}"`);
  const head = `INSERT INTO "${resource.table}" (${names.join(", ")}) VALUES (`;
  return [head, ...names.slice(1).map(() => ", "), ") ON CONFLICT DO NOTHING"];
});

/** The INSERT of a record. It inserts no row if the key is taken. */
export function composeInsert(resource: Resource, values: Values, revision: number): Sql {
  return new Sql(insertStrings(resource), insertedValues(resource, values, revision));
}

/** The encoded values of a new row. */
export function insertedValues(resource: Resource, values: Values, revision: number): unknown[] {
  const bound: unknown[] = [revision];
  for (const { name, kind, folded } of allColumns(resource)) {
    const value = values[name];
    bound.push(encode(kind, value));
    if (folded) bound.push(typeof value === "string" ? fold(value) : null);
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
  for (const { name, kind, folded } of allColumns(resource)) {
    if (!(name in values)) continue;
    const value = values[name];
    assignments.push(sql`${quoteIdentifier(name)} = ${encode(kind, value)}`);
    if (folded)
      assignments.push(sql`${quoteIdentifier(foldedColumn(name))} = ${typeof value === "string" ? fold(value) : null}`);
  }
  return sql`UPDATE ${quoteIdentifier(resource.table)} SET ${join(assignments, ", ")} WHERE n = ${n}`;
}
