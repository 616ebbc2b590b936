/** SQLite: the embedded database. One connection writes, one reads what is committed (write-ahead log). */
import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { Problem } from "../../problem.ts";
import { type Database, NO_HOOKS } from "../dialect.ts";
import { CommitListeners } from "../events/commit-listeners.ts";
import { GroupCommit, type TransactionControl } from "../group-commit.ts";
import { SqliteReader } from "./reader.ts";
import { SqliteSession, sqliteDialect } from "./session.ts";

/** The page caches, in KiB. A group of writes touches few pages again; reads go everywhere. */
const READER_CACHE_KIB = 65_536;
const WRITER_CACHE_KIB = 12_288;
/** After so many pages (of 4 KiB) the log is copied into the database: pages written often are copied once. */
const CHECKPOINT_PAGES = 10_000;
/** How long a write waits for those of other processes, and how often it looks, in milliseconds. */
const LONGEST_WAIT_MS = 10_000;
const RETRY_MS = 1;
/** How often a commit of another process is looked for, in milliseconds. */
const LOOK_MS = 40;
/**
 * Opens a database file, and makes it where there is none.
 * @throws Error when the file cannot be opened
 */
export function openSqlite(path: string, { beforeCommit } = NO_HOOKS): Database {
  mkdirSync(dirname(path), { recursive: true });
  const writing = new Sqlite(path);
  writing.pragma("journal_mode = WAL");
  // A write-ahead log is reopened with NORMAL, which may lose the last commits when the power fails.
  writing.pragma("synchronous = FULL");
  writing.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  // SQLite would wait for other processes within the call, and nothing else would happen here meanwhile.
  writing.pragma("busy_timeout = 0");
  writing.pragma(`cache_size = -${WRITER_CACHE_KIB}`);
  const reading = new Sqlite(path, { readonly: true });
  reading.pragma(`cache_size = -${READER_CACHE_KIB}`);
  const writer = new SqliteSession(writing);
  const reader = new SqliteReader(reading);
  let committed = true;
  let failures = 0;
  const told = (reason: unknown): never => {
    if (!isUnable(reason)) throw reason;
    failures += 1;
    throw new Problem("unavailable", "The database cannot be written just now.");
  };
  const step =
    (...statements: string[]) =>
    () => {
      for (const statement of statements) writer.execute(statement);
    };
  const begin = async (): Promise<void> => {
    for (const until = performance.now() + LONGEST_WAIT_MS; ; await setTimeout(RETRY_MS)) {
      try {
        return writer.execute("BEGIN IMMEDIATE");
      } catch (reason) {
        if (!isLocked(reason) || performance.now() >= until) throw reason;
      }
    }
  };
  // Commits of other connections are looked for only while somebody listens.
  const commits = new CommitListeners(() => {
    let before = reader.version();
    const look = setInterval(() => {
      const now = reader.version();
      if (now !== before) commits.heard();
      before = now;
    }, LOOK_MS);
    look.unref();
    return () => clearInterval(look);
  });
  const control: TransactionControl = {
    begin,
    savepoint: step("SAVEPOINT write"),
    release: step("RELEASE write"),
    undo: step("ROLLBACK TO write", "RELEASE write"),
    commit: () => {
      // What is read after this holds it; and while somebody reads an older state, the log is not copied beyond that.
      reader.endRead();
      writer.execute("COMMIT");
      committed = true;
      commits.heard();
    },
    rollback: () => {
      if (writing.inTransaction) writing.exec("ROLLBACK");
    },
    isTransient: () => false,
  };
  const group = new GroupCommit(control, writer, beforeCommit);
  return {
    dialect: sqliteDialect,
    reader,
    replica: undefined,
    transaction: (work) => group.add(work).catch(told),
    exclusive: async (work) => {
      for (;;) {
        try {
          return await group.add(({ session }) => work(session));
        } catch (reason) {
          if (!isLocked(reason)) return told(reason);
        }
      }
    },
    onCommit: (heard) => commits.listen(heard),
    stats: () => ({ waiting: { writer: group.pending }, failures, groupSizes: group.sizes }),
    beginRead: () => reader.beginRead(),
    hasNewCommits: () => {
      const moved = committed;
      committed = false;
      return reader.hasNewCommits() || moved;
    },
    close: async () => {
      await group.idle();
      commits.close();
      reading.close();
      writing.close();
    },
  };
}

/** Whether another process is writing; nothing was done then. */
function isLocked(reason: unknown): boolean {
  return reason instanceof Sqlite.SqliteError && reason.code.startsWith("SQLITE_BUSY");
}

/** Whether a database is locked, full or gone, which is not the caller's fault and may pass. */
function isUnable(reason: unknown): boolean {
  return reason instanceof Sqlite.SqliteError && /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY)/.test(reason.code);
}

/**
 * Copies a database as it is at this moment, whoever writes to it meanwhile, into a file that holds all of it.
 * @throws Error where there is no such database, or the file is there already
 */
export function copySqlite(from: string, to: string): void {
  if (existsSync(to)) throw new Error(`${to} is there already.`);
  const connection = new Sqlite(from, { readonly: true, fileMustExist: true });
  try {
    connection.prepare("VACUUM INTO ?").run(to);
  } finally {
    connection.close();
  }
}
