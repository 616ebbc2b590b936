/**
 * What the tables of a catalog hold, as plain data. It is kept in the database beside them, so that a later version
 * knows what an earlier one meant by each column.
 */
import { hash } from "node:crypto";
import { type Kind, type Schema, storedSchema, valueSchema } from "../../declare/field-spec.ts";
import type { Json } from "../../declare/values.ts";
import type { Catalog } from "../../resource/catalog.ts";
import { type Column, foldedColumn, type Origin, pathColumn, type Resource } from "../../resource/resource.ts";
import type { Dialect, Session } from "../dialect.ts";
import { allColumns } from "../tables.ts";

/** What one column holds. */
export interface Held {
  readonly kind: Kind;
  readonly origin: Origin | "folded";
  /** What it is worked out from. */
  readonly of?: string;
  /** What a client may write there, and what stands in for nothing. */
  readonly rule?: Schema;
  readonly fallback?: Json;
}

export interface TableLayout {
  readonly resource: string;
  readonly columns: Readonly<Record<string, Held>>;
  /** A digest of what a record shows by itself, besides its values; and one of what lists show. */
  readonly shown: string;
  readonly listed: string;
}

export interface Layout {
  /** Of the service that last changed the tables. */
  readonly version: string;
  readonly tables: Readonly<Record<string, TableLayout>>;
}

/** Reads a stored layout. Layouts of before the first release call a boolean a flag. */
export function parseLayout(text: string): Layout {
  return JSON.parse(text, (key, value) => (key === "kind" && value === "flag" ? "boolean" : value)) as Layout;
}

/** What a catalog's tables are to hold. */
export function layoutOf({ resources }: Catalog, version: string): Layout {
  return { version, tables: Object.fromEntries(resources.map((resource) => [resource.table, tableOf(resource)])) };
}

function tableOf(resource: Resource): TableLayout {
  const columns: Record<string, Held> = {};
  for (const column of allColumns(resource)) {
    columns[column.name] = held(resource, column);
    if (column.folded) columns[foldedColumn(column.name)] = { kind: "text", origin: "folded" };
  }
  // Spelled as in the first layouts: another spelling would count as a change of every list.
  const lists = resource.views.map(({ role, path, plural, links, summaryLinks, unpaged = null, properties }) => ({
    ...{ role: role === "reverse" ? "seen" : role, path, plural, links, summaryLinks, whole: unpaged },
    properties: [...properties.values()].map(({ name, column, shown, listed }) => [name, column, shown, listed]),
  }));
  const own = resource.views[0]!;
  const shown = [...own.properties.values()].filter((property) => property.shown);
  return {
    resource: resource.name,
    columns,
    shown: digest([own.links, shown.map(({ name, column, spec }) => [name, column, spec.transitions ?? null])]),
    listed: digest(lists),
  };
}

function held(resource: Resource, { name, kind, origin }: Column): Held {
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

/** The fact under which a layout is kept. */
export const LAYOUT = "layout";

/** A table that is there: its columns with their types, and its indexes with their definitions. */
export interface Table {
  readonly columns: Map<string, string>;
  readonly indexes: Map<string, string>;
}

/** Every table of the database. */
export async function tablesThere(session: Session, dialect: Dialect): Promise<Map<string, Table>> {
  const tables = new Map<string, Table>();
  for (const { table, name, type } of (await session.all(dialect.columns)) as Record<string, string>[]) {
    const known = tables.get(table!) ?? { columns: new Map(), indexes: new Map() };
    tables.set(table!, known);
    known.columns.set(name!, type!.toLowerCase());
  }
  for (const { table, name, definition } of (await session.all(dialect.indexes)) as Record<string, string>[])
    tables.get(table!)?.indexes.set(name!, definition!);
  return tables;
}

/** The type that a column of a kind is said to have, as the database tells it. */
export function typeOf(kind: Kind, dialect: Dialect): string {
  return dialect.columnType(kind).split(" COLLATE ")[0]!.toLowerCase();
}
