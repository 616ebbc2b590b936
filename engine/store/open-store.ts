import type { Catalog } from "../resource/catalog.ts";
import type { Clock } from "../runtime/clock.ts";
import { VERSION } from "../runtime/package.ts";
import { ChangeJournal } from "./changes/journal.ts";
import { readRecentChanges, writeRecentChanges } from "./changes/recent-changes.ts";
import type { OpenDatabase, Transaction } from "./database.ts";
import type { Dialect } from "./dialect.ts";
import { Outbox } from "./events/outbox.ts";
import { lastPosition, measureLog } from "./events/positions.ts";
import { DEFAULT_RETENTION, type Retention } from "./events/retention.ts";
import { TrustedClock } from "./events/trusted-clock.ts";
import { beginHistory } from "./history/moments.ts";
import { deleteVersions } from "./history/versions.ts";
import { readMetadata } from "./metadata.ts";
import { migrate } from "./migration/migrate.ts";
import type { Owner } from "./migration/owner.ts";
import { trigramIndexOf } from "./search/trigrams.ts";
import { SqlStore } from "./sql-store.ts";
import type { Store } from "./store.ts";
import { RESTORED_AT } from "./timeline.ts";
import { TransactionCounters } from "./transaction/counters.ts";

/** What a store needs besides its database. */
export interface StoreSettings {
  readonly catalog: Catalog;
  readonly clock: Clock;
  /** Of the service. A database that a later version has migrated is refused. */
  readonly version?: string;
  /** The registry that the database belongs to. */
  readonly owner?: Owner | undefined;
  /** Whether other processes write to the database: they then tell each other what they change. */
  readonly isShared?: boolean;
  /** How long events are kept and replayed, if the catalog has an event log. */
  readonly retention?: Retention;
}

/**
 * Opens a store, and migrates its database to the catalog's declarations.
 * @throws MigrationRefused if the database cannot be migrated; what `open` throws
 */
export async function openStore(
  open: OpenDatabase,
  { catalog, clock, version = VERSION, owner, isShared = false, retention = DEFAULT_RETENTION }: StoreSettings,
): Promise<Store> {
  const { log } = catalog;
  const trustedClock = new TrustedClock(clock);
  const versioned = catalog.resources.filter(({ hasHistory }) => hasHistory);
  const outbox =
    log && new Outbox(log, clock, trustedClock, retention, (tx, until) => deleteVersions(tx, versioned, until));
  const journal = new ChangeJournal(
    isShared ? (resource, from) => readRecentChanges(database.reader, resource, from) : undefined,
  );
  const database = await open({
    afterBegin: (session) => TransactionCounters.read(session, log),
    beforeCommit: async (tx) => {
      if (isShared) await writeRecentChanges(tx);
      await outbox?.append(tx);
      await indexNewRecords(tx, database.dialect);
      await tx.counters.write(tx.session);
    },
    committing: (outcome) => journal.committing(outcome),
    afterCommit: (changes) => {
      outbox?.committed();
      journal.add(changes);
    },
  });
  try {
    await database.exclusive(async (session) => {
      await migrate({ catalog, version, owner }, database.dialect, session, clock);
      if (log) await measureLog(session, log);
      await beginHistory(session, clock.now());
    });
    const newest = log && (await lastPosition(database.reader, log)).time;
    await trustedClock.load(database.reader, newest ? Date.parse(newest) : undefined);
    const restoredAt = await readMetadata(database.reader, RESTORED_AT);
    const store = new SqlStore(database, catalog, clock, { outbox, journal, restoredAt, trustedClock, retention });
    await store.deriveAgain();
    return store;
  } catch (reason) {
    await database.close();
    throw reason;
  }
}

/** Adds new records to the trigram indexes, where databases do not do that by themselves. */
async function indexNewRecords(
  { changes, counters, session }: Transaction,
  { trigramIndexes }: Dialect,
): Promise<void> {
  if (!trigramIndexes?.addNew) return;
  for (const resource of new Set(changes.map((change) => change.resource))) {
    const index = trigramIndexOf(resource);
    if (index) await trigramIndexes.addNew(index, counters.lastKey(resource), session);
  }
}
