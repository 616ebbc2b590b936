/** Copies a SQLite database to PostgreSQL in bulk, which the service itself never does. */
import sql, { raw } from "sql-template-tag";
import { buildCatalog } from "../../engine/app/bootstrap.ts";
import { systemClock } from "../../engine/runtime/clock.ts";
import type { WriteSession } from "../../engine/store/database.ts";
import { historyOf } from "../../engine/store/history/versions.ts";
import { openStore } from "../../engine/store/open-store.ts";
import { openPostgres } from "../../engine/store/postgres/database.ts";
import { openSqlite } from "../../engine/store/sqlite/database.ts";
import { domain } from "../../missions/resources/index.ts";

/** Rows per statement. */
const CHUNK = 10_000;

/** Copies all records and their versions, counters and metadata of a file to an empty PostgreSQL database. */
export async function copyToPostgres(file: string, url: string): Promise<void> {
  const resources = buildCatalog(domain);
  const from = openSqlite(file);
  const to = await openPostgres(url, { name: "space-missions", readConnections: 1, statementTimeoutMs: 600_000 });
  const store = await openStore(async () => to, { catalog: resources, clock: systemClock });
  await to.transaction(async ({ session }) => {
    for (const table of ["collection_counters", "service_metadata"]) {
      await session.run(sql`DELETE FROM ${raw(table)}`);
      await insert(session, table, await from.reader.all(sql`SELECT * FROM ${raw(table)}`));
    }
    const histories = resources.resources.filter(({ hasHistory }) => hasHistory).map(historyOf);
    for (const { table } of [...resources.resources, ...histories]) {
      for (let after = 0; ; ) {
        const rows = await from.reader.all(
          sql`SELECT * FROM ${raw(`"${table}"`)} WHERE n > ${after} ORDER BY n LIMIT ${CHUNK}`,
        );
        if (rows.length === 0) break;
        await insert(session, table, rows);
        after = rows.at(-1)!.n as number;
      }
    }
    // The database numbers versions itself.
    for (const { table } of histories)
      await session.all(
        sql`SELECT setval(pg_get_serial_sequence(${`"${table}"`}, 'n'), max(n) + 1, false) FROM ${raw(`"${table}"`)}`,
      );
  });
  await store.close();
  await from.close();
}

async function insert(session: WriteSession, table: string, rows: readonly object[]): Promise<void> {
  const target = raw(`"${table}"`);
  await session.run(
    sql`INSERT INTO ${target} SELECT * FROM json_populate_recordset(NULL::${target}, ${JSON.stringify(rows)})`,
  );
}
