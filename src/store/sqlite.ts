/** SQLite: the embedded database. One connection writes, one reads what is committed (write-ahead log). */
import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { LRUCache } from "lru-cache";
import sql, { join } from "sql-template-tag";
import { Problem } from "../problem.ts";
import type { Column } from "../resource/resource.ts";
import { Commits } from "./commits.ts";
import type { Database, Dialect, Query, Row, Session } from "./dialect.ts";
import { GroupCommit } from "./group-commit.ts";

export const sqliteDialect: Dialect = {
  columnType: (kind) => (kind === "integer" || kind === "flag" ? "INTEGER" : kind === "decimal" ? "REAL" : "TEXT"),
  rowKey: "n INTEGER PRIMARY KEY",
  indexed: (column) => `"${column}"`,
  among: (column, keys) => sql`${column} IN (${join(keys)})`,
  contains: (column, text) => sql`instr(${column}, ${text}) > 0`,
  endsWith: (column, text) => sql`substr(${column}, -length(${text})) = ${text}`,
  columns: sql`SELECT t.name AS "table", c.name, c.type FROM sqlite_schema t JOIN pragma_table_info(t.name) c WHERE t.type = 'table'`,
  indexes: sql`SELECT tbl_name AS "table", name, sql AS definition FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL`,
};

/** The page caches, in KiB. A group of writes touches few pages again; reads go everywhere. */
const READER_CACHE_KIB = 20_480;
const WRITER_CACHE_KIB = 12_288;
/** After so many pages (of 4 KiB) the log is copied into the database: pages written often are copied once. */
const CHECKPOINT_PAGES = 10_000;
/** How long a write waits for those of other processes, and how often it looks, in milliseconds. */
const LONGEST_WAIT_MS = 10_000;
const RETRY_MS = 1;
/** How often a commit of another process is looked for, in milliseconds. */
const LOOK_MS = 40;
/** How many prepared statements a connection keeps, by query shape. */
const STATEMENTS = 500;

class SqliteSession implements Session {
  private readonly connection: Sqlite.Database;
  private readonly statements = new LRUCache<string, Sqlite.Statement>({ max: STATEMENTS });

  constructor(connection: Sqlite.Database) {
    this.connection = connection;
  }

  async all(query: Query): Promise<Row[]> {
    return this.prepared(query.sql).all(query.values) as Row[];
  }

  async one(query: Query): Promise<Row | undefined> {
    return this.prepared(query.sql).get(query.values) as Row | undefined;
  }

  async numbers(query: Query): Promise<number[]> {
    return this.prepared(query.sql, true).all(query.values) as unknown as number[];
  }

  async run(query: Query): Promise<number> {
    return this.prepared(query.sql).run(query.values).changes;
  }

  async insertAll(table: string, columns: readonly Pick<Column, "name">[], rows: readonly unknown[][]): Promise<void> {
    const names = columns.map(({ name }) => `"${name}"`).join(", ");
    const values = columns.map(() => "?").join(", ");
    const statement = this.prepared(`INSERT INTO "${table}" (${names}) VALUES (${values})`);
    for (const row of rows) statement.run(row);
  }

  async nested<T>(work: () => Promise<T>): Promise<T> {
    this.execute("SAVEPOINT nested");
    try {
      return await work();
    } catch (reason) {
      this.execute("ROLLBACK TO nested");
      throw reason;
    } finally {
      this.execute("RELEASE nested");
    }
  }

  /** A statement without values or rows. */
  execute(text: string): void {
    this.prepared(text).run();
  }

  private prepared(text: string, pluck = false): Sqlite.Statement {
    const key = pluck ? `pluck ${text}` : text;
    let statement = this.statements.get(key);
    if (!statement) {
      statement = this.connection.prepare(text);
      if (pluck) statement.pluck();
      this.statements.set(key, statement);
    }
    return statement;
  }
}

/**
 * Opens a database file, and makes it where there is none.
 * @throws Error when the file cannot be opened
 */
export function openSqlite(path: string): Database {
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
  const version = reading.prepare("PRAGMA data_version").pluck();
  let seen: unknown;
  let looked = false;
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
  const commits = new Commits(() => {
    let before = version.get();
    const look = setInterval(() => {
      const now = version.get();
      if (now !== before) commits.heard();
      before = now;
    }, LOOK_MS);
    look.unref();
    return () => clearInterval(look);
  });
  const group = new GroupCommit({
    begin,
    savepoint: step("SAVEPOINT write"),
    release: step("RELEASE write"),
    undo: step("ROLLBACK TO write", "RELEASE write"),
    commit: () => {
      writer.execute("COMMIT");
      committed = true;
      commits.heard();
    },
    rollback: () => {
      if (writing.inTransaction) writing.exec("ROLLBACK");
    },
    transient: () => false,
  });
  return {
    dialect: sqliteDialect,
    reader: new SqliteSession(reading),
    transaction: async (work, patient) => {
      for (;;) {
        try {
          return await group.add((happened) => work(writer, happened));
        } catch (reason) {
          if (!patient || !isLocked(reason)) return told(reason);
        }
      }
    },
    concluding: (conclude) => group.concluding((happened) => conclude(writer, happened)),
    onCommit: (heard) => commits.listen(heard),
    figures: () => ({ waiting: { writer: group.pending }, failures, groups: group.sizes }),
    moved: () => {
      let moved = committed;
      committed = false;
      if (!looked) {
        // Once in a turn of the event loop: what arrives later than a commit elsewhere is read in a later turn.
        looked = true;
        setImmediate(() => {
          looked = false;
        });
        const before = seen;
        // Moves with a commit on any other connection, in whichever process.
        seen = version.get();
        moved ||= seen !== before;
      }
      return moved;
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
