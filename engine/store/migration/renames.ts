/** Renames the columns of fields that were declared under another name (`formerly`), so that their values stay. */
import sql, { raw, type Sql } from "sql-template-tag";
import type { Catalog } from "../../resource/catalog.ts";
import { declaredColumn, foldedColumn, pathColumn } from "../../resource/column.ts";
import type { Resource } from "../../resource/resource.ts";
import { FORMER_NAMES, type FormerName } from "../events/former-names.ts";
import { historyOf } from "../history/versions.ts";
import { writeMetadata } from "../metadata.ts";
import { quoteIdentifier } from "../tables.ts";
import type { ActualTable, Layout, TableLayout } from "./layout.ts";
import type { Step } from "./step.ts";

/** The new name of each renamed column, by table and former name. */
export type Renames = ReadonlyMap<string, ReadonlyMap<string, string>>;

interface Renamed {
  readonly renames: Renames;
  /** The tables, and the stored layout, with the new names. */
  readonly tables: ReadonlyMap<string, ActualTable>;
  readonly stored: Layout | undefined;
}

/** Finds the renamed columns, and applies the new names to the tables and the stored layout. */
export function planRenames(
  { resources }: Catalog,
  actual: ReadonlyMap<string, ActualTable>,
  storedLayout: Layout | undefined,
): Renamed {
  const renames = new Map<string, ReadonlyMap<string, string>>();
  const tables = new Map(actual);
  const layouts: Record<string, TableLayout> = { ...storedLayout?.tables };
  const histories = resources.filter(({ hasHistory }) => hasHistory).map(historyOf);
  for (const resource of [...resources, ...histories]) {
    const { table } = resource;
    const before = actual.get(table);
    const columns = before ? renamedColumns(resource, before) : new Map<string, string>();
    if (!before || columns.size === 0) continue;
    renames.set(table, columns);
    const rename = (name: string): string => columns.get(name) ?? name;
    tables.set(table, { ...before, columns: new Map([...before.columns].map(([name, type]) => [rename(name), type])) });
    const layout = layouts[table];
    if (!layout) continue;
    const entries = Object.entries(layout.columns).map(([name, column]) => [rename(name), column]);
    layouts[table] = { ...layout, columns: Object.fromEntries(entries) };
  }
  return { renames, tables, stored: storedLayout && { ...storedLayout, tables: layouts } };
}

/** The statements that rename columns. */
export function renameSteps(renames: Renames): Step[] {
  return [...renames].flatMap(([table, columns]) =>
    [...columns].map(([from, to]) => ({ text: `ALTER TABLE "${table}" RENAME COLUMN "${from}" TO "${to}"` })),
  );
}

/**
 * The steps that store which fields have had other names, for the events that have these names.
 * @param actual the tables before the migration
 * @param known the former names that are stored already
 * @param isOfVersion whether the database is already of this version; earlier ones stored no former names
 */
export function formerNameSteps(
  { resources, log }: Catalog,
  renames: Renames,
  actual: ReadonlyMap<string, ActualTable>,
  known: readonly FormerName[],
  isOfVersion: boolean,
): Step[] {
  const wasRenamed = (table: string, from: string, to: string): boolean => {
    const columns = actual.get(table)?.columns;
    if (isOfVersion || !columns || columns.has(from) || !columns.has(to)) return false;
    return !known.some((name) => name.table === table && name.from === from && name.to === to);
  };
  const renamed = resources.flatMap(({ table, fields }) =>
    [...fields].flatMap(([to, { formerName: from }]) => {
      if (from === undefined) return [];
      return renames.get(table)?.get(from) === to || wasRenamed(table, from, to) ? [{ table, from, to }] : [];
    }),
  );
  if (!log || renamed.length === 0) return [];
  const names = renamed.map(({ table, from, to }) => `${table}.${to} was ${from}`).join(", ");
  const run: Step["run"] = async (_writer, _unit, session) => {
    const [counter] = await session.all(sql`SELECT changes FROM collection_counters WHERE name = ${log.name}`);
    const until = Number(counter?.changes ?? 0);
    const all: FormerName[] = [...known, ...renamed.map((each) => ({ ...each, until }))];
    await writeMetadata(session, FORMER_NAMES, JSON.stringify(all));
  };
  return [{ text: `store the former names of fields for earlier events: ${names}`, run }];
}

/** A table, for a FROM clause before the migration, whose columns can be read by their new names. */
export function selectRenamed(table: string, renames: Renames): Sql {
  const columns = renames.get(table);
  if (!columns) return quoteIdentifier(table);
  const aliases = [...columns].map(([from, to]) => `"${from}" AS "${to}"`);
  return raw(`(SELECT *, ${aliases.join(", ")} FROM "${table}")`);
}

/** The columns of fields that have a former name, and the columns that accompany them. */
function renamedColumns({ fields }: Resource, { columns }: ActualTable): Map<string, string> {
  const renames = new Map<string, string>();
  for (const [name, { formerName }] of fields) {
    if (formerName === undefined || columns.has(name) || !columns.has(formerName)) continue;
    for (const columnOf of [(field: string) => field, foldedColumn, pathColumn, declaredColumn])
      if (columns.has(columnOf(formerName))) renames.set(columnOf(formerName), columnOf(name));
  }
  return renames;
}
