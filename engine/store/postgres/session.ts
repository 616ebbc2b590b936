/** PostgreSQL's dialect, and a session over any function that sends statements. */

import sql from "sql-template-tag";
import type { ColumnType } from "../../kinds/kind.ts";
import { kindOf } from "../../kinds/kinds.ts";
import type { Column } from "../../resource/column.ts";
import { memoize } from "../../runtime/memoize.ts";
import type { InsertTarget, Lookup, Query, Row, Session } from "../database.ts";
import type { Dialect } from "../dialect.ts";
import { SEPARATORS } from "../search/similar-words.ts";
import { alterTable } from "./alter-table.ts";
import { BatchLoader } from "./batch-loader.ts";
import { findPostgresDamage } from "./damage.ts";

const COLUMN_TYPES: Record<ColumnType, string> = {
  // Compares by code points, as SQLite does, instead of by the locale of the database.
  text: 'TEXT COLLATE "C"',
  integer: "BIGINT",
  flag: "SMALLINT",
  double: "DOUBLE PRECISION",
};

/** The SQL of PostgreSQL without its extensions. */
export const postgresDialect: Dialect = {
  unlogged: "UNLOGGED ",
  // Old row versions are deleted by VACUUM.
  overwriteDeleted: undefined,
  columnType: (kind) => COLUMN_TYPES[kindOf(kind).column],
  alterTable,
  toMilliseconds: (column) => `(EXTRACT(EPOCH FROM "${column}"::timestamp) * 1000)::bigint`,
  dropKeyGenerator: (table) => [`ALTER TABLE "${table}" ALTER COLUMN n DROP IDENTITY IF EXISTS`],
  // PostgreSQL uses an index for the order of lists only if nulls have the same place in it. The integer key is included,
  // so that it is not fetched from the rows, which made reading 170,000 keys twenty times as slow.
  indexed: (columns) =>
    columns.at(-1) === "n"
      ? `(${columns.map((column) => (column === "n" ? column : `"${column}" NULLS FIRST`)).join(", ")})`
      : `(${columns.map((column) => `"${column}" NULLS FIRST`).join(", ")}) INCLUDE (n)`,
  monthOf: (timestamp) => sql`to_char(to_timestamp(${timestamp} / 1000) AT TIME ZONE 'UTC', 'YYYY-MM')`,
  among: (column, keys) => sql`${column} = ANY(${keys})`,
  // Unlike a subquery, an array is always looked up in the index of the column.
  amongSelected: (column, statement) => sql`${column} = ANY(ARRAY(${statement}))`,
  trigramIndexes: undefined,
  firstOfEach: ({ table, column, texts, order, limit }) =>
    sql`unnest(${texts}::text[]) AS given("#text") CROSS JOIN LATERAL (SELECT * FROM ${table} WHERE ${column} = given."#text"${order} LIMIT ${limit}) AS found`,
  serialText: (column) => sql`lpad(${column}::text, 16, '0')`,
  contains: (column, text) => sql`strpos(${column}, ${text}) > 0`,
  hasWord: (name, words) => {
    // A word has no character that is special in a pattern: those separate words.
    const patterns = words.map((word) => `% ${word} %`);
    const spaces = " ".repeat(SEPARATORS.length);
    return sql`(' ' || translate(${name}, ${SEPARATORS}, ${spaces}) || ' ') LIKE ANY(${patterns})`;
  },
  endsWith: (column, text) => sql`right(${column}, length(${text}::text)) = ${text}`,
  searchParts: 32,
  // A statement is cancelled on the server.
  abortable: (predicates) => predicates,
  findDamage: findPostgresDamage,
  columns: sql`SELECT table_name AS "table", column_name AS name, data_type AS type FROM information_schema.columns WHERE table_schema = current_schema()`,
  indexes: sql`SELECT tablename AS "table", indexname AS name, indexdef AS definition FROM pg_indexes WHERE schemaname = current_schema()`,
};

/** The type of a column without its collation. */
function bareType(kind: Column["kind"]): string {
  return postgresDialect.columnType(kind).replace(/ COLLATE .*/, "");
}

