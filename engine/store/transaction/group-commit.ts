/**
 * Group commit: all writes that are queued when a transaction begins share it, and are settled after its COMMIT. One sync to
 * disk and few round trips serve many writers.
 */
import type { Histogram } from "../../runtime/histogram.ts";
import type { DatabaseHooks, Session, TransactionOptions } from "../database.ts";
import { type GroupedWrite, GroupRunner, type TransactionControl, type Work } from "./group-runner.ts";

/** The maximum number of writes per transaction. It limits how long the first of them waits. */
const MAX_GROUP_SIZE = 512;

/** The queue of writes of one connection. */
export class GroupCommit {
  private readonly session: Session;
  private readonly runner: GroupRunner;
  /** Writes that share transactions. */
  private readonly short: GroupedWrite[] = [];
  /** Writes with a transaction of their own. */
  private readonly long: GroupedWrite[] = [];
  private isTurnOfLong = false;
  private running: Promise<void> | undefined;

  /**
   * @param session the connection that `control` controls
   * @param hooks receive the events and changes of those writes of a group that succeeded
   */
  constructor(control: TransactionControl, session: Session, hooks: DatabaseHooks) {
    this.session = session;
    this.runner = new GroupRunner(control, session, hooks, () => this.short.length > 0);
  }

  /** The number of writes per committed transaction. */
  get sizes(): Histogram {
    return this.runner.sizes;
  }

  /** Runs `work` in the next group. It must not await anything but the session. */
  add<T>(work: Work<T>, { isLong = false, waiter }: TransactionOptions = {}): Promise<T> {
    return this.enqueue(isLong ? this.long : this.short, work, { waiter, isExclusive: false });
  }

  /** Runs `work` in a transaction of its own, without hooks. */
  addExclusive<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.enqueue(this.long, () => work(this.session), { isExclusive: true });
  }

  private enqueue<T>(
    queue: GroupedWrite[],
    work: Work<T>,
    options: Pick<GroupedWrite, "waiter" | "isExclusive">,
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      queue.push({ work, ...options, resolve: resolve as GroupedWrite["resolve"], reject });
      this.schedule();
    });
  }

  /** Takes the writes of the next group: one that is long, or those that are short. If both wait, they take turns. */
  private takeGroup(): GroupedWrite[] {
    const { short, long } = this;
    const takesLong = short.length === 0 || (long.length > 0 && this.isTurnOfLong);
    this.isTurnOfLong = !takesLong;
    return takesLong ? long.splice(0, 1) : short.splice(0, MAX_GROUP_SIZE);
  }

  /** The number of writes that wait for the next group. */
  get pending(): number {
    return this.short.length + this.long.length;
  }

  /** Resolves when no write is queued or running. */
  async idle(): Promise<void> {
    while (this.running) await this.running;
  }

  private schedule(): void {
    if (this.running || this.pending === 0) return;
    // At the end of the tick, so that all writes of the tick join the group. A timer would delay them without need.
    this.running = new Promise<void>((resolve) => setImmediate(resolve))
      .then(() => this.runner.run(this.takeGroup()))
      .finally(() => {
        this.running = undefined;
        this.schedule();
      });
  }
}
