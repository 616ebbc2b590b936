/** The tables that hold resources: their definitions, and how values stand in their columns. */
import { hash } from "node:crypto";
import sql, { join, raw, Sql } from "sql-template-tag";
import type { Kind } from "../declare/field-spec.ts";
import { fold, type Json, type Values } from "../declare/values.ts";
import { type Column, foldedColumn, type Resource } from "../resource/resource.ts";
import { memoize } from "../runtime/memoize.ts";
import type { Dialect, Row } from "./dialect.ts";

/** What every table has besides its resource's own columns. */
const COMMON: readonly Column[] = [
  { name: "created_at", kind: "instant", origin: "client", folded: false, indexed: false, fallback: null },
  { name: "updated_at", kind: "instant", origin: "client", folded: false, indexed: false, fallback: null },
];

/** The resource's columns with the times that every record has. */
export const allColumns = memoize((resource: Resource): readonly Column[] => [...resource.columns, ...COMMON]);

export function quoteIdentifier(name: string): Sql {
  return raw(`"${name}"`);
}

/** Each name of a column of a table as its definition has it, with its type. */
export function definitions(resource: Resource, dialect: Dialect): Map<string, string> {
  const columns = new Map<string, string>();
  for (const column of allColumns(resource)) {
    const { name, kind, folded, fallback } = column;
    columns.set(name, dialect.columnType(kind) + standard(encode(kind, fallback)));
    if (folded) {
      const shadow = typeof fallback === "string" ? fold(fallback) : null;
      columns.set(foldedColumn(name), dialect.columnType("text") + standard(shadow));
    }
  }
  columns.set("revision", `${dialect.columnType("integer")} NOT NULL DEFAULT 1`);
  return columns;
}

/** The DEFAULT clause of a column: what rows get that were there before it. */
function standard(value: unknown): string {
  return value === null ? "" : ` DEFAULT ${quoteLiteral(value)}`;
}

/** A value as it stands in a statement. */
export function quoteLiteral(value: unknown): string {
  return typeof value === "number" ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
}

/** How all indexes of a table are named that the service makes; an operator's own have other names. */
export function indexPrefix(table: string): string {
  return `${table}_by_`;
}

/** The longest name that PostgreSQL keeps whole, in bytes. The catalog refuses tables that leave no room for a digest. */
const LONGEST_NAME = 63;

function indexName(table: string, columns: readonly string[]): string {
  const name = indexPrefix(table) + columns.join("_and_");
  return name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME - 9)}_${hash("sha1", name).slice(0, 8)}`;
}

/** The statements that create a resource's indexes, by the names of these. */
export function indexes(resource: Resource, dialect: Dialect): Map<string, string> {
  const { table, key, parentKey } = resource;
  const index = (columns: string[], unique = false): [string, string] => {
    const name = indexName(table, columns);
    return [name, `CREATE ${unique ? "UNIQUE " : ""}INDEX "${name}" ON "${table}" ${dialect.indexed(columns)}`];
  };
  const identity = resource.kind === "membership" ? [parentKey!, key] : [key];
  const all = [index(identity, true)];
  if (resource.kind === "membership") all.push(index([key, parentKey!]));
  if (resource.kind === "collection" && parentKey) all.push(index([parentKey, "id"]));
  for (const { name, kind, folded, indexed } of resource.columns) {
    if (!indexed) continue;
    // A reference is looked for, not sorted by: its folded form serves filters and delete rules alike.
    if (name !== key && kind !== "reference") all.push(index([name, key]));
    if (folded) all.push(index([foldedColumn(name), key]));
  }
  const { lifecycle } = resource;
  const [date] = [...resource.fields].find(([, spec]) => spec.kind === "date") ?? [];
  // What is in a state, by date: the list that is asked for most.
  if (lifecycle && date) all.push(index([lifecycle, date, key]));
  return new Map(all);
}

/** A value as its column holds it. Date-times lose their `Z`, so that fractions of any length sort as text. */
export function encode(kind: Kind, value: Json | undefined): unknown {
  if (value === null || value === undefined) return null;
  if (kind === "boolean") return value ? 1 : 0;
  if (kind === "instant") return (value as string).slice(0, -1);
  if (kind === "array" || kind === "object") return JSON.stringify(value);
  return value;
}

/** The value that a column holds. */
export function decode(kind: Kind, value: unknown): Json {
  if (value === null || value === undefined) return null;
  if (kind === "boolean") return value === 1 || value === true;
  if (kind === "instant") return `${value}Z`;
  if (kind === "array" || kind === "object") return JSON.parse(value as string) as Json;
  return value as Json;
}

/** A stored record: values by column name, with its integer key and revision. */
export type StoredRecord = Values & { n: number; revision: number; created_at: string; updated_at: string };

/** The columns that make a stored record, for a SELECT. */
export const storedColumns = memoize(
  (resource: Resource): Sql =>
    join([raw("n, revision"), ...allColumns(resource).map((column) => quoteIdentifier(column.name))], ", "),
);

export function toStored(resource: Resource, row: Row): StoredRecord {
  const stored: Values = { n: Number(row.n), revision: Number(row.revision) };
  for (const column of allColumns(resource)) stored[column.name] = decode(column.kind, row[column.name]);
  return stored as StoredRecord;
}

/** The columns that are written when a record is inserted, in the order of `boundValues`. */
export const boundColumns = memoize((resource: Resource): readonly Pick<Column, "name" | "kind">[] => [
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
  const names = boundColumns(resource).map(({ name }) => `"${name}"`);
  const head = `INSERT INTO "${resource.table}" (${names.join(", ")}) VALUES (`;
  return [head, ...names.slice(1).map(() => ", "), ") ON CONFLICT DO NOTHING"];
});

/** Inserts a record; writes no row where its identity is taken. */
export function insertion(resource: Resource, values: Values, revision: number): Sql {
  return new Sql(insertStrings(resource), boundValues(resource, values, revision));
}

/** What the columns of a new row hold. */
export function boundValues(resource: Resource, values: Values, revision: number): unknown[] {
  const bound: unknown[] = [revision];
  for (const { name, kind, folded } of allColumns(resource)) {
    const value = values[name];
    bound.push(encode(kind, value));
    if (folded) bound.push(typeof value === "string" ? fold(value) : null);
  }
  return bound;
}

/** Writes the named columns of one row. */
export function updating(resource: Resource, n: number, values: Values, bump: boolean): Sql {
  const assignments: Sql[] = bump ? [raw("revision = revision + 1")] : [];
  for (const { name, kind, folded } of allColumns(resource)) {
    if (!(name in values)) continue;
    const value = values[name];
    assignments.push(sql`${quoteIdentifier(name)} = ${encode(kind, value)}`);
    if (folded)
      assignments.push(sql`${quoteIdentifier(foldedColumn(name))} = ${typeof value === "string" ? fold(value) : null}`);
  }
  return sql`UPDATE ${quoteIdentifier(resource.table)} SET ${join(assignments, ", ")} WHERE n = ${n}`;
}
