/** SQLite in WAL mode, with one connection that writes and one that reads. */
import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import Sqlite from "better-sqlite3";
import { Problem } from "../../problem.ts";
import {
  type BeforeCommit,
  type Database,
  type DatabaseStats,
  NO_HOOKS,
  type Session,
  type Transaction,
} from "../dialect.ts";
import { CommitListeners } from "../events/commit-listeners.ts";
import { GroupCommit } from "../group-commit.ts";
import { openReadConnection, SqliteReader } from "./reader.ts";
import { sqliteDialect } from "./session.ts";
import { isBusy, openWriteConnection, SqliteWriter } from "./writer.ts";

/** How often to check for commits of other processes, in milliseconds. */
const POLL_MS = 40;

/**
 * Opens a database file; creates it if it does not exist.
 * @throws Error if the file cannot be opened
 */
export function openSqlite(path: string, { beforeCommit } = NO_HOOKS): Database {
  mkdirSync(dirname(path), { recursive: true });
  return new SqliteDatabase(path, beforeCommit);
}

class SqliteDatabase implements Database {
  readonly dialect = sqliteDialect;
  readonly reader: SqliteReader;
  readonly replica = undefined;
  private readonly connections: readonly Sqlite.Database[];
  private readonly group: GroupCommit;
  private readonly commits = new CommitListeners(() => this.pollCommits());
  /** Whether this process has committed since `hasNewCommits` was called. */
  private committed = true;
  private failures = 0;

  constructor(path: string, beforeCommit: BeforeCommit) {
    const writeConnection = openWriteConnection(path);
    const readConnection = openReadConnection(path);
    this.connections = [readConnection, writeConnection];
    this.reader = new SqliteReader(readConnection);
    const writer = new SqliteWriter(writeConnection, this.reader, () => {
      this.committed = true;
      this.commits.notify();
    });
    this.group = new GroupCommit(writer, writer.session, beforeCommit);
  }

  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    try {
      return await this.group.add(work);
    } catch (reason) {
      throw this.toProblem(reason);
    }
  }

  async exclusive<T>(work: (session: Session) => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await this.group.add(({ session }) => work(session));
      } catch (reason) {
        if (!isBusy(reason)) throw this.toProblem(reason);
      }
    }
  }

  onCommit(listener: () => void): () => void {
    return this.commits.listen(listener);
  }

  stats(): DatabaseStats {
    return { waiting: { writer: this.group.pending }, failures: this.failures, groupSizes: this.group.sizes };
  }

  beginRead(): void {
    this.reader.beginRead();
  }

  hasNewCommits(): boolean {
    const committed = this.committed;
    this.committed = false;
    return this.reader.hasNewCommits() || committed;
  }

  async close(): Promise<void> {
    await this.group.idle();
    this.commits.close();
    for (const connection of this.connections) connection.close();
  }

  /** Polls for commits of other processes. Returns a function that stops polling. */
  private pollCommits(): () => void {
    let last = this.reader.dataVersion();
    const timer = setInterval(() => {
      const version = this.reader.dataVersion();
      if (version !== last) this.commits.notify();
      last = version;
    }, POLL_MS);
    timer.unref();
    return () => clearInterval(timer);
  }

  /** Converts an error. Counts it if it says that the database is unavailable. */
  private toProblem(reason: unknown): unknown {
    if (!isUnavailable(reason)) return reason;
    this.failures += 1;
    return new Problem("unavailable", "The database is currently not writable.");
  }
}

/** Whether the database is locked, full or missing, which the caller did not cause. */
function isUnavailable(reason: unknown): boolean {
  return reason instanceof Sqlite.SqliteError && /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY)/.test(reason.code);
}

/**
 * Copies the current state of a database into a new file. Other processes may write to the database meanwhile.
 * @throws Error if there is no such database, or the new file exists
 */
export function copySqlite(from: string, to: string): void {
  if (existsSync(to)) throw new Error(`${to} already exists.`);
  const connection = new Sqlite(from, { readonly: true, fileMustExist: true });
  try {
    connection.prepare("VACUUM INTO ?").run(to);
  } finally {
    connection.close();
  }
}
