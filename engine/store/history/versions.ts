/**
 * The versions of records. Each table of records has one of history beside it, with the same columns: before a row changes or
 * is deleted, it is copied there, with the times between which it was current. So a list of the past is a list over the
 * union of both. SQL calls such tables system-versioned (ISO/IEC 9075-2:2011).
 */
import sql, { empty, join, raw, type Sql } from "sql-template-tag";
import { encode } from "../../kinds/kinds.ts";
import { type Column, foldedColumn, keyColumn, shortened } from "../../resource/column.ts";
import type { Resource } from "../../resource/resource.ts";
import { memoize } from "../../runtime/memoize.ts";
import type { WriteSession } from "../database.ts";
import { allColumns, quoteIdentifier, ROW_STARTED } from "../tables.ts";

/** What a version has besides the columns of its record. */
const OWN_COLUMNS: readonly Column[] = [
  /** The integer key of the record, with the same type. A version has one of its own. */
  {
    name: "row__key",
    kind: "integer",
    type: "INTEGER NOT NULL",
    origin: "client",
    forms: [],
    indexed: false,
    fallback: null,
  },
  /** When the version stopped being current. */
  { name: "row__end", kind: "timestamp", origin: "client", forms: [], indexed: false, fallback: null },
  /** If the record was deleted then: the integer key of the parent that was deleted with it, or `ALONE`. */
  { name: "row__deleted_with", kind: "integer", origin: "client", forms: [], indexed: false, fallback: null },
];

/** The name of the table with the earlier versions of a table's rows. */
export function historyTable(table: string): string {
  return shortened(`${table}__history`);
}

/** The table with the earlier versions of a resource's records, as a resource. */
export const historyOf = memoize(
  (resource: Resource): Resource => ({
    ...resource,
    name: `${resource.name} (history)`,
    table: historyTable(resource.table),
    columns: [...resource.columns, ...OWN_COLUMNS],
    log: undefined,
  }),
);

/** The statements that create the indexes of a table of versions, by index name. */
export function historyIndexes(resource: Resource): Map<string, string> {
  const { table } = historyOf(resource);
  const { parentKey } = resource;
  const key = keyColumn(resource);
  // With the end, one of many versions is found at once.
  const indexes = [[key, "row__end"], ["row__key", "row__end"], ["row__end"], ["row__deleted_with"]];
  if (parentKey !== undefined && parentKey !== key) indexes.push([parentKey]);
  return new Map(
    indexes.map((columns) => {
      const name = shortened(`${table}_by_${columns.join("_and_")}`);
      const condition = columns[0] === "row__deleted_with" ? ` WHERE "row__deleted_with" IS NOT NULL` : "";
      const listed = columns.map((column) => `"${column}"`).join(", ");
      return [name, `CREATE INDEX "${name}" ON "${table}" (${listed})${condition}`];
    }),
  );
}

/** The names of a record's columns, without its integer key and revision. */
const columnNames = memoize((resource: Resource): readonly string[] =>
  allColumns(resource).flatMap(({ name, forms }) => [name, ...forms.map((form) => form.name)]),
);

/**
 * The columns with texts, by the columns with their folded forms. Most folded forms are the text in lower case: for those,
 * versions have null. `lower` changes only ASCII letters in both databases, so it says the same in both.
 */
const foldedTexts = memoize(
  (resource: Resource): ReadonlyMap<string, string> =>
    new Map(columnNames(resource).map((name) => [foldedColumn(name), name])),
);

/** The columns of a record that its versions have, without the integer key: their names, and what is copied. */
const copiedColumns = memoize((resource: Resource): { readonly names: Sql; readonly values: Sql } => {
  const names = ["revision", ...columnNames(resource)];
  const values = names.map((name) => {
    const text = foldedTexts(resource).get(name);
    return text ? sql`nullif(${quoteIdentifier(name)}, lower(${quoteIdentifier(text)}))` : quoteIdentifier(name);
  });
  return { names: join(names.map(quoteIdentifier), ", "), values: join(values, ", ") };
});

/** What a record that was deleted without its parent has instead of the parent's integer key. Those begin with 1. */
export const ALONE = 0;

/** How versions end. */
export interface End {
  /** A timestamp. */
  readonly at: string;
  /** The integer key of the parent whose deletion deletes the records, or `ALONE`; undefined if they change. */
  readonly deletedWith?: number | undefined;
}

/**
 * Keeps the versions of the records that satisfy a predicate, before they change or are deleted. One that changes within the
 * millisecond of its last change was current at no moment, and is not kept.
 */
export function keepVersions(resource: Resource, predicate: Sql, { at, deletedWith }: End): Sql {
  const { names, values } = copiedColumns(resource);
  // PostgreSQL takes the type of a value that is selected from its cast.
  const [end, key] = [sql`CAST(${encode("timestamp", at)} AS BIGINT)`, sql`CAST(${deletedWith ?? null} AS BIGINT)`];
  const wasCurrent = deletedWith === undefined ? sql` AND ${ROW_STARTED} < ${end}` : empty;
  return sql`INSERT INTO ${quoteIdentifier(historyOf(resource).table)} (row__key, ${names}, row__end, row__deleted_with) SELECT n, ${values}, ${end}, ${key} FROM ${quoteIdentifier(resource.table)} WHERE ${predicate}${wasCurrent}`;
}

