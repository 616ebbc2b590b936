/**
 * Group commit: the writes that wait when a transaction begins share it, each within its own savepoint, and all are
 * answered after the one COMMIT. One sync to disk then serves many writers; a failing write takes none along.
 */
import { Histogram } from "../runtime/histogram.ts";
import type { ChangeEvent } from "./events/recorder.ts";

/** What a group needs of a connection. Nothing else may run on the connection meanwhile. */
export interface Transactions {
  begin(): Promise<void> | void;
  savepoint(): Promise<void> | void;
  release(): Promise<void> | void;
  /** Undoes everything since the savepoint, and the savepoint. */
  undo(): Promise<void> | void;
  /** Throws nothing that is `transient` where it is not known whether the group was committed. */
  commit(): Promise<void> | void;
  /** Leaves the group; it does not throw. */
  rollback(): Promise<void> | void;
  /** Whether what was thrown passes, and has committed nothing: the group is run anew then. */
  transient(reason: unknown): boolean;
}

/** Work of one writer, which leaves what happened to be told at the end of its group. */
type Work<T> = (happened: ChangeEvent[]) => Promise<T>;

/** The last step of a group before it is committed. */
export type BeforeCommit = (happened: readonly ChangeEvent[]) => Promise<void>;

interface Waiting {
  work: Work<unknown>;
  resolve: (value: unknown) => void;
  reject: (reason: unknown) => void;
}

const SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
/** The most writes in one transaction, so that the first of them does not wait for ever. */
const LARGEST_GROUP = 512;
/** How often a group is run before it is given up. */
const ATTEMPTS = 3;

export class GroupCommit {
  private readonly transactions: Transactions;
  /** How many writes shared a transaction that was committed. */
  readonly sizes = new Histogram(SIZES);
  private readonly waiting: Waiting[] = [];
  private conclude: BeforeCommit = async () => {};
  private running: Promise<void> | undefined;

  constructor(transactions: Transactions) {
    this.transactions = transactions;
  }

  /** Has every group end with `conclude`, which is told what happened in those of its writes that stand. */
  concluding(conclude: BeforeCommit): void {
    this.conclude = conclude;
  }

  /** Runs `work` in the next group. It may await nothing but the connection. */
  add<T>(work: Work<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.waiting.push({ work, resolve: resolve as Waiting["resolve"], reject });
      this.schedule();
    });
  }

  /** How many writes wait for the next group. */
  get pending(): number {
    return this.waiting.length;
  }

  /** Resolves when no write is waiting or running. */
  async idle(): Promise<void> {
    while (this.running) await this.running;
  }

  private schedule(): void {
    if (this.running || this.waiting.length === 0) return;
    // Once per turn of the event loop: whatever arrives in the same turn joins the group. A timer would only delay.
    this.running = new Promise<void>((resolve) => setImmediate(resolve))
      .then(() => this.runGroup())
      .finally(() => {
        this.running = undefined;
        this.schedule();
      });
  }

  private async runGroup(): Promise<void> {
    const group = this.waiting.splice(0, LARGEST_GROUP);
    for (let attempt = 1; ; attempt += 1) {
      try {
        for (const answer of await this.commit(group)) answer();
        return;
      } catch (reason) {
        await this.transactions.rollback();
        if (attempt < ATTEMPTS && this.transactions.transient(reason)) continue;
        for (const { reject } of group) reject(reason);
        return;
      }
    }
  }

  /** Runs a group to its end, and returns what answers each write. @throws what undoes the whole group */
  private async commit(group: readonly Waiting[]): Promise<(() => void)[]> {
    const { transactions } = this;
    const done: (() => void)[] = [];
    const happened: ChangeEvent[] = [];
    await transactions.begin();
    for (const { work, resolve, reject } of group) {
      const own: ChangeEvent[] = [];
      await transactions.savepoint();
      try {
        const value = await work(own);
        await transactions.release();
        for (const happening of own) happened.push(happening);
        done.push(() => resolve(value));
      } catch (reason) {
        if (transactions.transient(reason)) throw reason;
        await transactions.undo();
        done.push(() => reject(reason));
      }
    }
    if (happened.length > 0) await this.conclude(happened);
    await transactions.commit();
    this.sizes.add(group.length);
    return done;
  }
}
