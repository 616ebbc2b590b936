import type { Catalog } from "../resource/catalog.ts";
import type { Clock } from "../runtime/clock.ts";
import { VERSION } from "../runtime/product.ts";
import type { OpenDatabase } from "./dialect.ts";
import { DEFAULT_RETENTION, Outbox, type Retention } from "./events/outbox.ts";
import { migrate } from "./migration/migrate.ts";
import { SqlStore } from "./sql-store.ts";
import type { Store } from "./store.ts";

/** What a store needs besides its database. */
export interface StoreSettings {
  readonly catalog: Catalog;
  readonly clock: Clock;
  /** Of the service. A database that a later version has migrated is refused. */
  readonly version?: string;
  /** How long the event log keeps its events, if the catalog has one. */
  readonly retention?: Retention;
}

/**
 * Opens a store, and migrates its database to the catalog's declarations.
 * @throws MigrationRefused if the database cannot be migrated; what `open` throws
 */
export async function openStore(
  open: OpenDatabase,
  { catalog, clock, version = VERSION, retention = DEFAULT_RETENTION }: StoreSettings,
): Promise<Store> {
  const outbox = catalog.log && new Outbox(catalog.log, clock, retention);
  const database = await open({ beforeCommit: async (tx) => outbox?.append(tx) });
  try {
    await database.exclusive((session) => migrate({ catalog, version }, database.dialect, session, clock));
  } catch (reason) {
    await database.close();
    throw reason;
  }
  return new SqlStore(database, catalog, clock, outbox);
}
