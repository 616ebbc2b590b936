/**
 * The layout of a database: what each column holds, as plain data. It is stored in the database, so that a later version
 * knows what an earlier one stored in each column.
 */
import { hash } from "node:crypto";
import { type FieldSpec, valueSchema } from "../../declare/field-spec.ts";
import { type Schema, storedSchema } from "../../declare/schema.ts";
import { ID, type Json } from "../../declare/values.ts";
import type { Kind } from "../../kinds/kinds.ts";
import type { Catalog } from "../../resource/catalog.ts";
import { type Column, type Form, type Origin, pathColumn } from "../../resource/column.ts";
import type { Resource, View } from "../../resource/resource.ts";
import type { Session } from "../database.ts";
import type { Dialect } from "../dialect.ts";
import { historyOf } from "../history/versions.ts";
import { isTrigramIndex, tableOf, trigramIndexOf } from "../search/trigrams.ts";
import { allColumns } from "../tables.ts";

/** The name of the layout in the service metadata. */
export const LAYOUT = "layout";

/** What a column holds. */
export interface ColumnLayout {
  readonly kind: Kind;
  readonly origin: Origin | Form["origin"];
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
  /** The name of its trigram index, if it has one where the database can. Earlier versions could not keep it up to date. */
  readonly trigramIndex?: string;
}

/** What a database holds. */
export interface Layout {
  /** The version of the service that last changed the tables. */
  readonly version: string;
  readonly tables: Readonly<Record<string, TableLayout>>;
}

/** The layout that a catalog needs. */
export function layoutOf({ resources, log }: Catalog, version: string): Layout {
  const histories = resources.filter(({ hasHistory }) => hasHistory).map(historyOf);
  const tables = Object.fromEntries([
    ...resources.map((resource) => [resource.table, tableLayout(resource)]),
    // The versions of records are shown as the records are.
    ...histories.map((history) => [
      history.table,
      { resource: history.name, columns: columnLayouts(history), shown: "", listed: "" },
    ]),
  ]);
  if (log) {
    // Events show the records of other resources.
    const shown = resources.filter((resource) => resource.log).map(({ table }) => tables[table]!.shown);
    const own = tables[log.table]!;
    tables[log.table] = { ...own, shown: digest([own.shown, shown]) };
  }
  return { version, tables };
}

/**
 * Parses a stored layout. Layouts from before the first release call a boolean a flag; those before 0.2.0 describe the target
 * of a reference with its path alone, which every reference had.
 */
export function parseLayout(text: string): Layout {
  const layout = JSON.parse(text, (key, value) => (key === "kind" && value === "flag" ? "boolean" : value)) as Layout;
  const tables = Object.entries(layout.tables).map(([table, { columns, ...rest }]) => {
    const described = Object.entries(columns).map(([name, column]) => {
      const of = column.of ?? columns[pathColumn(name)]?.of;
      return [name, column.kind === "reference" && of !== undefined ? { ...column, of } : column];
    });
    return [table, { ...rest, columns: Object.fromEntries(described) }];
  });
  return { ...layout, tables: Object.fromEntries(tables) };
}

function columnLayouts(resource: Resource): Record<string, ColumnLayout> {
  const columns: Record<string, ColumnLayout> = {};
  for (const column of allColumns(resource)) {
    if (column.type) continue;
    columns[column.name] = columnLayout(resource, column);
    for (const { name, kind, origin, of } of column.forms) columns[name] = { kind, origin, of };
  }
  return columns;
}

function tableLayout(resource: Resource): TableLayout {
  const own = resource.views[0]!;
  const index = trigramIndexOf(resource);
  const shown = [...own.properties.values()].filter((property) => property.shown);
  return {
    resource: resource.name,
    columns: columnLayouts(resource),
    shown: digest([own.links, shown.map(({ name, column, spec }) => [name, column, spec.transitions ?? null])]),
    listed: digest(resource.views.map(describeList)),
    ...(index && { trigramIndex: index.name }),
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
  const base = { kind, origin, ...(kind === "reference" && spec ? { of: targetOf(spec) } : {}) };
  if (spec?.computed) return base;
  if (kind === "id") return { ...base, rule: { type: "string", pattern: ID.source } };
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
    const [, reference] = [...resource.fields].find(([field]) => pathColumn(field) === name)!;
    return { ...base, of: targetOf(reference) };
  }
  return base;
}

/** What a reference refers to. */
export function targetOf({ reference }: FieldSpec): string {
  return JSON.stringify(reference);
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
  /** The names of its trigram indexes. */
  readonly trigramIndexes: Set<string>;
}

/** Reads all tables of the database. */
export async function readTables(session: Session, dialect: Dialect): Promise<Map<string, ActualTable>> {
  const tables = new Map<string, ActualTable>();
  for (const { table, name, type } of (await session.all(dialect.columns)) as Record<string, string>[]) {
    const known = tables.get(table!) ?? { columns: new Map(), indexes: new Map(), trigramIndexes: new Set() };
    tables.set(table!, known);
    known.columns.set(name!, type!.toLowerCase());
  }
  for (const { table, name, definition } of (await session.all(dialect.indexes)) as Record<string, string>[])
    if (isTrigramIndex(name!)) tables.get(tableOf(name!))?.trigramIndexes.add(name!);
    else tables.get(table!)?.indexes.set(name!, definition!);
  return tables;
}

/** The type of columns of a kind, as the database reports it. */
export function reportedType(kind: Kind, dialect: Dialect): string {
  return dialect.columnType(kind).split(" COLLATE ")[0]!.toLowerCase();
}
