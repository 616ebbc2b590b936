/** The latest row changes of each collection, in a table: so the processes on one database learn what the others have changed. */
import sql from "sql-template-tag";
import type { Resource } from "../../resource/resource.ts";
import { parseJson } from "../../runtime/json.ts";
import type { Session, Transaction } from "../database.ts";
import type { CollectionChange, RowChange } from "./row-changes.ts";

/** The number of transactions per collection in the table; later ones overwrite the oldest. */
const SLOTS = 64;
/** The maximum number of changes of one transaction, and of characters as JSON. More are not stored. */
const MAX_ROWS = 20;
const MAX_LENGTH = 32_768;
/** The maximum number of transactions that are read at once. It limits how long parsing takes. */
const MAX_READ = 16;

/** What transactions changed in a collection, with every row. */
export interface ListedChange extends CollectionChange {
  readonly rows: readonly RowChange[];
}

/** Stores what a transaction changes, before its commit. Where that is too much, readers find a gap. */
export async function writeRecentChanges({
  session,
  changes,
}: Pick<Transaction, "session" | "changes">): Promise<void> {
  const byResource = Map.groupBy(changes, ({ resource }) => resource);
  for (const [resource, units] of byResource) {
    const [from, to] = [units[0]!.from, units.at(-1)!.to];
    const size = units.reduce((sum, { rows }) => sum + (rows?.length ?? Number.POSITIVE_INFINITY), 0);
    const rows = size <= MAX_ROWS && JSON.stringify(units.flatMap((unit) => unit.rows!));
    if (rows === false || rows.length > MAX_LENGTH) continue;
    await session.send(
      sql`INSERT INTO recent_changes (name, slot, from_changes, to_changes, changed) VALUES (${resource.name}, ${to % SLOTS}, ${from}, ${to}, ${rows}) ON CONFLICT (name, slot) DO UPDATE SET from_changes = excluded.from_changes, to_changes = excluded.to_changes, changed = excluded.changed`,
    );
  }
}

/** Reads the changes of a collection after a value of its change counter, in order, as far as they are stored. */
export async function readRecentChanges(session: Session, resource: Resource, from: number): Promise<ListedChange[]> {
  const rows = await session.all(
    sql`SELECT from_changes, to_changes, changed FROM recent_changes WHERE name = ${resource.name} AND from_changes >= ${from} ORDER BY from_changes LIMIT ${MAX_READ}`,
  );
  return rows.map((row) => ({
    resource,
    from: Number(row.from_changes),
    to: Number(row.to_changes),
    rows: parseJson(row.changed as string) as RowChange[],
  }));
}
