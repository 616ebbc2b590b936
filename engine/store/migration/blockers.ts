/** Finds what blocks a migration: values that would be lost, or that the declarations no longer allow. */

import sql, { join, type Sql } from "sql-template-tag";
import type { FieldSpec } from "../../declare/field-spec.ts";
import { storedSchema } from "../../declare/schema.ts";
import { EMPTY_ARRAY } from "../../kinds/array.ts";
import { decode } from "../../kinds/kinds.ts";
import type { Catalog } from "../../resource/catalog.ts";
import { declaredColumn } from "../../resource/column.ts";
import type { Resource } from "../../resource/resource.ts";
import { faultsInValue } from "../../resource/validation.ts";
import type { Session } from "../database.ts";
import { quoteIdentifier } from "../tables.ts";
import { clientColumn, hasNewTarget, type TableDiff } from "./diff.ts";
import type { ActualTable } from "./layout.ts";
import { findCollidingIds } from "./lower-case-ids.ts";
import { migrateCommand, type Owner } from "./owner.ts";
import { type Renames, selectRenamed } from "./renames.ts";

/** The database before the migration, with its columns under their new names. */
export interface MigrationState {
  readonly session: Session;
  readonly catalog: Catalog;
  readonly tables: ReadonlyMap<string, ActualTable>;
  readonly renames: Renames;
  /** The data that may be lost: names of resources, and of fields as `resource.field`. */
  readonly droppable: ReadonlySet<string>;
  /** The registry that the database will belong to. */
  readonly owner: Owner | undefined;
}

/** The number of values that are read per statement. */
const BATCH = 1_000;

/** Returns one sentence for each blocker, with what to do about it. */
export async function findBlockers(state: MigrationState, diff: TableDiff): Promise<string[]> {
  if (diff.isNew) return [];
  return [
    ...(await findCollidingIds(state.session, diff)),
    ...(await findLostValues(state, diff)),
    ...(await findMissingValues(state, diff)),
    ...(await findDisallowedValues(state, diff)),
    ...(await findUnknownReferences(state, diff)),
    ...(await findExceededNumbers(state, diff)),
  ];
}

/** Values of clients in columns that are dropped or recreated. */
async function findLostValues(state: MigrationState, { resource, removed, recreated }: TableDiff): Promise<string[]> {
  const blockers: string[] = [];
  const { tables, droppable } = state;
  for (const [name, layout] of [...removed, ...recreated]) {
    const column = clientColumn(name, layout);
    if (column === undefined || !tables.get(resource.table)!.columns.has(column)) continue;
    const field = `${resource.name}.${name}`;
    const stored = quoteIdentifier(column);
    const hasValue = layout.kind === "array" ? sql`${stored} <> ${EMPTY_ARRAY}` : sql`${stored} IS NOT NULL`;
    const total = await count(state, resource, hasValue);
    if (total === 0 || droppable.has(field)) continue;
    const change = removed.has(name) ? "is no longer declared" : "is now declared differently";
    blockers.push(
      `${field} ${change}, but ${records(total)} would lose a value. Declare it as before, or discard the values with \`${migrateCommand(state.owner)} --drop ${field}\`.`,
    );
  }
  return blockers;
}

/** Required values that existing records lack. */
async function findMissingValues(state: MigrationState, { resource, added }: TableDiff): Promise<string[]> {
  const required = [...added].filter((name) => isIdentity(resource, name) || isMandatory(resource.fields.get(name)));
  const total = required.length === 0 ? 0 : await count(state, resource, sql`TRUE`);
  if (total === 0) return [];
  return required.map((name) =>
    isIdentity(resource, name)
      ? `${resource.name} is now identified by ${name}, which is missing in ${records(total)}. Declare it under another name.`
      : `${resource.name}.${name} is now required, but missing in ${records(total)}. Give it a default, or declare it optional until all records have one.`,
  );
}

/** Whether existing records have no way to get a value that all new records have, such as a secret. */
function isMandatory(spec: FieldSpec | undefined): boolean {
  return spec?.presence === "required" || spec?.secret !== undefined;
}

function isIdentity({ key, parentKey }: Resource, name: string): boolean {
  return name === key || name === parentKey;
}

/** Values that the new declaration of their field does not allow. */
async function findDisallowedValues(state: MigrationState, { resource, redefined }: TableDiff): Promise<string[]> {
  const blockers: string[] = [];
  for (const [name, former] of redefined) {
    const spec = resource.fields.get(name);
    if (!spec || spec.computed) continue;
    const column = former.origin === "either" && !spec.overflowCode ? declaredColumn(name) : name;
    const schema = storedSchema(spec.schema);
    let total = 0;
    let example = "";
    for await (const { id, stored } of allValues(state, resource, column)) {
      const value = decode(spec.kind, stored);
      if (value === null && spec.presence !== "required") continue;
      const [fault] = value === null ? [{ message: "It is required." }] : faultsInValue(schema, value, "");
      if (!fault) continue;
      total += 1;
      example ||= `${id} has ${JSON.stringify(value).slice(0, 100)}. ${fault.message}`;
    }
    if (total > 0)
      blockers.push(
        `${resource.name}.${name} does not allow the values of ${records(total)}: ${example} Change them with the previous version, or allow them.`,
      );
  }
  return blockers;
}

