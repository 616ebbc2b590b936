/** SQLite's dialect, and a session on one connection, which prepares each statement once. */
import type Sqlite from "better-sqlite3";
import { LRUCache } from "lru-cache";
import sql, { join } from "sql-template-tag";
import type { Column } from "../../resource/resource.ts";
import type { Dialect, Query, Row, Session } from "../dialect.ts";

/** The SQL of SQLite. */
export const sqliteDialect: Dialect = {
  columnType: (kind) => (kind === "integer" || kind === "boolean" ? "INTEGER" : kind === "decimal" ? "REAL" : "TEXT"),
  rowKey: "n INTEGER PRIMARY KEY",
  indexed: (columns) => `(${columns.map((column) => `"${column}"`).join(", ")})`,
  among: (column, keys) => sql`${column} IN (${join(keys)})`,
  contains: (column, text) => sql`instr(${column}, ${text}) > 0`,
  endsWith: (column, text) => sql`substr(${column}, -length(${text})) = ${text}`,
  columns: sql`SELECT t.name AS "table", c.name, c.type FROM sqlite_schema t JOIN pragma_table_info(t.name) c WHERE t.type = 'table'`,
  indexes: sql`SELECT tbl_name AS "table", name, sql AS definition FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL`,
};

const MAX_STATEMENTS = 500;
/** Makes a statement return its first column. */
export const PLUCK = { pluck: true };

/** A session whose statements run synchronously. */
export class SqliteSession implements Session {
  protected readonly connection: Sqlite.Database;
  private readonly statements = new LRUCache<string, Sqlite.Statement>({ max: MAX_STATEMENTS });

  constructor(connection: Sqlite.Database) {
    this.connection = connection;
  }

  async all(query: Query): Promise<Row[]> {
    return this.prepare(query.sql).all(query.values) as Row[];
  }

  async one(query: Query): Promise<Row | undefined> {
    return this.prepare(query.sql).get(query.values) as Row | undefined;
  }

  async numbers(query: Query): Promise<number[]> {
    return this.prepare(query.sql, PLUCK).all(query.values) as unknown as number[];
  }

  async run(query: Query): Promise<number> {
    return this.prepare(query.sql).run(query.values).changes;
  }

  async insertAll(table: string, columns: readonly Pick<Column, "name">[], rows: readonly unknown[][]): Promise<void> {
    const names = columns.map(({ name }) => `"${name}"`).join(", ");
    const values = columns.map(() => "?").join(", ");
    const statement = this.prepare(`INSERT INTO "${table}" (${names}) VALUES (${values})`);
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
