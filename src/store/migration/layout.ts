/**
 * The layout of a database: what each column holds, as plain data. It is stored in the database, so that a later version
 * knows what an earlier one stored in each column.
 */
import { hash } from "node:crypto";
import { type Kind, type Schema, storedSchema, valueSchema } from "../../declare/field-spec.ts";
import type { Json } from "../../declare/values.ts";
import type { Catalog } from "../../resource/catalog.ts";
import {
  type Column,
  foldedColumn,
  type Origin,
  pathColumn,
  type Resource,
  type View,
} from "../../resource/resource.ts";
import type { Dialect, Session } from "../dialect.ts";
import { allColumns } from "../tables.ts";

/** The name of the layout in the service metadata. */
export const LAYOUT = "layout";

/** What a column holds. */
export interface ColumnLayout {
  readonly kind: Kind;
  readonly origin: Origin | "folded";
  /** The source of a computed value. */
  readonly of?: string;
  /** The schema of the values that clients may write, and the value that stands for an absent one. */
  readonly rule?: Schema;
  readonly fallback?: Json;
}

/** What a table holds. */
export interface TableLayout {
  readonly resource: string;
  readonly columns: Readonly<Record<string, ColumnLayout>>;
  /** A digest of everything but values that determines the representation of a record. */
  readonly shown: string;
  /** The same for lists. */
  readonly listed: string;
}

/** What a database holds. */
export interface Layout {
  /** The version of the service that last changed the tables. */
  readonly version: string;
  readonly tables: Readonly<Record<string, TableLayout>>;
}

/** The layout that a catalog needs. */
export function layoutOf({ resources }: Catalog, version: string): Layout {
  return { version, tables: Object.fromEntries(resources.map((resource) => [resource.table, tableLayout(resource)])) };
}

/** Parses a stored layout. Layouts from before the first release call a boolean a flag. */
export function parseLayout(text: string): Layout {
  return JSON.parse(text, (key, value) => (key === "kind" && value === "flag" ? "boolean" : value)) as Layout;
}

function tableLayout(resource: Resource): TableLayout {
  const columns: Record<string, ColumnLayout> = {};
  for (const column of allColumns(resource)) {
    columns[column.name] = columnLayout(resource, column);
    if (column.folded) columns[foldedColumn(column.name)] = { kind: "text", origin: "folded" };
  }
  const own = resource.views[0]!;
  const shown = [...own.properties.values()].filter((property) => property.shown);
  return {
    resource: resource.name,
    columns,
    shown: digest([own.links, shown.map(({ name, column, spec }) => [name, column, spec.transitions ?? null])]),
    listed: digest(resource.views.map(describeList)),
  };
}

/** Uses the words of the first layouts: other words would change the digest, and so the ETags of all lists. */
function describeList({ role, path, plural, links, summaryLinks, unpaged, properties }: View) {
  return {
    ...{ role: role === "reverse" ? "seen" : role, path, plural, links, summaryLinks, whole: unpaged ?? null },
    properties: [...properties.values()].map(({ name, column, shown, listed }) => [name, column, shown, listed]),
  };
}

function columnLayout(resource: Resource, { name, kind, origin }: Column): ColumnLayout {
  const spec = resource.fields.get(name);
  const base = { kind, origin };
  if (origin === "client" && spec) return { ...base, rule: storedSchema(valueSchema(spec)), fallback: spec.fallback };
  if (origin === "either") return { ...base, of: spec!.count!, rule: storedSchema(valueSchema(spec!)) };
  if (origin === "counted") {
    const { child, foreignKey } = resource.childCounts.find(({ column }) => column === name)!;
    return { ...base, of: `${child.name} by ${foreignKey}` };
  }
  if (origin === "copied") {
    const { side, field } = resource.copies.find(({ column }) => column === name)!;
    return { ...base, of: `${side}.${field}` };
  }
  if (origin === "path") {
    const [, { reference }] = [...resource.fields].find(([field]) => pathColumn(field) === name)!;
    return { ...base, of: JSON.stringify(reference) };
  }
  return base;
}

function digest(value: unknown): string {
  return hash("sha1", JSON.stringify(value), "base64url");
}

/** A table as the database reports it. */
export interface ActualTable {
  /** The type of each column. */
  readonly columns: Map<string, string>;
  /** The definition of each index. */
  readonly indexes: Map<string, string>;
}

/** Reads all tables of the database. */
export async function readTables(session: Session, dialect: Dialect): Promise<Map<string, ActualTable>> {
  const tables = new Map<string, ActualTable>();
  for (const { table, name, type } of (await session.all(dialect.columns)) as Record<string, string>[]) {
    const known = tables.get(table!) ?? { columns: new Map(), indexes: new Map() };
    tables.set(table!, known);
    known.columns.set(name!, type!.toLowerCase());
  }
  for (const { table, name, definition } of (await session.all(dialect.indexes)) as Record<string, string>[])
    tables.get(table!)?.indexes.set(name!, definition!);
  return tables;
}

/** The type of columns of a kind, as the database reports it. */
export function reportedType(kind: Kind, dialect: Dialect): string {
  return dialect.columnType(kind).split(" COLLATE ")[0]!.toLowerCase();
}
