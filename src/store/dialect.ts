/** The contract of a database, and what differs between SQL dialects. */
import type { Sql } from "sql-template-tag";
import type { Column } from "../resource/resource.ts";
import type { Histogram } from "../runtime/histogram.ts";
import type { ChangeEvent } from "./events/change-event.ts";

/** A row as the driver returns it, by column name or alias. */
export type Row = Record<string, unknown>;

/** A statement with its values, as a `Sql` or with its text composed once. `sql` has `?` for values, `text` has `$1`. */
export type Query = Pick<Sql, "sql" | "text" | "values">;

/** A statement that finds one row by its values. */
export interface Lookup extends Query {
  /** If there is one value, a statement that takes an array of such values, and selects each row with its value as `#key`. */
  readonly batchText?: string;
}

/** One connection to a database. */
export interface Session {
  all(query: Query): Promise<Row[]>;
  /** Returns the first row. */
  one(lookup: Lookup): Promise<Row | undefined>;
  /** Returns the first column of every row, which must be an integer. */
  numbers(query: Query): Promise<number[]>;
  /** Runs `work` in a savepoint. If it throws, only its own changes are undone. */
  nested<T>(work: () => Promise<T>): Promise<T>;
  /** Returns the number of rows that were written. */
  run(query: Query): Promise<number>;
  /** @param rows the bound values of each row, in the order of the columns */
  insertAll(
    table: string,
    columns: readonly Pick<Column, "name" | "kind">[],
    rows: readonly unknown[][],
  ): Promise<void>;
}

/** The SQL that differs between databases. */
export interface Dialect {
  /** The type in a column definition. */
  columnType(kind: Column["kind"]): string;
  /** The definition of the integer key that every table has besides its ids. */
  readonly rowKey: string;
  /** The columns of an index, nulls first, with the integer key included so that it is not fetched from the row. */
  indexed(columns: readonly string[]): string;
  /** A predicate: an integer column has one of these values. */
  among(column: Sql, keys: readonly number[]): Sql;
  /** A predicate: a column contains a text. */
  contains(column: Sql, text: string): Sql;
  /** A predicate: a column ends with a text. */
  endsWith(column: Sql, text: string): Sql;
  /** Selects the `name` and `type` of every column of every `table`. */
  readonly columns: Sql;
  /** Selects the `table`, `name` and `definition` of every index that was created by a statement. */
  readonly indexes: Sql;
}

/** The state of an open database and what it has done, for metrics. */
export interface DatabaseStats {
  /** The connections that read, by server, if they are pooled. */
  readonly connections?: Readonly<Record<string, { readonly idle: number; readonly used: number }>>;
  /** The number of statements or writes that wait, by what they wait for. */
  readonly waiting: Readonly<Record<string, number>>;
  /** How often the database was unavailable. */
  readonly failures: number;
  /** The number of writes per transaction. */
  readonly groupSizes: Histogram;
}

/** A copy of the database on another server, which may be behind. */
export interface Replica {
  /**
   * Reads from one server, so that no read is older than an earlier one. Undefined while no replica is available. An error
   * of the replica says nothing about the primary.
   */
  readonly session: Session | undefined;
  /** A predicate that is false once the server has been promoted. */
  readonly isReplica: Sql;
  /** Stops reading from that session, and looks for another server. */
  disconnect(session: Session): void;
}

/** A transaction in progress. */
export interface Transaction {
  readonly session: Session;
  /** The change events to append to the log before the commit. */
  readonly events: ChangeEvent[];
}

/** The last step of every transaction that has change events. If it throws, the transaction is rolled back. */
export type BeforeCommit = (tx: Transaction) => Promise<void>;

/** The functions that a database calls. */
export interface DatabaseHooks {
  readonly beforeCommit: BeforeCommit;
}

/** Opens a database that calls these hooks. */
export type OpenDatabase = (hooks: DatabaseHooks) => Promise<Database>;

/** The hooks of a database without an event log. */
export const NO_HOOKS: DatabaseHooks = { beforeCommit: async () => {} };

/** An open database. */
export interface Database {
  readonly dialect: Dialect;
  /** Reads what is committed. */
  readonly reader: Session;
  /** A read replica, if one is configured. */
  readonly replica: Replica | undefined;
  /**
   * Runs `work` in a transaction that other writers may share. When this resolves, its changes are durable.
   * @throws what `work` throws, after its changes are undone; Problem `unavailable` if the database is unreachable
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in a transaction of its own, without a timeout on waiting for other writers or on statements.
   * @throws as `transaction` does
   */
  exclusive<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /**
   * Calls a listener soon after any process may have committed something.
   * @returns a function that removes the listener
   */
  onCommit(listener: () => void): () => void;
  stats(): DatabaseStats;
  /**
   * Called when a request arrives: its reads see every earlier commit of any process. Requests that arrive in the same tick
   * of the event loop may share a snapshot.
   */
  beginRead(): void;
  /** Whether any process may have committed something since the last call. */
  hasNewCommits(): boolean;
  close(): Promise<void>;
}
