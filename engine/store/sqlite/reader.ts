/**
 * The SQLite connection that reads. Requests that arrive in the same tick of the event loop share one read transaction,
 * and so one snapshot, because locking the file takes system calls.
 */
import Sqlite from "better-sqlite3";
import { PLUCK, SqliteSession } from "./session.ts";

/** The size of the page cache. Scans of a whole table run elsewhere; these reads touch few pages each. */
const CACHE_KIB = 16_384;
/** The size of the page cache for scans, which hardly read a page again. */
export const SCAN_CACHE_KIB = 2_048;

/** Opens a connection, read-only. @param cacheKib the size of its page cache */
export function openReadConnection(path: string, cacheKib = CACHE_KIB): Sqlite.Database {
  const connection = new Sqlite(path, { readonly: true });
  connection.pragma(`cache_size = -${cacheKib}`);
  return connection;
}

/** A session that shares snapshots between requests. */
export class SqliteReader extends SqliteSession {
  /** Whether reads share a snapshot; the first of them begins its transaction. */
  private shared = false;
  private inTransaction = false;
  /** Whether `hasNewCommits` was called within this snapshot. */
  private polled = false;
  private lastVersion: unknown;

  /**
   * Called when a request arrives. Until the end of the tick, reads share a snapshot: all requests of a tick were sent before
   * it began. Reads by timers and after commits share none, because a later request may depend on them.
   */
  beginRead(): void {
    if (this.shared) return;
    this.shared = true;
    setImmediate(() => this.endRead());
  }

  /** Ends the shared snapshot: later reads see every commit before them. Does not throw. */
  endRead(): void {
    this.shared = false;
    this.polled = false;
    if (this.inTransaction) this.inTransaction = !this.endTransaction();
  }

  /** Whether another connection, of any process, has committed since the last call. */
  hasNewCommits(): boolean {
    if (this.polled) return false;
    const { lastVersion } = this;
    this.lastVersion = this.dataVersion();
    this.polled = this.shared;
    return this.lastVersion !== lastVersion;
  }

  /** A number that changes with every commit of another connection. @throws as reads do */
  dataVersion(): unknown {
    return this.prepare("PRAGMA data_version", PLUCK).get();
  }

  /** Ends the transaction. Returns false if even ROLLBACK fails, on a database that cannot be read: the next call tries again. */
  private endTransaction(): boolean {
    for (const text of ["COMMIT", "ROLLBACK"]) {
      // A fatal error, or closing the connection, has already ended the transaction.
      if (!this.connection.inTransaction) return true;
      try {
        this.connection.exec(text);
      } catch {
        // It has only read, so nothing is lost.
      }
    }
    return !this.connection.inTransaction;
  }

  protected override prepare(text: string, options?: { pluck: boolean }): Sqlite.Statement {
    if (this.shared && !this.inTransaction) {
      super.prepare("BEGIN").run();
      this.inTransaction = true;
    }
    return super.prepare(text, options);
  }
}
