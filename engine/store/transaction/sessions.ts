/**
 * The sessions of a transaction that several units of work share. Nearly all of them succeed, so a group of writes is first
 * carried out optimistically, without savepoints and without waiting for the results of its statements. If that fails, it is
 * rolled back and carried out again, with savepoints and waiting, which shows which write fails and why.
 */
import type { InsertTarget, Query, Row, Session, WriteSession } from "../database.ts";

/** The maximum number of rows per INSERT. */
const MAX_ROWS = 250;

/** Sends statements ahead. If one fails, the whole transaction has to be undone. */
export class OptimisticSession implements WriteSession {
  readonly isOptimistic = true;
  /** The number of statements that may have changed something. */
  writes = 0;
  private readonly session: Session;
  private failedStatement: unknown;
  private failedWork: unknown;
  /** Rows that are inserted before the next statement. */
  private rows: unknown[][] = [];
  private target: InsertTarget | undefined;

  constructor(session: Session) {
    this.session = session;
  }

  /** Why the transaction has to be undone. */
  get failure(): unknown {
    return this.failedStatement ?? this.failedWork;
  }

  async all(query: Query): Promise<Row[]> {
    this.flush();
    return this.watch(this.session.all(query));
  }

  run(query: Query): Promise<number> {
    this.flush();
    this.writes += 1;
    return this.watch(this.session.run(query));
  }

  send(query: Query): void {
    this.run(query).catch(() => {});
  }

  insertAll(target: InsertTarget, rows: readonly unknown[][]): void {
    for (const row of rows) {
      if (this.target !== target || this.rows.length === MAX_ROWS) this.flush();
      this.target = target;
      this.rows.push(row);
    }
    this.writes += rows.length;
  }

  insert(target: InsertTarget, rows: readonly unknown[][]): true {
    this.insertAll(target, rows);
    return true;
  }

  async insertUnlessTaken(target: InsertTarget, rows: readonly unknown[][]): Promise<boolean> {
    this.flush();
    const count = await this.watch(this.session.insertAll(target, rows, { unlessTaken: true }));
    this.writes += count;
    return count === rows.length;
  }

  /** Without a savepoint: if `work` fails after it has written, the whole transaction has to be undone. */
  async nested<T>(work: () => Promise<T>): Promise<T> {
    const { writes } = this;
    try {
      return await work();
    } catch (reason) {
      if (this.writes > writes) this.failedWork ??= reason;
      throw reason;
    }
  }

  /** Sends the rows that wait. */
  flush(): void {
    if (!this.target) return;
    const { target, rows } = this;
    this.target = undefined;
    this.rows = [];
    this.watch(this.session.insertAll(target, rows)).catch(() => {});
  }

  /** Whether a reason is why the transaction has to be undone. */
  hasFailedWith(reason: unknown): boolean {
    return reason !== undefined && (reason === this.failedStatement || reason === this.failedWork);
  }

  throwIfFailed(): void {
    if (this.failure !== undefined) throw this.failure;
  }

  /** Remembers the first failure, because it makes later statements fail. */
  private async watch<T>(result: Promise<T>): Promise<T> {
    try {
      return await result;
    } catch (reason) {
      this.failedStatement ??= reason;
      throw this.failedStatement;
    }
  }
}

/** Waits for each statement. A failure undoes what a savepoint encloses. */
export class SavepointSession implements WriteSession {
  readonly isOptimistic = false;
  readonly failure = undefined;
  private readonly session: Session;

  constructor(session: Session) {
    this.session = session;
  }

  all(query: Query): Promise<Row[]> {
    return this.session.all(query);
  }

  run(query: Query): Promise<number> {
    return this.session.run(query);
  }

  async send(query: Query): Promise<void> {
    await this.session.run(query);
  }

  async insertAll(target: InsertTarget, rows: readonly unknown[][]): Promise<void> {
    await this.session.insertAll(target, rows);
  }

  insert(target: InsertTarget, rows: readonly unknown[][]): Promise<boolean> {
    return this.insertUnlessTaken(target, rows);
  }

  async insertUnlessTaken(target: InsertTarget, rows: readonly unknown[][]): Promise<boolean> {
    return (await this.session.insertAll(target, rows, { unlessTaken: true })) === rows.length;
  }

  nested<T>(work: () => Promise<T>): Promise<T> {
    return this.session.nested(work);
  }

  flush(): void {}

  hasFailedWith(): boolean {
    return false;
  }

  throwIfFailed(): void {}
}
