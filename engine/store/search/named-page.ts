/** Reads one page of the records whose names are found, of all resources together. */
import sql, { join, raw, type Sql } from "sql-template-tag";
import type { Paging } from "../../query/paging.ts";
import { keyColumn } from "../../resource/column.ts";
import { isNamed, NAME } from "../../resource/named.ts";
import type { Resource } from "../../resource/resource.ts";
import { recordPath } from "../../resource/templates.ts";
import type { ReadSession, Row, SlowReader } from "../database.ts";
import type { Dialect } from "../dialect.ts";
import { alsoWithKeys, where } from "../read/where.ts";
import { quoteIdentifier } from "../tables.ts";
import { narrowDown } from "./candidates.ts";
import type { Comparison } from "./comparison.ts";

/** A record with a name. */
export interface NamedRecord {
  readonly resource: Resource;
  readonly id: string;
  readonly name: string;
  /** Its canonical path. */
  readonly path: string;
  /** The record that it is below, if that has a name. */
  readonly parent?: NamedRecord | undefined;
}

/** One page of the records that were found. */
export interface NamedPage {
  readonly records: readonly NamedRecord[];
  /** How many records of each resource were found, if any were. */
  readonly counts: ReadonlyMap<Resource, number>;
  /** How many were found in all. */
  readonly total: number;
}

/**
 * Reads a page in the order of places, resources and ids, from one snapshot.
 * @param comparisons of the names of each resource, in the order of resources
 */
export async function readNamedPage(
  comparisons: readonly Comparison[],
  { page, limit }: Paging,
  dialect: Dialect,
  reader: SlowReader,
): Promise<NamedPage> {
  if (comparisons.length === 0) return { records: [], counts: new Map(), total: 0 };
  return reader.snapshot(async (session) => {
    const found: Found[] = [];
    for (const comparison of comparisons)
      found.push({ ...comparison, rows: await selectFound(comparison, dialect, session) });
    const totals = found.map(({ rows }, kind) => sql`SELECT ${raw(`${kind}`)} AS kind, count(*) AS total ${rows}`);
    const counts = new Map<Resource, number>();
    let total = 0;
    for (const row of await session.all(join(totals, " UNION ALL "))) {
      const { resource } = found[Number(row.kind)]!;
      if (Number(row.total) > 0) counts.set(resource, (counts.get(resource) ?? 0) + Number(row.total));
      total += Number(row.total);
    }
    const offset = (page - 1) * limit;
    if (offset >= total) return { records: [], counts, total };
    const parts = found.flatMap(({ resource, place, rows }, kind) =>
      counts.has(resource)
        ? [sql`SELECT ${raw(`${kind}`)} AS kind, ${columnsOf(resource, dialect)}, ${place} AS place ${rows}`]
        : [],
    );
    const rows = await session.all(
      sql`SELECT kind, id, name, parent FROM (${join(parts, " UNION ALL ")}) AS found ORDER BY place, kind, id LIMIT ${limit} OFFSET ${offset}`,
    );
    const records = rows.map((row) => ({ resource: found[Number(row.kind)]!.resource, row }));
    const parentOf = await readParents(records, session);
    return { records: records.map((each) => ({ ...toRecord(each), parent: parentOf(each) })), counts, total };
  });
}

/** A row of a page, and the resource that it is of. */
interface FoundRow {
  readonly resource: Resource;
  readonly row: Row;
}

/** Reads the records above those of a page: with one statement for each resource. */
async function readParents(
  records: readonly FoundRow[],
  session: ReadSession,
): Promise<(record: FoundRow) => NamedRecord | undefined> {
  const below = records.filter(({ resource: { parent } }) => parent && isNamed(parent));
  const parents = new Map<Resource, Map<string, NamedRecord>>();
  for (const [resource, children] of Map.groupBy(below, (record) => record.resource.parent!)) {
    const ids = new Set(children.map(({ row }) => row.parent as string));
    const key = quoteIdentifier(keyColumn(resource));
    const rows = await session.all(
      sql`SELECT ${key} AS id, ${quoteIdentifier(NAME)} AS name FROM ${quoteIdentifier(resource.table)} WHERE ${key} IN (${join([...ids])})`,
    );
    parents.set(resource, new Map(rows.map((row) => [row.id as string, toRecord({ resource, row })])));
  }
  return ({ resource, row }) => resource.parent && parents.get(resource.parent)?.get(row.parent as string);
}

/** What is found of a resource. */
interface Found extends Comparison {
  /** FROM and WHERE. */
  readonly rows: Sql;
}

/** FROM and WHERE of the records that are found. */
async function selectFound(comparison: Comparison, dialect: Dialect, session: ReadSession): Promise<Sql> {
  const { resource, predicates, keys } = comparison;
  const narrowed = keys
    ? alsoWithKeys(dialect.among(raw("n"), keys), predicates)
    : await narrowDown(comparison, dialect, session);
  return sql`FROM ${quoteIdentifier(resource.table)}${where(dialect.abortable(narrowed))}`;
}

/** The columns that say which record it is. */
function columnsOf(resource: Resource, dialect: Dialect): Sql {
  const { parentKey, serialIds } = resource;
  const key = quoteIdentifier(keyColumn(resource));
  const id = serialIds ? dialect.serialText(key) : key;
  const parent = parentKey === undefined ? sql`CAST(NULL AS TEXT)` : quoteIdentifier(parentKey);
  return sql`${id} AS id, ${quoteIdentifier(NAME)} AS name, ${parent} AS parent`;
}

function toRecord({ resource, row }: FoundRow): NamedRecord {
  const [id, name] = [row.id as string, row.name as string];
  const { key, parentKey } = resource;
  const parent = parentKey === undefined ? {} : { [parentKey]: row.parent as string };
  return { resource, id, name, path: recordPath(resource, { ...parent, [key]: id }) };
}
