/** Group commit on SQLite: the connection that writes. */
import { setTimeout } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { outcomeUnknown } from "../../problem.ts";
import type { TransactionControl } from "../transaction/group-runner.ts";
import { isBusy, mayBeStored } from "./errors.ts";
import type { SqliteReader } from "./reader.ts";
import { SqliteSession } from "./session.ts";
import { addTrigramFunction } from "./trigram-indexes.ts";

/** The size of the page cache. It is small, because a group of writes reads few pages twice. */
const CACHE_KIB = 12_288;
/** The length, in pages of 4 KiB, at which a commit copies the write-ahead log itself, if `Checkpoints` has not done so. */
const MAX_LOG_PAGES = 200_000;
/** How long a transaction waits for the writers of other processes, and how often it tries, in milliseconds. */
const MAX_WAIT_MS = 10_000;
const RETRY_MS = 1;

/** Opens the connection. Its commits survive a power failure. */
export function openWriteConnection(path: string): Sqlite.Database {
  const connection = new Sqlite(path);
  connection.pragma("journal_mode = WAL");
  // With NORMAL, the default of better-sqlite3 in WAL mode, a power failure may lose the last commits.
  connection.pragma("synchronous = FULL");
  connection.pragma(`wal_autocheckpoint = ${MAX_LOG_PAGES}`);
  // With a timeout, SQLite would block the event loop while it waits for other processes.
  connection.pragma("busy_timeout = 0");
  connection.pragma(`cache_size = -${CACHE_KIB}`);
  addTrigramFunction(connection);
  checkWritable(connection);
  return connection;
}

/** SQLite opens a file that it may not write, and says so only at the first change. @throws SqliteError */
function checkWritable(connection: Sqlite.Database): void {
  connection.exec("BEGIN");
  try {
    connection.pragma("user_version = 0");
  } catch (reason) {
    // Another process is writing, so the file can be written.
    if (!isBusy(reason)) throw reason;
  } finally {
    if (connection.inTransaction) connection.exec("ROLLBACK");
  }
}

/** The session of transactions. A statement after an error that ended the transaction would commit by itself. */
class TransactionSession extends SqliteSession {
  protected override prepare(text: string, options?: { pluck: boolean }): Sqlite.Statement {
    if (!this.connection.inTransaction) throw new Error("The transaction has ended.");
    return super.prepare(text, options);
  }
}

/** Controls the transactions of the connection. */
export class SqliteWriter implements TransactionControl {
  readonly session: SqliteSession;
  private readonly connection: Sqlite.Database;
  private readonly reader: SqliteReader;
  private readonly onCommit: () => void;
  private readonly beginImmediate: Sqlite.Statement;
  /** Set while no transaction may begin. */
  private pause: Promise<void> | undefined;

  constructor(connection: Sqlite.Database, reader: SqliteReader, onCommit: () => void) {
    this.connection = connection;
    this.session = new TransactionSession(connection);
    this.reader = reader;
    this.beginImmediate = connection.prepare("BEGIN IMMEDIATE");
    this.onCommit = onCommit;
  }

  readonly isPipelined = false;

  async begin<T>(read: () => Promise<T>): Promise<T> {
    if (this.pause) await this.pause;
    // A rollback may have failed.
    if (this.connection.inTransaction) this.connection.exec("ROLLBACK");
    for (const deadline = performance.now() + MAX_WAIT_MS; ; await setTimeout(RETRY_MS)) {
      try {
        this.beginImmediate.run();
        break;
      } catch (reason) {
        if (!isBusy(reason) || performance.now() >= deadline) throw reason;
      }
    }
    return read();
  }

  /** Runs work between two transactions: it starts after the current one, and none begins until it has ended. */
  async between<T>(work: () => Promise<T>): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.pause = promise;
    try {
      while (this.connection.inTransaction) await setTimeout(RETRY_MS);
      return await work();
    } finally {
      this.pause = undefined;
      resolve();
    }
  }

  /** @throws Problem `outcome-unknown` if it is unknown whether the transaction was committed */
  async commit(): Promise<void> {
    // Reads after the commit must see it. Also, the write-ahead log is not copied beyond the oldest open snapshot.
    this.reader.endRead();
    try {
      this.session.execute("COMMIT");
    } catch (reason) {
      throw mayBeStored(reason) ? outcomeUnknown("The disk failed while the change was committed", reason) : reason;
    }
    // Must not throw: the transaction is committed.
    this.onCommit();
  }

  async rollback(): Promise<void> {
    try {
      if (this.connection.inTransaction) this.connection.exec("ROLLBACK");
    } catch {
      // The next transaction tries again before it begins.
    }
  }

  async reset(): Promise<void> {
    await this.rollback();
  }

  isActive(): boolean {
    return this.connection.inTransaction;
  }

  isTransient(): boolean {
    return false;
  }

  isReported(): boolean {
    return false;
  }
}
