/** Restores the registry from a copy of its database, and continues from there without repeating a tag or an id. */
import type { Registry } from "../declare/registry/registry.ts";
import type { Clock } from "../runtime/clock.ts";
import { VERSION } from "../runtime/package.ts";
import type { Database } from "../store/database.ts";
import { migrate } from "../store/migration/migrate.ts";
import { openSqlite } from "../store/sqlite/database.ts";
import { type RestoreResult, restoreSqlite } from "../store/sqlite/restore.ts";
import { type ChangeCounters, startTimeline } from "../store/timeline.ts";
import { buildCatalog } from "./bootstrap.ts";

/**
 * Puts a copy in the place of a SQLite database.
 * @throws Error if the copy cannot be restored, or the database is in use; both are then as before
 */
export function restoreRegistry(registry: Registry, path: string, copy: string, clock: Clock): Promise<RestoreResult> {
  const prepare = async (prepared: string, former: ChangeCounters | undefined): Promise<void> => {
    const database = openSqlite(prepared);
    try {
      await continueRegistry(registry, database, former, clock);
    } finally {
      await database.close();
    }
  };
  return restoreSqlite({ path, copy, now: clock.now(), prepare });
}

/**
 * Migrates a database that is back at an earlier state, and starts a new timeline in it.
 * @param former the change counters of the database before; undefined if they are unknown
 * @throws MigrationRefused if it belongs to a later version or to another registry, or would lose data
 */
export function continueRegistry(
  registry: Registry,
  database: Database,
  former: ChangeCounters | undefined,
  clock: Clock,
): Promise<void> {
  const catalog = buildCatalog(registry.resources);
  return database.exclusive(async (session) => {
    await migrate({ catalog, version: VERSION, owner: registry }, database.dialect, session, clock);
    await startTimeline(session, catalog, former, clock.now());
  });
}
