/** Loads a dump into an empty database. */
import { raw } from "sql-template-tag";
import type { Catalog } from "../../resource/catalog.ts";
import type { Clock } from "../../runtime/clock.ts";
import { VERSION } from "../../runtime/package.ts";
import type { Session } from "../database.ts";
import type { Dialect } from "../dialect.ts";
import { readTables } from "../migration/layout.ts";
import { migrate } from "../migration/migrate.ts";
import type { Owner } from "../migration/owner.ts";
import { trigramIndexOf } from "../search/trigrams.ts";
import {
  BATCH,
  type DumpedTable,
  dumpedTables,
  dumpHead,
  type EndLine,
  parseHead,
  requireSameLayout,
  type TableLine,
} from "./format.ts";

/** Where a dump is loaded. */
interface LoadTarget {
  /** In a transaction that locks out other writers. If the load fails, it must be undone. */
  readonly session: Session;
  readonly dialect: Dialect;
  readonly catalog: Catalog;
  readonly owner: Owner;
  readonly clock: Clock;
}

/**
 * Creates the tables, and fills them.
 * @param lines of the dump
 * @param loaded called with the number of rows so far
 * @returns the number of rows
 * @throws Error that says why not, and what to do
 */
export async function loadDump(
  { session, dialect, catalog, owner, clock }: LoadTarget,
  lines: AsyncIterable<string>,
  loaded: (rows: number) => void,
): Promise<number> {
  const tables = new Map(dumpedTables(catalog).map((table) => [table.table, table]));
  const existing = [...(await readTables(session, dialect)).keys()].filter((name) => tables.has(name));
  if (existing.length > 0)
    throw new Error("The database has a registry already. A dump with history is loaded into an empty database only.");
  let table: DumpedTable | undefined;
  let batch: unknown[][] = [];
  let [rows, counted, hasHead] = [0, -1, false];
  const flush = async (): Promise<void> => {
    // Those that the migration has written are of this registry and this version.
    if (table && batch.length > 0)
      await session.insertAll(table, batch, { unlessTaken: table.table === "service_metadata" });
    rows += batch.length;
    loaded(rows);
    batch = [];
  };
  for await (const line of lines) {
    if (!hasHead) {
      requireSameLayout(parseHead(line)!, dumpHead(catalog, owner.name));
      await migrate({ catalog, version: VERSION, owner }, dialect, session, clock);
      await session.run(raw("DELETE FROM collection_counters"));
      hasHead = true;
      continue;
    }
    const content = parseLine(line);
    if (Array.isArray(content)) {
      if (batch.push(content) === BATCH) await flush();
      continue;
    }
    await flush();
    if ("rows" in content) counted = content.rows;
    else table = withColumns(tables.get(content.table), content);
  }
  if (counted !== rows)
    throw new Error(
      counted < 0
        ? "The dump is truncated: its last line, which counts the rows, is missing. Dump again."
        : `The dump has ${rows} rows, but its last line counts ${counted}.`,
    );
  await indexTexts(session, dialect, catalog);
  return rows;
}

function parseLine(line: string): unknown[] | TableLine | EndLine {
  try {
    return JSON.parse(line);
  } catch {
    throw new Error("The dump is damaged: a line is not JSON. Dump again.");
  }
}

/** A table with its columns in the order of the dump. */
function withColumns(table: DumpedTable | undefined, { table: name, columns }: TableLine): DumpedTable {
  const ordered = columns.map((column) => table?.columns.find((each) => each.name === column));
  if (!table || ordered.includes(undefined))
    throw new Error(`The dump is damaged: it has an unknown table or column in ${name}.`);
  return { ...table, columns: ordered as DumpedTable["columns"] };
}

/** Adds the rows to the trigram indexes that the database does not keep up to date by itself. */
async function indexTexts(session: Session, { trigramIndexes }: Dialect, { resources }: Catalog): Promise<void> {
  if (!trigramIndexes?.addNew) return;
  for (const index of resources.flatMap((resource) => trigramIndexOf(resource) ?? []))
    for (const text of [...trigramIndexes.drop(index.name), ...trigramIndexes.create(index)])
      await session.run(raw(text));
}
