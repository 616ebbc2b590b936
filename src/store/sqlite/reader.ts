/**
 * SQLite's reading connection. Requests that arrive in the same turn of the event loop read one state of the database, in
 * one transaction, since its locks are system calls.
 */
import type Sqlite from "better-sqlite3";
import { SqliteSession } from "./session.ts";

export class SqliteReader extends SqliteSession {
  /** Whether a state may be shared. */
  private sharing = false;
  /** Whether it has been begun, and looked at for commits. */
  private begun = false;
  private looked = false;
  /** What `PRAGMA data_version` said last, which moves with a commit on any other connection, in whichever process. */
  private seen: unknown;

  /**
   * Notes that a request arrives. A state is shared from then until the turn ends: the requests that a turn delivers were
   * sent before it began. What is read by timers and after commits is read by itself, since later requests may follow it.
   */
  beginRead(): void {
    if (this.sharing) return;
    this.sharing = true;
    setImmediate(() => this.endRead());
  }

  /** Shares no more: what is read next holds whatever is committed by then. */
  endRead(): void {
    // What failed badly, or was closed, has ended the transaction.
    if (this.begun && this.connection.inTransaction) this.connection.exec("COMMIT");
    this.sharing = false;
    this.begun = false;
    this.looked = false;
  }

  /** Whether anything was committed on another connection since this was last asked. */
  hasNewCommits(): boolean {
    if (this.looked) return false;
    this.looked = this.sharing;
    const before = this.seen;
    this.seen = this.version();
    return this.seen !== before;
  }

  /** A number that a commit on another connection changes. */
  version(): unknown {
    return this.prepared("PRAGMA data_version", true).get();
  }

  protected override prepared(text: string, pluck?: boolean): Sqlite.Statement {
    if (this.sharing && !this.begun) {
      this.begun = true;
      super.prepared("BEGIN").run();
    }
    return super.prepared(text, pluck);
  }
}
