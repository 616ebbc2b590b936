/**
 * The SQLite connection that reads. Requests that arrive in the same tick of the event loop share one read transaction,
 * and so one snapshot, because locking the file takes system calls.
 */
import Sqlite from "better-sqlite3";
import { PLUCK, SqliteSession } from "./session.ts";

/** The size of the page cache. It is large, because reads touch all of the database. */
const CACHE_KIB = 65_536;

/** Opens the connection, read-only. */
export function openReadConnection(path: string): Sqlite.Database {
  const connection = new Sqlite(path, { readonly: true });
  connection.pragma(`cache_size = -${CACHE_KIB}`);
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

  /** Ends the shared snapshot: later reads see every commit before them. */
  endRead(): void {
    // A fatal error, or closing the connection, has already ended the transaction.
    if (this.inTransaction && this.connection.inTransaction) this.connection.exec("COMMIT");
    this.shared = false;
    this.inTransaction = false;
    this.polled = false;
  }

  /** Whether another connection, of any process, has committed since the last call. */
  hasNewCommits(): boolean {
    if (this.polled) return false;
    this.polled = this.shared;
    const lastVersion = this.lastVersion;
    this.lastVersion = this.dataVersion();
    return this.lastVersion !== lastVersion;
  }

  /** A number that changes with every commit of another connection. */
  dataVersion(): unknown {
    return this.prepare("PRAGMA data_version", PLUCK).get();
  }

  protected override prepare(text: string, options?: { pluck: boolean }): Sqlite.Statement {
    if (this.shared && !this.inTransaction) {
      this.inTransaction = true;
      super.prepare("BEGIN").run();
    }
    return super.prepare(text, options);
  }
}
