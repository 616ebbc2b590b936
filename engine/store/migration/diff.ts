/** Compares a table with the one that its declaration needs. */

import { ID, sameJson } from "../../declare/values.ts";
import type { Kind } from "../../kinds/kinds.ts";
import { declaredColumn, foldedColumn, pathColumn } from "../../resource/column.ts";
import type { Resource } from "../../resource/resource.ts";
import type { Dialect } from "../dialect.ts";
import { columnDefinitions, indexDefinitions, indexPrefix } from "../tables.ts";
import { type ActualTable, type ColumnLayout, type Layout, reportedType, targetOf } from "./layout.ts";

/** How a table has to change. Columns that exist are mapped to their former layouts. */
export interface TableDiff {
  readonly resource: Resource;
  /** Whether its rows are versions of records: nothing refers to them, and they have no change counter. */
  readonly isHistory: boolean;
  /** Whether the table does not exist yet. */
  readonly isNew: boolean;
  /** Columns to add. */
  readonly added: ReadonlySet<string>;
  /** The added columns that exist already, but whose values cannot be kept. */
  readonly recreated: ReadonlyMap<string, ColumnLayout>;
  /** Columns to drop. */
  readonly removed: ReadonlyMap<string, ColumnLayout>;
  /** Columns that keep their values under a new layout. */
  readonly redefined: ReadonlyMap<string, ColumnLayout>;
  /** Columns whose values change, the integer key among them, with the SQL of the new value. */
  readonly converted: ReadonlyMap<string, string>;
  /** The statements that create indexes, by name: those that exist and stay, an operator's own included, and new ones. */
  readonly keptIndexes: ReadonlyMap<string, string>;
  readonly addedIndexes: ReadonlyMap<string, string>;
  readonly removedIndexes: ReadonlySet<string>;
  /** Whether the representation of every record changes; and whether that of lists does. */
  readonly changesRecords: boolean;
  readonly changesLists: boolean;
}

/** Columns of every table that no layout describes. */
const IMPLICIT_COLUMNS = ["n", "revision", "row__key"];

/**
 * Compares the columns and indexes of one table.
 * @param desired the layout that the declarations need
 * @param stored the layout in the database, if it has one
 * @param table the table in the database, if it exists
 * @param historyIndexes if it has the versions of records, the statements that create its indexes, by name
 */
export function diffTable(
  resource: Resource,
  dialect: Dialect,
  desired: Layout,
  stored: Layout | undefined,
  table: ActualTable | undefined,
  historyIndexes?: ReadonlyMap<string, string>,
): TableDiff {
  const after = desired.tables[resource.table]!;
  const before = stored?.tables[resource.table];
  const actual: ActualTable = table ?? { columns: new Map(), indexes: new Map(), trigramIndexes: new Set() };
  const added = new Set<string>();
  const recreated = new Map<string, ColumnLayout>();
  const redefined = new Map<string, ColumnLayout>();
  const converted = convertedTexts(resource, actual);
  const removed = new Map<string, ColumnLayout>();
  for (const [name, type] of actual.columns) {
    if (!IMPLICIT_COLUMNS.includes(name) && !(name in after.columns))
      removed.set(name, before?.columns[name] ?? guessLayout(name, type, dialect));
  }
  const formerId = removed.get("id");
  if (resource.serialIds && formerId) {
    // Its values are kept as integer keys.
    removed.set("id", { ...formerId, origin: "derived" });
    converted.set("n", `CAST("id" AS INTEGER)`);
  }
  for (const [name, column] of Object.entries(after.columns)) {
    const type = actual.columns.get(name);
    if (type === undefined) {
      added.add(name);
      continue;
    }
    // Without a stored layout, columns are assumed to have the desired one. A column that the stored layout lacks is guessed.
    const former = before ? (before.columns[name] ?? guessLayout(name, type, dialect)) : column;
    const hasSameType = type === reportedType(column.kind, dialect);
    if (former.kind === "instant" && column.kind === "timestamp" && !hasSameType) {
      converted.set(name, dialect.toMilliseconds(name));
      continue;
    }
    if (hasSameType && sameJson(former, column)) continue;
    if (hasSameType && keepsValues(former, column)) redefined.set(name, former);
    else {
      recreated.set(name, former);
      added.add(name);
    }
  }
  for (const { name } of resource.columns.filter((column) => added.has(column.name)).flatMap(({ forms }) => forms)) {
    if (!actual.columns.has(name)) continue;
    recreated.set(name, after.columns[name]!);
    added.add(name);
  }
  return {
    resource,
    isHistory: historyIndexes !== undefined,
    isNew: table === undefined,
    added: table ? added : new Set(columnDefinitions(resource, dialect).keys()),
    recreated,
    removed,
    redefined,
    converted,
    ...diffIndexes(resource, historyIndexes ?? indexDefinitions(resource, dialect), actual, [
      ...recreated.keys(),
      ...removed.keys(),
    ]),
    changesRecords: before?.shown !== after.shown,
    changesLists: before?.listed !== after.listed,
  };
}

