/** What differs between SQL dialects. */
import type { Sql } from "sql-template-tag";
import type { Column } from "../resource/column.ts";
import type { ColumnChanges, TableAlteration } from "./migration/alteration.ts";
import type { TrigramIndexes } from "./search/trigrams.ts";

/** The first rows of a table for each of some texts in a column. */
export interface FirstRows {
  readonly table: Sql;
  readonly column: Sql;
  readonly texts: readonly string[];
  /** An ORDER BY clause. */
  readonly order: Sql;
  readonly limit: number;
}

/** Runs a statement, and resolves with its rows. */
export type Select = (query: Sql) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/** The SQL that differs between databases. */
export interface Dialect {
  /** The type in a column definition. */
  columnType(kind: Column["kind"]): string;
  /** Follows CREATE in the statement for a table that a crash may empty; `""` if the database has no such tables. */
  readonly unlogged: "" | "UNLOGGED ";
  /** A statement after which the connection overwrites what it deletes; undefined if the database cannot. */
  readonly overwriteDeleted: Sql | undefined;
  /** The type of a table's integer key, if the database assigns it. */
  readonly generatedKey: string;
  /** A stored table, in a statement in which its name stands for other rows. */
  storedTable(name: string): Sql;
  /** Changes the columns of a table. */
  alterTable(changes: ColumnChanges): TableAlteration;
  /** An expression: the milliseconds since 1970 of an instant, as its column holds it. */
  toMilliseconds(column: string): string;
  /** Statements that make a table of an earlier version leave its integer keys to the service. */
  dropKeyGenerator(table: string): string[];
  /** The columns of an index, nulls first, with the integer key included so that it is not fetched from the row. */
  indexed(columns: readonly string[]): string;
  /** The month of a timestamp in UTC, as text: `2026-01`. */
  monthOf(timestamp: Sql): Sql;
  /** A serial id as text. */
  serialText(column: Sql): Sql;
  /** A predicate: an integer column has one of these values. */
  among(column: Sql, keys: readonly number[]): Sql;
  /** A predicate: an integer column has one of the values that a statement selects. They are few: an index finds them. */
  amongSelected(column: Sql, statement: Sql): Sql;
  /** The trigram indexes; undefined if the database has none. */
  readonly trigramIndexes: TrigramIndexes | undefined;
  /** What follows FROM: for each of some texts, the first rows of a table, in an order, that have it in a column. */
  firstOfEach(rows: FirstRows): Sql;
  /** A predicate: a column contains a text. */
  contains(column: Sql, text: string): Sql;
  /** A predicate: a name, folded, has one of some words (`wordsOfName`). For slow reads only. */
  hasWord(name: Sql, words: readonly string[]): Sql;
  /** A predicate: a column ends with a text. */
  endsWith(column: Sql, text: string): Sql;
  /** Into how many parts each statement of a search divides the rows: more where a round trip costs more than a row. */
  readonly searchParts: number;
  /** The predicates of a slow read, so that an aborted one ends soon. */
  abortable(predicates: readonly Sql[]): readonly Sql[];
  /** An expression: the bytes of tables with their indexes. For slow reads only. */
  bytesOf(tables: readonly string[]): Sql;
  /** An expression: the bytes of the whole database. */
  readonly databaseBytes: Sql;
  /** Reads the files of the database as far as it can. Returns a sentence for each damage. */
  findDamage(select: Select): Promise<readonly string[]>;
  /** Selects the `name` and `type` of every column of every `table` that is neither virtual nor part of a virtual one. */
  readonly columns: Sql;
  /** Selects the `table`, `name` and `definition` of every index that was created by a statement, trigram indexes included. */
  readonly indexes: Sql;
}
