/** What differs between the databases, and nothing else. */
import type { Sql } from "sql-template-tag";
import type { Column } from "../resource/resource.ts";
import type { Histogram } from "../runtime/histogram.ts";
import type { ChangeEvent } from "./events/change-event.ts";

/** A row as a driver gives it, by column name or alias. */
export type Row = Record<string, unknown>;

/** A statement with its values; a statement whose text is known beforehand need not be composed again. */
export type Query = Pick<Sql, "sql" | "text" | "values">;

/** A statement that finds one row; where one key decides, also how the rows of many keys are found, each with its `#key`. */
export interface Lookup extends Query {
  readonly many?: string;
}

/** One connection to a database. */
export interface Session {
  all(query: Query): Promise<Row[]>;
  /** The first row. */
  one(lookup: Lookup): Promise<Row | undefined>;
  /** The first column of every row, which holds integers. */
  numbers(query: Query): Promise<number[]>;
  /** Runs work within a transaction so that, when it throws, only what it did is undone. */
  nested<T>(work: () => Promise<T>): Promise<T>;
  /** How many rows were written. */
  run(query: Query): Promise<number>;
  /** Inserts rows, each with the values of these columns as they are bound. */
  insertAll(
    table: string,
    columns: readonly Pick<Column, "name" | "kind">[],
    rows: readonly unknown[][],
  ): Promise<void>;
}

export interface Dialect {
  /** The type of a column, as its definition spells it. */
  columnType(kind: Column["kind"]): string;
  /** The integer key that every table has besides its ids. */
  readonly rowKey: string;
  /** What an index is on: columns that have missing values first, and the integer key, so that it need not be fetched. */
  indexed(columns: readonly string[]): string;
  /** That a column holds one of some integers. */
  among(column: Sql, keys: readonly number[]): Sql;
  contains(column: Sql, text: string): Sql;
  endsWith(column: Sql, text: string): Sql;
  /** Selects the `name` and `type` of every column of every `table`. */
  readonly columns: Sql;
  /** Selects the `name` and `definition` of every index that a statement made, with its `table`. */
  readonly indexes: Sql;
}

/** How an open database is, and what it has done. */
export interface DatabaseStats {
  /** Connections that read, where there are pools of them, by the server that they lead to. */
  readonly connections?: Readonly<Record<string, { readonly idle: number; readonly used: number }>>;
  /** How many wait for something, by its name. */
  readonly waiting: Readonly<Record<string, number>>;
  /** How often it was away or unable. */
  readonly failures: number;
  /** How many writes shared a transaction. */
  readonly groupSizes: Histogram;
}

/** A copy of the database that another server keeps, and that may be behind. */
export interface Replica {
  /**
   * What reads there, always from the same server, so that nothing is older than what was read before; undefined while
   * no such server is there. Whatever it throws, the database itself may well answer.
   */
  readonly session: Session | undefined;
  /** What holds there while the server is a standby, and not once it takes writes of its own. */
  readonly isReplica: Sql;
  /** Reads from that session no more, and looks for a server anew. */
  disconnect(session: Session): void;
}

/** A transaction in progress. */
export interface Transaction {
  readonly session: Session;
  /** The change events to append to the log before the commit. */
  readonly events: ChangeEvent[];
}

/** The last step of every transaction that has change events; what it throws undoes the transaction. */
export type BeforeCommit = (tx: Transaction) => Promise<void>;

export interface DatabaseHooks {
  readonly beforeCommit: BeforeCommit;
}

/** Opens a database that calls these hooks. */
export type OpenDatabase = (hooks: DatabaseHooks) => Promise<Database>;

/** The hooks of a database without an event log. */
export const NO_HOOKS: DatabaseHooks = { beforeCommit: async () => {} };

/** An open database: a session that reads what is committed, and transactions. */
export interface Database {
  readonly dialect: Dialect;
  readonly reader: Session;
  /** A read replica, if one is configured. */
  readonly replica: Replica | undefined;
  /**
   * Runs `work` in a transaction, which other writers may share: when this resolves, all of it is durable.
   * @throws what `work` throws, which undoes its changes; Problem `unavailable` if the database is unreachable
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in a transaction of its own without timeouts: it waits for other writers, and runs, as long as it takes.
   * @throws as `transaction` does
   */
  exclusive<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /**
   * Has somebody told soon after something may have been committed, by whichever process.
   * @returns what ends that
   */
  onCommit(heard: () => void): () => void;
  stats(): DatabaseStats;
  /**
   * Notes that a request arrives. What is read for it holds whatever was committed before that; requests of one turn of the
   * event loop may share a state.
   */
  beginRead(): void;
  /** Whether anything may have been committed, by whichever process, since this was last asked. */
  hasNewCommits(): boolean;
  close(): Promise<void>;
}
