/** SQLite's dialect, and a session on one connection, which prepares each statement once. */

import type Sqlite from "better-sqlite3";
import { LRUCache } from "lru-cache";
import sql, { raw } from "sql-template-tag";
import type { ColumnType } from "../../kinds/kind.ts";
import { kindOf } from "../../kinds/kinds.ts";
import { memoize } from "../../runtime/memoize.ts";
import type { InsertTarget, Query, Row, Session } from "../database.ts";
import type { Dialect } from "../dialect.ts";
import { alterTable } from "./alter-table.ts";
import { findSqliteDamage } from "./errors.ts";
import { sqliteTrigramIndexes } from "./trigram-indexes.ts";

/** The function of reader threads that throws once their read is aborted. */
export const KEEP_READING = "keep_reading";
/** The function of reader threads that says whether a name has one of some words, given as JSON. */
export const HAS_WORD = "has_word";

const COLUMN_TYPES: Record<ColumnType, string> = { text: "TEXT", integer: "INTEGER", flag: "INTEGER", double: "REAL" };

/** The SQL of SQLite. */
export const sqliteDialect: Dialect = {
  unlogged: "",
  overwriteDeleted: sql`PRAGMA secure_delete = ON`,
  columnType: (kind) => COLUMN_TYPES[kindOf(kind).column],
  generatedKey: "INTEGER PRIMARY KEY",
  storedTable: (name) => raw(`main."${name}"`),
  alterTable,
  toMilliseconds: (column) => `unixepoch("${column}") * 1000 + CAST(substr("${column}", 21, 3) AS INTEGER)`,
  dropKeyGenerator: () => [],
  // Every index ends with the integer key by itself.
  indexed: (columns) =>
    `(${columns
      .filter((column) => column !== "n")
      .map((column) => `"${column}"`)
      .join(", ")})`,
  monthOf: (timestamp) => sql`strftime('%Y-%m', ${timestamp} / 1000, 'unixepoch')`,
  // The statement is the same for any number of keys.
  among: (column, keys) => sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`,
  amongSelected: (column, statement) => sql`${column} IN (${statement})`,
  trigramIndexes: sqliteTrigramIndexes,
  // For each text, the rows are found over an index; SQLite has no LATERAL.
  firstOfEach: ({ table, column, texts, order, limit }) =>
    sql`(SELECT value AS "#text" FROM json_each(${JSON.stringify(texts)})) CROSS JOIN ${table} AS found ON found.n IN (SELECT n FROM ${table} WHERE ${column} = "#text"${order} LIMIT ${limit})`,
  serialText: (column) => sql`printf('%016d', ${column})`,
  contains: (column, text) => sql`instr(${column}, ${text}) > 0`,
  hasWord: (name, words) => sql`${raw(HAS_WORD)}(${name}, ${JSON.stringify(words)})`,
  endsWith: (column, text) => sql`substr(${column}, -length(${text})) = ${text}`,
  // Called for one row in 256, because a call takes a microsecond; first, because few rows may satisfy the other predicates.
  searchParts: 4,
  abortable: (predicates) => [sql`(n & 255 <> 0 OR ${raw(KEEP_READING)}())`, ...predicates],
  bytesOf: (tables) =>
    sql`(SELECT coalesce(sum(pgsize), 0) FROM dbstat WHERE name IN (SELECT name FROM sqlite_schema WHERE tbl_name IN (SELECT value FROM json_each(${JSON.stringify(tables)}))) AND (pageno & 255 <> 0 OR ${raw(KEEP_READING)}()))`,
  databaseBytes: sql`(SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size())`,
  findDamage: findSqliteDamage,
  columns: sql`SELECT t.name AS "table", c.name, c.type FROM pragma_table_list t JOIN pragma_table_info(t.name) c WHERE t.schema = 'main' AND t.type = 'table'`,
  indexes: sql`SELECT tbl_name AS "table", name, sql AS definition FROM sqlite_schema WHERE (type = 'index' AND sql IS NOT NULL) OR sql LIKE 'CREATE VIRTUAL TABLE%'`,
};

const MAX_STATEMENTS = 500;
/** Makes a statement return its first column. */
export const PLUCK = { pluck: true };

const insertText = memoize(({ table, columns }: InsertTarget) => {
  const names = columns.map(({ name }) => `"${name}"`).join(", ");
  return `INSERT INTO "${table}" (${names}) VALUES (${columns.map(() => "?").join(", ")})`;
});

/** A session whose statements run synchronously. */
export class SqliteSession implements Session {
  protected readonly connection: Sqlite.Database;
  private readonly toError: (reason: unknown) => unknown;
  private readonly statements = new LRUCache<string, Sqlite.Statement>({ max: MAX_STATEMENTS });

  /** @param toError converts the error of a read */
  constructor(connection: Sqlite.Database, toError = (reason: unknown) => reason) {
    this.connection = connection;
    this.toError = toError;
  }

  async all(query: Query): Promise<Row[]> {
    try {
      return this.prepare(query.sql).all(query.values) as Row[];
    } catch (reason) {
      throw this.toError(reason);
    }
  }

  async one(query: Query): Promise<Row | undefined> {
    try {
      return this.prepare(query.sql).get(query.values) as Row | undefined;
    } catch (reason) {
      throw this.toError(reason);
    }
  }

  async numbers(query: Query): Promise<Int32Array> {
    try {
      return Int32Array.from(this.prepare(query.sql, PLUCK).all(query.values) as number[]);
    } catch (reason) {
      throw this.toError(reason);
    }
  }

  async run(query: Query): Promise<number> {
    return this.prepare(query.sql).run(query.values).changes;
  }

  async insertAll(
    target: InsertTarget,
    rows: readonly unknown[][],
    { unlessTaken } = { unlessTaken: false },
  ): Promise<number> {
    const text = insertText(target);
    const statement = this.prepare(unlessTaken ? `${text} ON CONFLICT DO NOTHING` : text);
    let inserted = 0;
    for (const row of rows) inserted += statement.run(row).changes;
    return inserted;
  }

  async nested<T>(work: () => Promise<T>): Promise<T> {
    this.execute("SAVEPOINT nested");
    try {
      const result = await work();
      this.execute("RELEASE nested");
      return result;
    } catch (reason) {
      this.undoNested();
      throw reason;
    }
  }

  /** Undoes what the savepoint encloses; if that fails, the whole transaction, so that no part of it is committed. */
  private undoNested(): void {
    // Some errors have ended the transaction.
    if (!this.connection.inTransaction) return;
    try {
      this.execute("ROLLBACK TO nested");
      this.execute("RELEASE nested");
    } catch {
      this.connection.exec("ROLLBACK");
    }
  }

  /** Runs a statement without values. */
  execute(text: string): void {
    this.prepare(text).run();
  }

  protected prepare(text: string, options?: { pluck: boolean }): Sqlite.Statement {
    const key = options ? `pluck ${text}` : text;
    let statement = this.statements.get(key);
    if (!statement) {
      statement = this.connection.prepare(text);
      if (options) statement.pluck(options.pluck);
      this.statements.set(key, statement);
    }
    return statement;
  }
}
