/** Brings a database to what the catalog declares: missing tables, columns and indexes are added, nothing is taken away. */
import sql, { raw } from "sql-template-tag";
import type { Catalog } from "../resource/catalog.ts";
import type { Dialect, Session } from "./dialect.ts";
import { definitions, indexes } from "./tables.ts";

/** What the service keeps about itself, the change counter and size of every collection, and answers to be replayed. */
const OWN_TABLES = [
  `CREATE TABLE IF NOT EXISTS "service_facts" (name TEXT PRIMARY KEY, value TEXT NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS "collection_counters" (name TEXT PRIMARY KEY, changes BIGINT NOT NULL, total BIGINT NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS "idempotency_keys" (key TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, outcome TEXT NOT NULL, kept_at BIGINT NOT NULL)`,
  `CREATE INDEX IF NOT EXISTS "idempotency_keys_by_kept_at" ON "idempotency_keys" (kept_at)`,
];

/** @param session within a transaction, so that of two processes that start at once one finds the work done */
export async function migrate(catalog: Catalog, dialect: Dialect, session: Session): Promise<void> {
  const execute = (statement: string) => session.run(raw(statement));
  for (const statement of OWN_TABLES) await execute(statement);
  for (const resource of catalog.resources) {
    const { table, name } = resource;
    const wanted = definitions(resource, dialect);
    const present = (await session.all(dialect.columnsOf(table))).map((row) => row.name);
    if (present.length === 0) {
      const columns = [...wanted].map(([column, type]) => `"${column}" ${type}`);
      await execute(`CREATE TABLE "${table}" (${dialect.rowKey}, ${columns.join(", ")})`);
    }
    for (const [column, type] of wanted) {
      if (present.length > 0 && !present.includes(column))
        await execute(`ALTER TABLE "${table}" ADD COLUMN "${column}" ${type}`);
    }
    for (const statement of indexes(resource, dialect)) await execute(statement);
    await session.run(
      sql`INSERT INTO collection_counters (name, changes, total) VALUES (${name}, 0, 0) ON CONFLICT DO NOTHING`,
    );
  }
}