async function* allValues(
  { session, renames }: MigrationState,
  resource: Resource,
  column: string,
): AsyncGenerator<{ id: string; stored: unknown }, void> {
  for (let after = 0; ; ) {
    const rows = await session.all(
      sql`SELECT n, ${quoteIdentifier(resource.key)} AS id, ${quoteIdentifier(column)} AS value FROM ${selectRenamed(resource.table, renames)} AS s WHERE n > ${after} ORDER BY n LIMIT ${BATCH}`,
    );
    for (const { id, value } of rows) yield { id: id as string, stored: value };
    if (rows.length < BATCH) return;
    after = Number(rows.at(-1)!.n);
  }
}

/** Values of fields that become references, but are not the id of any record. */
async function findUnknownReferences(state: MigrationState, diff: TableDiff): Promise<string[]> {
  const { catalog, tables } = state;
  const { resource, added } = diff;
  const blockers: string[] = [];
  for (const [field, { reference }] of resource.fields) {
    if (!reference || !hasNewTarget(diff, field) || added.has(field)) continue;
    const hasNoTarget = reference.to
      .map((name) => catalog.resource(name))
      .filter(({ table, key }) => tables.get(table)?.columns.has(key))
      .map((target) => {
        const sibling = reference.sibling
          ? sql` AND t.${quoteIdentifier(target.parentKey!)} = s.${quoteIdentifier(resource.parentKey!)}`
          : sql``;
        return sql`NOT EXISTS (SELECT 1 FROM ${selectRenamed(target.table, state.renames)} AS t WHERE t.${quoteIdentifier(target.key)} = s.${quoteIdentifier(field)}${sibling})`;
      });
    const condition = join([sql`${quoteIdentifier(field)} IS NOT NULL`, ...hasNoTarget], " AND ");
    const total = await count(state, resource, condition);
    if (total > 0)
      blockers.push(
        `${resource.name}.${field} now refers to ${reference.to.join(" or ")}, but in ${records(total)} that id does not exist. Change the values with the previous version.`,
      );
  }
  return blockers;
}

/** Declared numbers that are below the count that they limit from now on. */
async function findExceededNumbers(state: MigrationState, { resource, redefined }: TableDiff): Promise<string[]> {
  const blockers: string[] = [];
  for (const [field, spec] of resource.fields) {
    const former = redefined.get(field);
    const childCount = resource.childCounts.find(({ child }) => spec.overflowCode && child.name === spec.count);
    if (!former || !childCount || !state.tables.get(childCount.child.table)?.columns.has(childCount.foreignKey))
      continue;
    const declared = quoteIdentifier(former.origin === "either" ? declaredColumn(field) : field);
    const foreignKey = quoteIdentifier(childCount.foreignKey);
    const counted = sql`SELECT ${foreignKey} AS id, count(*) AS total FROM ${selectRenamed(childCount.child.table, state.renames)} AS c GROUP BY ${foreignKey}`;
    const isExceeded = sql`c.id = s.${quoteIdentifier(resource.key)} AND s.${declared} < c.total`;
    const total = await count(state, resource, sql`EXISTS (SELECT 1 FROM (${counted}) AS c WHERE ${isExceeded})`);
    if (total > 0)
      blockers.push(
        `${resource.name}.${field} now limits ${childCount.child.name}, but is exceeded in ${records(total)}. Raise it with the previous version.`,
      );
  }
  return blockers;
}

async function count(
  { session, renames }: Pick<MigrationState, "session" | "renames">,
  { table }: Pick<Resource, "table">,
  condition: Sql,
): Promise<number> {
  const [row] = await session.all(
    sql`SELECT count(*) AS total FROM ${selectRenamed(table, renames)} AS s WHERE ${condition}`,
  );
  return Number(row!.total);
}

/** Finds the tables of resources that are no longer declared, by resource, and blockers for those with records. */
export async function findRemovedTables(
  state: MigrationState,
): Promise<{ tables: Map<string, string>; blockers: string[] }> {
  const { session, catalog, tables, droppable } = state;
  const removed = new Map<string, string>();
  const blockers: string[] = [];
  if (!tables.has("collection_counters")) return { tables: removed, blockers };
  for (const row of await session.all(sql`SELECT name FROM collection_counters`)) {
    const name = row.name as string;
    const table = name.replaceAll("-", "_");
    if (catalog.resources.some((resource) => resource.table === table) || !tables.has(table)) continue;
    removed.set(name, table);
    const total = await count(state, { table }, sql`TRUE`);
    if (total > 0 && !droppable.has(name))
      blockers.push(
        `${name} is no longer declared, but ${records(total)} would be lost. Declare it, or discard them with \`${migrateCommand(state.owner)} --drop ${name}\`.`,
      );
  }
  return { tables: removed, blockers };
}

function records(total: number): string {
  return total === 1 ? "1 record" : `${total} records`;
}
