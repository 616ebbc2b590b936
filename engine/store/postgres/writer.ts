/** Group commit on PostgreSQL: one connection per process, and one group at a time across all processes. */
import type { Duplex } from "node:stream";
import { outcomeUnknown, type Problem } from "../../problem.ts";
import type { TransactionControl } from "../transaction/group-runner.ts";
import { isConnectionLost, isReported, isTransient } from "./errors.ts";
import type { ConnectionOptions, Hosts } from "./hosts.ts";
import { type StatementNames, waitTimeout } from "./pool.ts";
import type { Result, Send, Statement } from "./session.ts";

/** A connection that writes. It runs statements in the order in which they are sent. */
export interface WriteConnection {
  send: Send;
  /** Whether the server warned that synchronous replication did not confirm a commit. */
  unconfirmed(): boolean;
  close(): void;
}

/** The message of PostgreSQL's warning when a commit is not replicated (`SyncRepWaitForLSN`). */
const UNCONFIRMED = /synchronous replication/;
/** How long a transaction may be idle, in milliseconds. */
const IDLE_TIMEOUT_MS = 5_000;

/**
 * Opens a connection to the primary.
 * @param statementTimeoutMs 0 means no timeout, not even on the wait for locks
 */
export async function openWriteConnection(
  hosts: Hosts,
  names: StatementNames,
  statementTimeoutMs: number,
): Promise<WriteConnection> {
  const options: ConnectionOptions = {
    lock_timeout: waitTimeout(statementTimeoutMs),
    idle_in_transaction_session_timeout: IDLE_TIMEOUT_MS,
    query_timeout: statementTimeoutMs,
    pipeline: true,
  };
  const client = await hosts.connect(options);
  let unconfirmed = false;
  client.on("notice", ({ message }) => {
    if (UNCONFIRMED.test(message ?? "")) unconfirmed = true;
  });
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
  let isCorked = false;
  const uncork = (): void => {
    isCorked = false;
    stream.uncork();
  };
  return {
    send: (statement) => {
      // The statements of a tick are sent by one system call.
      if (!isCorked) {
        isCorked = true;
        stream.cork();
        process.nextTick(uncork);
      }
      return client.query(names.name(client, statement));
    },
    unconfirmed: () => unconfirmed,
    close: () => void client.end().catch(() => {}),
  };
}

/**
 * The lock that serializes writers, as on SQLite: rules over many rows need no row locks, and numbers that a transaction
 * assigns are in the order of commits. Each schema has its own lock.
 */
const LOCK = "SELECT pg_advisory_xact_lock(hashtextextended($1::text || current_schema(), 0))";

/** Controls the transactions of one connection, which it replaces after a failure. */
export class PostgresWriter implements TransactionControl {
  private readonly connect: () => Promise<WriteConnection>;
  private readonly lock: Statement;
  private connection: WriteConnection | undefined;

  /** @param name of the service */
  constructor(connect: () => Promise<WriteConnection>, name: string) {
    this.connect = connect;
    this.lock = { text: LOCK, values: [`${name} `] };
  }

  /** Runs a statement of the current transaction. */
  readonly send: Send = (statement: Statement): Promise<Result> => this.connection!.send(statement);

  readonly isPipelined = true;

  async begin<T>(read: () => Promise<T>): Promise<T> {
    this.connection ??= await this.connect();
    const begun = this.send({ text: "BEGIN ISOLATION LEVEL READ COMMITTED" });
    const [, , result] = await Promise.all([begun, this.send(this.lock), read()]);
    return result;
  }

  /** @throws Problem `outcome-unknown` if it is unknown whether the transaction was committed */
  async commit(): Promise<void> {
    const { command } = await this.send({ text: "COMMIT" }).catch((reason: unknown) => {
      if (isConnectionLost(reason)) throw unconfirmed(reason);
      throw reason;
    });
    // PostgreSQL rolls a failed transaction back at its COMMIT, and reports ROLLBACK.
    if (command !== "COMMIT") throw Object.assign(new Error("The transaction had failed."), { code: "40000" });
    if (this.connection!.unconfirmed()) throw unconfirmed(new Error("no replica has confirmed a commit"));
  }

  async rollback(): Promise<void> {
    await this.send({ text: "ROLLBACK" }).catch(() => this.reset());
  }

  async reset(): Promise<void> {
    // The next transaction opens a new connection, which has a clean state and reaches the current primary.
    this.close();
  }

  isActive(): boolean {
    return true;
  }

  isTransient(reason: unknown): boolean {
    return isTransient(reason);
  }

  isReported(reason: unknown): boolean {
    return isReported(reason);
  }

  close(): void {
    this.connection?.close();
    this.connection = undefined;
  }
}

function unconfirmed(cause: unknown): Problem {
  return outcomeUnknown("The database became unavailable while it committed the change", cause);
}
