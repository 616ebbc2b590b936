/** Group commit on SQLite: the connection that writes. */
import { setTimeout } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import type { TransactionControl } from "../group-commit.ts";
import type { SqliteReader } from "./reader.ts";
import { SqliteSession } from "./session.ts";

/** The size of the page cache. It is small, because a group of writes reads few pages twice. */
const CACHE_KIB = 12_288;
/** The size, in pages of 4 KiB, at which the write-ahead log is copied into the database. It is large, so that a page that is written often is copied once. */
const CHECKPOINT_PAGES = 10_000;
/** How long a transaction waits for the writers of other processes, and how often it tries, in milliseconds. */
const MAX_WAIT_MS = 10_000;
const RETRY_MS = 1;

/** Opens the connection. Its commits survive a power failure. */
export function openWriteConnection(path: string): Sqlite.Database {
  const connection = new Sqlite(path);
  connection.pragma("journal_mode = WAL");
  // With NORMAL, the default of better-sqlite3 in WAL mode, a power failure may lose the last commits.
  connection.pragma("synchronous = FULL");
  connection.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  // With a timeout, SQLite would block the event loop while it waits for other processes.
  connection.pragma("busy_timeout = 0");
  connection.pragma(`cache_size = -${CACHE_KIB}`);
  return connection;
}

/** Controls the transactions of the connection. */
export class SqliteWriter implements TransactionControl {
  readonly session: SqliteSession;
  private readonly connection: Sqlite.Database;
  private readonly reader: SqliteReader;
  private readonly onCommit: () => void;

  constructor(connection: Sqlite.Database, reader: SqliteReader, onCommit: () => void) {
    this.connection = connection;
    this.session = new SqliteSession(connection);
    this.reader = reader;
    this.onCommit = onCommit;
  }

  async begin(): Promise<void> {
    for (const deadline = performance.now() + MAX_WAIT_MS; ; await setTimeout(RETRY_MS)) {
      try {
        this.session.execute("BEGIN IMMEDIATE");
        return;
      } catch (reason) {
        if (!isBusy(reason) || performance.now() >= deadline) throw reason;
      }
    }
  }

  savepoint(): void {
    this.session.execute("SAVEPOINT write");
  }

  release(): void {
    this.session.execute("RELEASE write");
  }

  undo(): void {
    this.session.execute("ROLLBACK TO write");
    this.session.execute("RELEASE write");
  }

  async commit(): Promise<void> {
    // Reads after the commit must see it. Also, the write-ahead log is not copied beyond the oldest open snapshot.
    this.reader.endRead();
    this.session.execute("COMMIT");
    this.onCommit();
  }

  async rollback(): Promise<void> {
    if (this.connection.inTransaction) this.connection.exec("ROLLBACK");
  }

  isTransient(): boolean {
    return false;
  }
}

/** Whether a statement had no effect because another process is writing. */
export function isBusy(reason: unknown): boolean {
  return reason instanceof Sqlite.SqliteError && reason.code.startsWith("SQLITE_BUSY");
}
