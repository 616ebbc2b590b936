/**
 * Carries out the writes of a group in one transaction. If one write fails, only its own changes are undone: if it has made any,
 * the group is carried out again with a savepoint for each write.
 */
import { Problem } from "../../problem.ts";
import { Histogram } from "../../runtime/histogram.ts";
import { TimeSlice } from "../../runtime/time-slice.ts";
import type { CollectionChange } from "../changes/row-changes.ts";
import { type DatabaseHooks, NO_HOOKS, type Session, type Transaction, type Waiter } from "../database.ts";
import type { ChangeEvent } from "../events/change-event.ts";
import type { TransactionCounters } from "./counters.ts";
import { RecordCache } from "./record-cache.ts";
import { OptimisticSession, SavepointSession } from "./sessions.ts";

/** The statements that control a transaction. While a group runs, nothing else uses the connection. */
export interface TransactionControl {
  /** Whether a transaction may begin before the COMMIT of the one before has ended. */
  readonly isPipelined: boolean;
  /** Begins a transaction, and reads in it: in the same round trip if possible. */
  begin<T>(read: () => Promise<T>): Promise<T>;
  /** Must not throw a transient error if it is unknown whether the group was committed. */
  commit(): Promise<void>;
  /** Ends the transaction, on a connection that works; does not throw. */
  rollback(): Promise<void>;
  /** Ends the transaction after a failure of the database; does not throw. */
  reset(): Promise<void>;
  /** Whether the transaction still exists, because some errors end it. */
  isActive(): boolean;
  /** Whether an error is temporary and nothing was committed, so that the group can be run again. */
  isTransient(reason: unknown): boolean;
  /** Whether the database has reported an error, after which it does not commit the transaction. */
  isReported(reason: unknown): boolean;
}

/** What a write does in its transaction. */
export type Work<T> = (tx: Transaction) => Promise<T>;

/** A write of a group. */
export interface GroupedWrite {
  readonly work: Work<unknown>;
  readonly waiter?: Waiter | undefined;
  /** Whether it runs without hooks, as the only write of its group. */
  readonly isExclusive: boolean;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/** Settles the promise of a write after the COMMIT. */
type Settlement = () => void;

/** Thrown if the work of a group's only write has thrown a problem: there is nothing to carry out again. */
class Refused {
  readonly problem: Problem;

  constructor(problem: Problem) {
    this.problem = problem;
  }
}

/** Thrown before the COMMIT if nobody waits any more for one of the writes, which has to be undone. */
class Abandoned {}

/** The bounds of the histogram of group sizes. */
const SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
const MAX_ATTEMPTS = 3;

/** Runs the groups of one connection, one after the other. */
export class GroupRunner {
  private readonly control: TransactionControl;
  private readonly session: Session;
  private readonly hooks: DatabaseHooks;
  private readonly isNextWaiting: () => boolean;
  /** The number of writes per committed transaction. */
  readonly sizes = new Histogram(SIZES);
  private readonly records = new RecordCache();
  /** The counters of the transaction that was begun behind the last COMMIT, if one was. */
  private begun: Promise<TransactionCounters> | undefined;

  /**
   * @param session the connection that `control` controls
   * @param hooks receive the events and changes of those writes of a group that succeeded
   * @param isNextWaiting whether writes wait for the next group
   */
  constructor(control: TransactionControl, session: Session, hooks: DatabaseHooks, isNextWaiting: () => boolean) {
    this.control = control;
    this.session = session;
    this.hooks = hooks;
    this.isNextWaiting = isNextWaiting;
  }

  /** Carries out and commits a group, and settles the promise of each write. */
  async run(group: readonly GroupedWrite[]): Promise<void> {
    try {
      const isOptimistic = !group[0]!.isExclusive;
      let settlements = isOptimistic ? await this.commit(group, true) : undefined;
      // Each attempt leaves out those writes that were abandoned during the one before.
      while (!settlements) settlements = await this.commit(group, false);
      for (const settle of settlements) settle();
    } catch (reason) {
      for (const { reject } of group) reject(reason);
    }
  }

  /**
   * Carries out and commits a group; repeats that after transient errors.
   * @returns functions that settle the promise of each write; undefined if a savepoint is needed to undo one of them, or one
   *   was abandoned
   * @throws errors that undo the whole group
   */
  private async commit(group: readonly GroupedWrite[], isOptimistic: boolean): Promise<Settlement[] | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      const session = isOptimistic ? new OptimisticSession(this.session) : new SavepointSession(this.session);
      try {
        return await this.tryCommit(group, session);
      } catch (reason) {
        this.records.clear();
        this.begun = undefined;
        if (reason instanceof Refused) {
          session.flush();
          await this.control.rollback();
          // A statement that was sent before may have failed meanwhile.
          if (session.failure === reason.problem) throw reason.problem;
          return undefined;
        }
        if (reason instanceof Abandoned) {
          await this.control.rollback();
          return undefined;
        }
        const isTransient = this.control.isTransient(reason);
        if (session.hasFailedWith(reason) && !isTransient) {
          await this.control.rollback();
          return undefined;
        }
        await this.control.reset();
        if (attempt === MAX_ATTEMPTS || !isTransient) throw reason;
      }
    }
  }

  private async tryCommit(
    group: readonly GroupedWrite[],
    session: OptimisticSession | SavepointSession,
  ): Promise<Settlement[]> {
    const { control } = this;
    const settlements: Settlement[] = [];
    const events: ChangeEvent[] = [];
    const changes: CollectionChange[] = [];
    const hooks = group[0]!.isExclusive ? NO_HOOKS : this.hooks;
    const begin = () => control.begin(() => hooks.afterBegin(this.session));
    const counters = await (this.begun ?? begin());
    this.begun = undefined;
    if (group[0]!.isExclusive) this.records.clear();
    else this.records.begin(counters);
    const records = session.isOptimistic ? this.records : undefined;
    const timeSlice = new TimeSlice();
    const waiters: Waiter[] = [];
    for (const { work, waiter, resolve, reject } of group) {
      await timeSlice.yieldIfOver();
      if (waiter?.aborted) {
        settlements.push(() => reject(waiter.reason));
        continue;
      }
      if (waiter) waiters.push(waiter);
      const tx: Transaction = { session, counters, records, events: [], changes: [] };
      const restoreCounters = session.isOptimistic ? undefined : counters.savepoint();
      try {
        const value = await session.nested(() => work(tx));
        for (const event of tx.events) events.push(event);
        changes.push(...tx.changes);
        settlements.push(() => resolve(value));
      } catch (reason) {
        if (control.isTransient(reason) || !control.isActive()) throw reason;
        // There is nothing else to commit.
        if (group.length === 1 && session.failure === reason && reason instanceof Problem) throw new Refused(reason);
        restoreCounters?.();
        settlements.push(() => reject(reason));
      }
      session.throwIfFailed();
    }
    await hooks.beforeCommit({ session, counters, records, events, changes });
    session.flush();
    session.throwIfFailed();
    if (waiters.some(({ aborted }) => aborted)) throw new Abandoned();
    for (const waiter of waiters) waiter.committing();
    const committed = control.commit();
    hooks.committing(committed);
    if (control.isPipelined && this.isNextWaiting()) {
      this.begun = begin();
      // If the COMMIT fails, nobody uses it.
      this.begun.catch(() => {});
    }
    await committed.catch((reason: unknown) => {
      throw control.isReported(session.failure) ? session.failure : reason;
    });
    session.throwIfFailed();
    this.records.commit(counters);
    hooks.afterCommit(changes);
    this.sizes.add(group.length);
    return settlements;
  }
}