/** The numbers of children that only filters see, by their columns. They change without a version, and are counted in the past. */
const hiddenCounts = memoize((resource: Resource): ReadonlyMap<string, Sql> => {
  const shown = new Set([...resource.fields.values()].map(({ count }) => count));
  const hidden = resource.childCounts.filter(({ child }) => !shown.has(child.name));
  return new Map(hidden.map(({ column, child, foreignKey }) => [column, childCount(resource, child, foreignKey)]));
});

/** Whether a record gets a new version with other values in these columns. */
export function isVersioned(resource: Resource, columns: readonly string[]): boolean {
  return resource.hasHistory && columns.some((column) => !hiddenCounts(resource).has(column));
}

/** Rows as a subquery that has at least the columns that a statement names. */
export type Rows = (statement: string) => Sql;

/**
 * The columns of a record that a statement names, as they are read from a table that is called `v`.
 * @param table whether it has records or versions
 */
function readColumns(resource: Resource, statement: string, table: "records" | "versions"): Sql {
  const counts = hiddenCounts(resource);
  const texts = table === "versions" ? foldedTexts(resource) : undefined;
  const named = columnNames(resource).filter((name) => statement.includes(name));
  return join(
    // SQLite computes every column of a subquery, also those that are not used.
    ["revision", ...named].map((name) => {
      const [column, count, text] = [quoteIdentifier(name), counts.get(name), texts?.get(name)];
      if (count) return sql`${count} AS ${column}`;
      return text ? sql`coalesce(${column}, lower(${quoteIdentifier(text)})) AS ${column}` : column;
    }),
    ", ",
  );
}

function childCount({ key }: Resource, { table }: Resource, foreignKey: string): Sql {
  const refers = sql`c.${quoteIdentifier(foreignKey)} = v.${quoteIdentifier(key)}`;
  return sql`(SELECT count(*) FROM ${quoteIdentifier(table)} AS c WHERE ${refers})`;
}

/**
 * The rows of a resource as they were at a moment. The names of other tables stand for their rows at that moment, too.
 * @param time milliseconds since 1970
 * @param current the table of the current rows
 */
export function rowsAt(resource: Resource, time: number, current: Sql): Rows {
  const [history, moment] = [quoteIdentifier(historyOf(resource).table), raw(String(time))];
  return (statement) => {
    const [columns, versions] = [
      readColumns(resource, statement, "records"),
      readColumns(resource, statement, "versions"),
    ];
    return sql`SELECT n, ${columns} FROM ${current} AS v WHERE ${ROW_STARTED} <= ${moment} UNION ALL SELECT row__key AS n, ${versions} FROM ${history} AS v WHERE ${ROW_STARTED} <= ${moment} AND row__end > ${moment}`;
  };
}

/**
 * The records of a resource that were deleted with another one, as they were.
 * @param deletedWith the integer key of that record
 */
export function rowsDeletedWith(resource: Resource, deletedWith: number): Rows {
  const [history, key] = [quoteIdentifier(historyOf(resource).table), raw(String(deletedWith))];
  return (statement) =>
    sql`SELECT row__key AS n, ${readColumns(resource, statement, "versions")} FROM ${history} AS v WHERE row__deleted_with = ${key}`;
}

/** How many versions of each resource one transaction deletes at most. */
const MOST_DELETED = 2_000;

/**
 * Deletes the versions that ended at a time or before it. Of many, the next calls delete the rest.
 * @param until milliseconds since 1970
 */
export async function deleteVersions(
  { session }: { readonly session: Pick<WriteSession, "run"> },
  resources: readonly Resource[],
  until: number,
): Promise<void> {
  for (const resource of resources) {
    const table = quoteIdentifier(historyOf(resource).table);
    const oldest = sql`SELECT n FROM ${table} WHERE row__end <= ${until} ORDER BY row__end LIMIT ${MOST_DELETED}`;
    await session.run(sql`DELETE FROM ${table} WHERE n IN (${oldest})`);
  }
}

/**
 * Forgets what records were: deletes their earlier versions, and lets the current ones begin now.
 * @param predicate which records, by columns that versions have too
 * @param now a timestamp
 * @returns the numbers of versions that were deleted, and of current ones
 */
export async function forgetVersions(
  session: Pick<WriteSession, "run">,
  resource: Resource,
  predicate: Sql,
  now: string,
): Promise<{ readonly deleted: number; readonly current: number }> {
  const deleted = await session.run(sql`DELETE FROM ${quoteIdentifier(historyOf(resource).table)} WHERE ${predicate}`);
  const current = await session.run(
    sql`UPDATE ${quoteIdentifier(resource.table)} SET row__start = ${encode("timestamp", now)} WHERE ${predicate}`,
  );
  return { deleted, current };
}
