/**
 * A dump of a whole database, its history included, as lines of JSON that either kind of database can write and read: a head,
 * then each table with its rows, and a last line that counts them. What follows from the declarations, indexes for example, is
 * not in it.
 */
import { type Json, sameJson } from "../../declare/values.ts";
import type { Catalog } from "../../resource/catalog.ts";
import { VERSION } from "../../runtime/package.ts";
import type { InsertTarget } from "../database.ts";
import { historyOf } from "../history/versions.ts";
import { type Layout, layoutOf } from "../migration/layout.ts";
import { insertTarget } from "../tables.ts";

/** The first line. */
export interface DumpHead {
  /** The version of this format. */
  readonly history_dump: 1;
  /** The name of the registry. */
  readonly registry: string;
  /** Of the service. */
  readonly version: string;
  readonly tables: Layout["tables"];
}

/** The line before the rows of a table, which are arrays of values in the order of its columns. */
export interface TableLine {
  readonly table: string;
  readonly columns: readonly string[];
}

/** The last line. */
export interface EndLine {
  readonly rows: number;
}

/** A table that is dumped. */
export interface DumpedTable extends InsertTarget {
  /** The unique column in whose order its rows are read, and where they begin. */
  readonly order: string;
  readonly start: number | string;
}

/** How many rows are read and written at once. A row may have some megabytes. */
export const BATCH = 100;

/** The head of the dumps of a registry by this version. */
export function dumpHead(catalog: Catalog, registry: string): DumpHead {
  return { history_dump: 1, registry, version: VERSION, tables: layoutOf(catalog, VERSION).tables };
}

/** The head of a dump; undefined if the line is not one. */
export function parseHead(line: string): DumpHead | undefined {
  try {
    const head = JSON.parse(line) as Partial<DumpHead> | null;
    return head?.history_dump === undefined ? undefined : (head as DumpHead);
  } catch {
    return undefined;
  }
}

/** Throws an error that says what to do if this version cannot load a dump into the database of a registry. */
export function requireSameLayout(head: DumpHead, own: DumpHead): void {
  if (head.history_dump !== own.history_dump)
    throw new Error(
      `The dump has a format that this version, ${VERSION}, does not know. Load it with a later version.`,
    );
  if (head.registry !== own.registry)
    throw new Error(
      `The dump is of the registry ${head.registry}; this is ${own.registry}. Load it with its own module (--with).`,
    );
  if (head.version !== own.version)
    throw new Error(
      `The dump was written by version ${head.version}; this is ${own.version}. Load it with version ${head.version}, then start this one, which migrates it; or let this one migrate the dumped database, and dump it again.`,
    );
  const names = new Set([...Object.keys(head.tables), ...Object.keys(own.tables)]);
  const different = [...names].filter(
    (name) => !sameJson(head.tables[name] as unknown as Json, own.tables[name] as unknown as Json),
  );
  if (different.length > 0)
    throw new Error(
      `The dump has another layout than this registry declares: ${different.join(", ")}. Load it with the declarations that it was dumped with, then migrate; or migrate the dumped database, and dump it again.`,
    );
}

/** The tables of a dump. Recent changes are left out: they are for processes that run. */
export function dumpedTables({ resources }: Catalog): DumpedTable[] {
  const histories = resources.filter(({ hasHistory }) => hasHistory).map(historyOf);
  return [
    ...resources.map((resource) => ({ ...insertTarget(resource), order: "n", start: 0 })),
    // The keys of versions mean nothing, and the database assigns them.
    ...histories.map((history) => {
      const { table, columns } = insertTarget(history);
      return { table, columns: columns.filter(({ name }) => name !== "n"), order: "n", start: 0 };
    }),
    serviceTable("collection_counters", { name: "text", changes: "integer", total: "integer", last_key: "integer" }),
    serviceTable("idempotency_keys", { key: "text", fingerprint: "text", outcome: "text", created_at: "integer" }),
    serviceTable("service_metadata", { name: "text", value: "text" }),
  ];
}

function serviceTable(table: string, kinds: Readonly<Record<string, "text" | "integer">>): DumpedTable {
  const columns = Object.entries(kinds).map(([name, kind]) => ({ name, kind }));
  return { table, columns, order: columns[0]!.name, start: "" };
}
