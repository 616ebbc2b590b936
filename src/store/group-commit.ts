/**
 * Group commit: all writes that are queued when a transaction begins share it, each in its own savepoint, and are settled
 * after its COMMIT. One sync to disk serves many writers. If one write fails, only its own changes are undone.
 */
import { Histogram } from "../runtime/histogram.ts";
import type { BeforeCommit, Session, Transaction } from "./dialect.ts";
import type { ChangeEvent } from "./events/change-event.ts";

/** The statements that control a transaction. While a group runs, nothing else uses the connection. */
export interface TransactionControl {
  begin(): Promise<void>;
  /** May return before the statement has run, as `release` and `undo` may: if it fails, so do the next statements. */
  savepoint(): void;
  release(): void;
  /** Undoes everything since the savepoint, and the savepoint. */
  undo(): void;
  /** Must not throw a transient error if it is unknown whether the group was committed. */
  commit(): Promise<void>;
  /** Ends the transaction; does not throw. */
  rollback(): Promise<void>;
  /** Whether an error is temporary and nothing was committed, so that the group can be run again. */
  isTransient(reason: unknown): boolean;
}

type Work<T> = (tx: Transaction) => Promise<T>;

/** A write that waits for the next group. */
interface QueuedWrite {
  work: Work<unknown>;
  resolve: (value: unknown) => void;
  reject: (reason: unknown) => void;
}

/** The bounds of the histogram of group sizes. */
const SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
/** The maximum number of writes per transaction. It limits how long the first of them waits. */
const MAX_GROUP_SIZE = 512;
const MAX_ATTEMPTS = 3;

/** The queue of writes of one connection. */
export class GroupCommit {
  private readonly control: TransactionControl;
  private readonly session: Session;
  private readonly beforeCommit: BeforeCommit;
  /** The number of writes per committed transaction. */
  readonly sizes = new Histogram(SIZES);
  private readonly queue: QueuedWrite[] = [];
  private running: Promise<void> | undefined;

  /**
   * @param session the connection that `control` controls
   * @param beforeCommit receives the change events of those writes of a group that succeeded
   */
  constructor(control: TransactionControl, session: Session, beforeCommit: BeforeCommit) {
    this.control = control;
    this.session = session;
    this.beforeCommit = beforeCommit;
  }

  /** Runs `work` in the next group. It must not await anything but the session. */
  add<T>(work: Work<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.queue.push({ work, resolve: resolve as QueuedWrite["resolve"], reject });
      this.schedule();
    });
  }

  /** The number of writes that wait for the next group. */
  get pending(): number {
    return this.queue.length;
  }

  /** Resolves when no write is queued or running. */
  async idle(): Promise<void> {
    while (this.running) await this.running;
  }

  private schedule(): void {
    if (this.running || this.queue.length === 0) return;
    // At the end of the tick, so that all writes of the tick join the group. A timer would delay them without need.
    this.running = new Promise<void>((resolve) => setImmediate(resolve))
      .then(() => this.runGroup())
      .finally(() => {
        this.running = undefined;
        this.schedule();
      });
  }

  private async runGroup(): Promise<void> {
    const group = this.queue.splice(0, MAX_GROUP_SIZE);
    for (let attempt = 1; ; attempt += 1) {
      try {
        for (const settle of await this.commit(group)) settle();
        return;
      } catch (reason) {
        await this.control.rollback();
        if (attempt < MAX_ATTEMPTS && this.control.isTransient(reason)) continue;
        for (const { reject } of group) reject(reason);
        return;
      }
    }
  }

  /**
   * Runs and commits a group.
   * @returns functions that settle the promise of each write
   * @throws errors that undo the whole group
   */
  private async commit(group: readonly QueuedWrite[]): Promise<(() => void)[]> {
    const { control } = this;
    const settlements: (() => void)[] = [];
    const events: ChangeEvent[] = [];
    await control.begin();
    for (const { work, resolve, reject } of group) {
      const tx: Transaction = { session: this.session, events: [] };
      control.savepoint();
      try {
        const value = await work(tx);
        control.release();
        for (const event of tx.events) events.push(event);
        settlements.push(() => resolve(value));
      } catch (reason) {
        if (control.isTransient(reason)) throw reason;
        control.undo();
        settlements.push(() => reject(reason));
      }
    }
    if (events.length > 0) await this.beforeCommit({ session: this.session, events });
    await control.commit();
    this.sizes.add(group.length);
    return settlements;
  }
}