/** Texts that are from now on stored in their folded form alone. */
function convertedTexts({ fields }: Resource, { columns }: ActualTable): Map<string, string> {
  const texts = [...fields.keys()].filter((name) => fields.get(name)!.lowerCase && columns.has(foldedColumn(name)));
  return new Map(texts.map((name) => [name, `"${foldedColumn(name)}"`]));
}

/** @param dropped the columns that are dropped, with their indexes */
function diffIndexes(
  resource: Resource,
  desired: ReadonlyMap<string, string>,
  actual: ActualTable,
  dropped: readonly string[],
) {
  const removedIndexes = new Set<string>();
  const keptIndexes = new Map<string, string>();
  for (const [name, definition] of actual.indexes) {
    const isOurs = name.startsWith(indexPrefix(resource.table));
    if (isOurs && (!desired.has(name) || dropped.some((column) => covers(definition, column))))
      removedIndexes.add(name);
    else keptIndexes.set(name, definition);
  }
  const addedIndexes = new Map([...desired].filter(([name]) => !keptIndexes.has(name)));
  return { addedIndexes, removedIndexes, keptIndexes };
}

/** Whether the definition of an index names a column in its parentheses. */
function covers(definition: string, column: string): boolean {
  return new RegExp(`\\b${column}\\b`).test(definition.slice(definition.indexOf("(")));
}

/** Guesses the layout of an undescribed column from its name and type. */
function guessLayout(name: string, type: string, dialect: Dialect): ColumnLayout {
  const kind =
    (["text", "integer", "decimal", "boolean"] as const).find((each) => reportedType(each, dialect) === type) ?? "text";
  const origin = /__(folded|path)$/.exec(name)?.[1] as "folded" | "path" | undefined;
  return { kind, origin: origin ?? (name.endsWith(declaredColumn("")) ? "declared" : "client") };
}

/** Kinds whose values are stored in the same form. */
const STORED_AS_TEXT: readonly Kind[] = ["id", "text", "enum", "reference", "date"];
const STORED_AS_JSON: readonly Kind[] = ["array", "object"];

function storedForm(kind: Kind): string {
  if (STORED_AS_TEXT.includes(kind)) return "text";
  return STORED_AS_JSON.includes(kind) ? "json" : kind;
}

/** Whether a column's values remain correct under its new layout. */
function keepsValues(former: ColumnLayout, column: ColumnLayout): boolean {
  if (storedForm(former.kind) !== storedForm(column.kind)) return false;
  if (former.origin === "folded") return column.origin === "folded";
  // Values that were computed are from now on values of clients.
  if (column.origin === "client") return former.origin !== "path";
  return column.origin === "either" && (former.origin === "client" || former.origin === "either");
}

/** Whether a field is a new reference, or refers to something else than before. */
export function hasNewTarget({ resource, added, redefined }: TableDiff, field: string): boolean {
  if (!resource.fields.get(field)?.reference) return false;
  const former = redefined.get(field);
  return (
    added.has(field) ||
    added.has(pathColumn(field)) ||
    (former !== undefined && former.of !== targetOf(resource.fields.get(field)!))
  );
}

/** Whether the ids of the table had another form than they have now. */
export function hadOtherIds({ resource: { columns }, redefined }: TableDiff): boolean {
  return columns.some(
    ({ name, kind }) => kind === "id" && redefined.get(name)?.rule?.pattern !== ID.source && redefined.has(name),
  );
}

/** The column with the values that clients wrote into `name`; undefined if all its values can be computed again. */
export function clientColumn(name: string, { origin }: ColumnLayout): string | undefined {
  if (origin === "client") return name;
  return origin === "either" ? declaredColumn(name) : undefined;
}
