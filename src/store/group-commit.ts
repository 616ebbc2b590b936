/**
 * Group commit: the writes that wait when a transaction begins share it, each within its own savepoint, and all are
 * answered after the one COMMIT. One sync to disk then serves many writers; a failing write takes none along.
 */

/** What a group needs of a connection. Statements run at once; nothing else may run on the connection meanwhile. */
export interface Transactions {
  begin(): void;
  savepoint(): void;
  release(): void;
  /** Undoes everything since the savepoint, and the savepoint. */
  undo(): void;
  commit(): void;
  rollback(): void;
}

interface Waiting {
  work: () => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (reason: unknown) => void;
}

/** The most writes in one transaction, so that the first of them does not wait for ever. */
const LARGEST_GROUP = 512;

export class GroupCommit {
  private readonly transactions: Transactions;
  private readonly waiting: Waiting[] = [];
  private running: Promise<void> | undefined;

  constructor(transactions: Transactions) {
    this.transactions = transactions;
  }

  /** Runs `work` in the next group. It may await nothing but the connection. */
  add<T>(work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.waiting.push({ work, resolve: resolve as Waiting["resolve"], reject });
      this.schedule();
    });
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
    const done: (() => void)[] = [];
    try {
      this.transactions.begin();
      for (const { work, resolve, reject } of group) {
        this.transactions.savepoint();
        try {
          const value = await work();
          this.transactions.release();
          done.push(() => resolve(value));
        } catch (reason) {
          this.transactions.undo();
          done.push(() => reject(reason));
        }
      }
      this.transactions.commit();
    } catch (reason) {
      this.transactions.rollback();
      for (const { reject } of group) reject(reason);
      return;
    }
    for (const answer of done) answer();
  }
}