/** The INSERT of one row, and that of any number of rows, which takes one array per column. */
const insertTexts = memoize(({ table, columns }: InsertTarget) => {
  const into = `INSERT INTO "${table}" (${columns.map(({ name }) => `"${name}"`).join(", ")})`;
  const values = columns.map((_, index) => `$${index + 1}`).join(", ");
  const arrays = columns.map(({ kind }, index) => `$${index + 1}::${bareType(kind)}[]`).join(", ");
  return { oneRow: `${into} VALUES (${values})`, anyRows: `${into} SELECT * FROM unnest(${arrays})` };
});

const SPECIAL = /["\\]/g;

/** A column of rows as the text of an array; the driver would take long for each element. */
function arrayLiteral(rows: readonly unknown[][], column: number): string {
  let text = "{";
  for (const row of rows) {
    const value = row[column];
    if (text.length > 1) text += ",";
    if (value === null) text += "NULL";
    else if (typeof value === "string") text += `"${value.replace(SPECIAL, "\\$&")}"`;
    else text += String(value);
  }
  return `${text}}`;
}

/** A statement as the driver takes it. */
export interface Statement {
  readonly text: string;
  readonly values?: unknown[];
}

/** The part of the driver's result that is used. */
export interface Result {
  readonly rows: unknown[];
  readonly rowCount: number | null;
  readonly command?: string;
}

/** Sends a statement and resolves with its result. */
export type Send = (statement: Statement) => Promise<Result>;

/** A session whose statements all go through one function. */
export class PostgresSession implements Session {
  protected readonly send: Send;

  constructor(send: Send) {
    this.send = send;
  }

  async all({ text, values }: Query): Promise<Row[]> {
    return (await this.send({ text, values })).rows as Row[];
  }

  async one(lookup: Lookup): Promise<Row | undefined> {
    return (await this.all(lookup))[0];
  }

  async numbers({ text, values }: Query): Promise<Int32Array> {
    // In one value, because parsing hundreds of thousands of rows would block the event loop.
    const aggregate = `SELECT string_agg(int4send(n), '') AS numbers FROM (${text}) AS listed(n)`;
    const [row] = await this.all({ sql: aggregate, text: aggregate, values });
    return fromNetworkOrder(row!.numbers as Uint8Array | null);
  }

  async run({ text, values }: Query): Promise<number> {
    return (await this.send({ text, values })).rowCount ?? 0;
  }

  async insertAll(
    target: InsertTarget,
    rows: readonly unknown[][],
    { unlessTaken } = { unlessTaken: false },
  ): Promise<number> {
    const { oneRow, anyRows } = insertTexts(target);
    const text = rows.length === 1 ? oneRow : anyRows;
    const values = rows.length === 1 ? [...rows[0]!] : target.columns.map((_, index) => arrayLiteral(rows, index));
    return (await this.send({ text: unlessTaken ? `${text} ON CONFLICT DO NOTHING` : text, values })).rowCount ?? 0;
  }

  async nested<T>(work: () => Promise<T>): Promise<T> {
    await this.send({ text: "SAVEPOINT nested" });
    try {
      return await work();
    } catch (reason) {
      await this.send({ text: "ROLLBACK TO nested" });
      throw reason;
    } finally {
      await this.send({ text: "RELEASE nested" });
    }
  }
}

/** Decodes integers of 32 bits, in the byte order of the protocol. */
function fromNetworkOrder(bytes: Uint8Array | null): Int32Array {
  // A copy is aligned to 4 bytes.
  const copy = Buffer.from(new Uint8Array(bytes ?? []).buffer);
  return new Int32Array(copy.swap32().buffer);
}

/** A session outside of transactions, which batches the lookups of one tick of the event loop. */
export class PostgresReader extends PostgresSession {
  private readonly batches = new BatchLoader((text, values) => this.all({ sql: text, text, values }));

  override one(lookup: Lookup): Promise<Row | undefined> {
    return lookup.batchText === undefined ? super.one(lookup) : this.batches.load(lookup, String(lookup.values[0]));
  }
}
