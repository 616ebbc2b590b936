/** Group commit on PostgreSQL: one connection of each process, and one group at a time of all processes. */
import { Problem } from "../../problem.ts";
import type { TransactionControl } from "../group-commit.ts";
import { isLoss, isPassing } from "./errors.ts";
import type { Result, Send, Statement } from "./session.ts";

/** What the writer needs of a connection; statements are carried out in the order in which they are sent. */
export interface Connection {
  send: Send;
  /** Whether it warned, since the last statement, that a standby may not have what was committed. */
  unconfirmed(): boolean;
  close(): void;
}

/**
 * Writers wait for each other as those of SQLite do, so that rules over many rows hold without locks on them, and
 * whatever is numbered in a transaction is in the order of the commits. Services on different schemas do not meet.
 */
const LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('space-missions ' || current_schema(), 0))";

export class PostgresWriter implements TransactionControl {
  private readonly connect: () => Promise<Connection>;
  private connection: Connection | undefined;

  constructor(connect: () => Promise<Connection>) {
    this.connect = connect;
  }

  /** Carries out a statement of the current group. */
  readonly send: Send = (statement: Statement): Promise<Result> => this.connection!.send(statement);

  async begin(): Promise<void> {
    this.connection ??= await this.connect();
    await this.together("BEGIN ISOLATION LEVEL READ COMMITTED", LOCK);
  }

  savepoint(): void {
    this.ahead("SAVEPOINT write");
  }

  release(): void {
    this.ahead("RELEASE write");
  }

  undo(): void {
    this.ahead("ROLLBACK TO write");
    this.ahead("RELEASE write");
  }

  /** @throws Problem `unavailable` where nobody knows whether the group was committed */
  async commit(): Promise<void> {
    const { command } = await this.send({ text: "COMMIT" }).catch((reason: unknown) => {
      if (isLoss(reason)) throw unknown();
      throw reason;
    });
    // PostgreSQL answers COMMIT of a transaction that failed with ROLLBACK.
    if (command !== "COMMIT") throw Object.assign(new Error("The transaction had failed."), { code: "40000" });
    if (this.connection!.unconfirmed()) throw unknown();
  }

  async rollback(): Promise<void> {
    const { connection } = this;
    // Whatever went wrong, a new connection knows nothing of it, and goes where writes are taken now.
    this.connection = undefined;
    connection?.close();
  }

  isTransient(reason: unknown): boolean {
    return isPassing(reason);
  }

  close(): void {
    this.connection?.close();
    this.connection = undefined;
  }

  /** Sends what cannot fail but with the connection or the transaction, and then what follows fails too. */
  private ahead(text: string): void {
    this.send({ text }).catch(() => {});
  }

  private async together(...texts: string[]): Promise<void> {
    await Promise.all(texts.map((text) => this.send({ text })));
  }
}

function unknown(): Problem {
  return new Problem(
    "unavailable",
    "The database went away while the change was being committed; whether it was is not known. With an Idempotency-Key it is safe to try again.",
  );
}
