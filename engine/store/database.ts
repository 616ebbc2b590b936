/** The contract of a database: its sessions, transactions and hooks. */
import type { Sql } from "sql-template-tag";
import type { Column } from "../resource/column.ts";
import type { Requester } from "../runtime/fair-queue.ts";
import type { CollectionChange } from "./changes/row-changes.ts";
import type { Dialect } from "./dialect.ts";
import type { ChangeEvent } from "./events/change-event.ts";
import type { Availability } from "./health/availability.ts";
import type { DatabaseStats } from "./stats.ts";
import { TransactionCounters } from "./transaction/counters.ts";
import type { RecordCache } from "./transaction/record-cache.ts";

/** A row as the driver returns it, by column name or alias. */
export type Row = Record<string, unknown>;

/** A statement with its values, as a `Sql` or with its text composed once. `sql` has `?` for values, `text` has `$1`. */
export type Query = Pick<Sql, "sql" | "text" | "values">;

/** A statement that finds one row by its values. */
export interface Lookup extends Query {
  /** If there is one value, a statement that takes an array of such values, and selects each row with its value as `#key`. */
  readonly batchText?: string;
}

/** Runs statements that read. */
export interface ReadSession {
  all(query: Query): Promise<Row[]>;
  /** Returns the first column of every row, which must be an integer of 32 bits. */
  numbers(query: Query): Promise<Int32Array>;
}

/** Runs statements that may take long. Each of them waits for its turn, unless it is part of a snapshot. */
export interface SlowReader extends ReadSession {
  /** Runs `work`, whose statements all see the same state of the database. It must not await anything but the session. */
  snapshot<T>(work: (session: ReadSession) => Promise<T>): Promise<T>;
}

/** Where rows are inserted: a table, and the columns in the order of the values. */
export interface InsertTarget {
  readonly table: string;
  readonly columns: readonly Pick<Column, "name" | "kind">[];
}

/** One connection to a database. It runs statements in the order in which they are sent. */
export interface Session extends ReadSession {
  /** Returns the first row. */
  one(lookup: Lookup): Promise<Row | undefined>;
  /** Runs `work` in a savepoint. If it throws, only its own changes are undone. */
  nested<T>(work: () => Promise<T>): Promise<T>;
  /** Returns the number of rows that were written. */
  run(query: Query): Promise<number>;
  /**
   * Inserts rows; their values are bound.
   * @param options.unlessTaken whether to omit rows whose key is taken, instead of failing
   * @returns the number of rows that were inserted
   */
  insertAll(
    target: InsertTarget,
    rows: readonly unknown[][],
    options?: { readonly unlessTaken: boolean },
  ): Promise<number>;
}

/** How a unit of work uses the connection of its transaction. */
export interface WriteSession {
  /** Whether results of statements are not awaited, and a failure after a write undoes the whole transaction. */
  readonly isOptimistic: boolean;
  all(query: Query): Promise<Row[]>;
  /** Returns the number of rows that were written. */
  run(query: Query): Promise<number>;
  /** Runs a statement whose result nobody needs; awaits it only if the session is not optimistic. */
  send(query: Query): void | Promise<void>;
  /** Inserts rows whose keys are new. */
  insertAll(target: InsertTarget, rows: readonly unknown[][]): void | Promise<void>;
  /** Inserts rows whose keys should be new. Returns false if one is taken; an optimistic session fails later instead. */
  insert(target: InsertTarget, rows: readonly unknown[][]): boolean | Promise<boolean>;
  /** Inserts those rows whose keys are not taken. Returns whether these are all. */
  insertUnlessTaken(target: InsertTarget, rows: readonly unknown[][]): Promise<boolean>;
  /** Runs `work`. If it throws, its changes are undone; those of an optimistic session, together with the transaction. */
  nested<T>(work: () => Promise<T>): Promise<T>;
}

/** Where to read what is committed. */
export interface ReadSource {
  /** For reads that an index or a few rows answer. */
  readonly reader: ReadSession;
  /** For the batches of a long list. It keeps few pages in memory, and displaces none of those that other reads keep. */
  readonly scanner: ReadSession;
  /** For all others. They throw Problem `unavailable` if too many are waiting, or the signal's reason once it aborts. */
  slowReader(requester: Requester): SlowReader;
}

/** A copy of the database on another server, which may be behind. */
export interface Replica {
  /** One server, so that no read is older than an earlier one. Its errors say nothing about the primary. */
  readonly current: ReadSource | undefined;
  /** A predicate that is false once the server has been promoted. */
  readonly isReplica: Sql;
  /** Stops reading from that server, and looks for another one. */
  disconnect(current: ReadSource): void;
}

/** A transaction in progress. */
export interface Transaction {
  readonly session: WriteSession;
  /** Written back before the commit. */
  readonly counters: TransactionCounters;
  /** What units of work have found; undefined if what they write may be undone. */
  readonly records: RecordCache | undefined;
  /** The change events to append to the log before the commit. */
  readonly events: ChangeEvent[];
  /** What it changes in each collection, for `afterCommit`. */
  readonly changes: CollectionChange[];
}

/** Learns what a transaction has changed, once it is committed and before its writes are settled. */
export type AfterCommit = (changes: readonly CollectionChange[]) => void;

/** The functions that a database calls. If one of the first two throws, the transaction is rolled back. */
export interface DatabaseHooks {
  /** The first step of every transaction. */
  afterBegin(session: Session): Promise<TransactionCounters>;
  /** The last step of every transaction. */
  beforeCommit(tx: Transaction): Promise<void>;
  /** Called when readers may begin to see what a transaction has changed. @param outcome of its COMMIT */
  committing(outcome: Promise<void>): void;
  readonly afterCommit: AfterCommit;
}

/** Opens a database that calls these hooks. */
export type OpenDatabase = (hooks: DatabaseHooks) => Promise<Database>;

/** The hooks of a database without collections. */
export const NO_HOOKS: DatabaseHooks = {
  afterBegin: async () => TransactionCounters.none(),
  beforeCommit: async () => {},
  committing: () => {},
  afterCommit: () => {},
};

/** Who waits for a transaction. */
export interface Waiter extends Pick<AbortSignal, "aborted" | "reason" | "throwIfAborted"> {
  /** Called right before the COMMIT, from which on the work is not undone any more. */
  committing(): void;
}

/** How a transaction is scheduled. */
export interface TransactionOptions {
  /** Whether it may take long. It then shares its transaction with no other, and takes turns with those that are short. */
  readonly isLong?: boolean | undefined;
  /** If it aborts before the COMMIT, the work is undone, and fails with its reason. */
  readonly waiter?: Waiter | undefined;
}

/** Sends and receives short messages. One may be lost, such as while a connection is interrupted. */
export interface Broadcast {
  /** Sends a message to every process, this one included. */
  send(message: string): void;
  /** Calls a listener with the messages of every process. @returns a function that removes the listener */
  listen(listener: (message: string) => void): () => void;
}

/** An open database. */
export interface Database extends ReadSource {
  readonly reader: Session;
  readonly dialect: Dialect;
  readonly availability: Pick<Availability, "check">;
  /** A read replica, if one is configured. */
  readonly replica: Replica | undefined;
  /** Messages to all processes on the database, if it can carry them. */
  readonly broadcast: Broadcast | undefined;
  /**
   * Runs `work` in a transaction that other writers may share. When this resolves, its changes are durable.
   * @throws what `work` throws, after its changes are undone; Problem `unavailable` if the database is unreachable
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
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
