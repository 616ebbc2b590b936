/** The pool of connections that read, and the names of prepared statements. */
import { LRUCache } from "lru-cache";
import pg from "pg";
import type { Requester } from "../../runtime/fair-queue.ts";
import type { ReadSession, SlowReader } from "../database.ts";
import { SlowReads } from "../slow-reads.ts";
import type { SlowReadStats } from "../stats.ts";
import { isTransient, toConnectionError } from "./errors.ts";
import type { Hosts } from "./hosts.ts";
import { PostgresSession, type Result, type Send, type Statement } from "./session.ts";

/** The longest wait for a connection or a lock, in milliseconds. */
const MAX_WAIT_MS = 10_000;
/** The maximum number of attempts for a read, each on a new connection. */
const MAX_ATTEMPTS = 3;

/** The time to wait for a connection or a lock. It leaves time to respond to the request. */
export function waitTimeout(statementTimeoutMs: number): number {
  return Math.min(MAX_WAIT_MS, statementTimeoutMs / 2);
}

/** Checks a new connection before it is used. @throws Error if it must not be used */
export type VerifyConnection = (client: pg.ClientBase) => Promise<void>;

/** The number of connections of a pool by state, and of statements that wait for one. */
export interface PoolStats {
  readonly idle: number;
  readonly used: number;
  readonly waiting: number;
  readonly slowReads: SlowReadStats;
}

/** How a pool connects, and how long it waits. */
export interface PoolOptions {
  readonly connections: number;
  readonly statementTimeoutMs: number;
  /** `Hosts.verify` by default. */
  readonly verify?: VerifyConnection;
  /** Converts the error of the last attempt. */
  readonly toError?: (reason: unknown) => unknown;
}

/** The part of the connections that slow reads may use, so that other reads always find one. */
const SLOW_READ_SHARE = 0.5;

/** A pool that sends each statement on any free connection. */
export class ReadPool {
  private readonly hosts: Hosts;
  private readonly names: StatementNames;
  private readonly pool: pg.Pool;
  private readonly slowReads: SlowReads;
  private readonly toError: (reason: unknown) => unknown;

  constructor(hosts: Hosts, names: StatementNames, options: PoolOptions) {
    const { connections, statementTimeoutMs, verify = (client) => hosts.verify(client) } = options;
    const limits = { statement_timeout: statementTimeoutMs, query_timeout: statementTimeoutMs + 1_000 };
    this.hosts = hosts;
    this.names = names;
    this.toError = options.toError ?? ((reason) => reason);
    this.pool = new pg.Pool({
      // pg calls this with `new`, and uses the client that it returns.
      Client: function Client() {
        return hosts.createClient(limits);
      } as never,
      max: connections,
      idleTimeoutMillis: 0,
      // Also limits how long a statement waits for a connection.
      connectionTimeoutMillis: waitTimeout(statementTimeoutMs),
      verify: (client: pg.PoolClient, done: (error?: Error) => void) => void verify(client).then(() => done(), done),
    } as pg.PoolConfig);
    this.pool.on("error", () => {});
    const slow = Math.max(1, Math.floor(connections * SLOW_READ_SHARE));
    this.slowReads = new SlowReads(slow, (work, signal) => this.runSlow(work, signal));
  }

  /** Sends a statement that only reads; retries it on another connection if it fails with a transient error. */
  send(statement: Statement): Promise<Result> {
    return this.withClient((client) => client.query(this.names.name(client, statement)));
  }

  /** Reads a row, once. @throws the driver's Error */
  async probe(): Promise<void> {
    await this.tryWithClient((client) => client.query("SELECT 1"));
  }

  /** The reader of slow reads. */
  slowReader(requester: Requester): SlowReader {
    return this.slowReads.reader(requester);
  }

  stats(): PoolStats {
    const { idleCount, totalCount, waitingCount } = this.pool;
    const slowReads = this.slowReads.stats();
    return { idle: idleCount, used: totalCount - idleCount, waiting: waitingCount, slowReads };
  }

  close(): Promise<void> {
    return this.pool.end();
  }

  /** Runs work on one connection, whose statement is cancelled when the signal aborts. */
  private runSlow<T>(work: (session: SlowReader) => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    return this.withClient(async (client) => {
      const { processID } = client as pg.PoolClient & { readonly processID: number };
      const cancel = (): void => void this.pool.query("SELECT pg_cancel_backend($1)", [processID]).catch(() => {});
      signal?.addEventListener("abort", cancel, { once: true });
      const send: Send = (statement) => {
        signal?.throwIfAborted();
        return client.query(this.names.name(client, statement));
      };
      try {
        return await work(new SlowPostgresSession(send));
      } finally {
        signal?.removeEventListener("abort", cancel);
        // Closes the connection, because the statement may have ended before it was cancelled.
        signal?.throwIfAborted();
      }
    }, signal);
  }

  /** Runs work on any free connection; repeats it on another one if it fails with a transient error. */
  private async withClient<T>(work: (client: pg.PoolClient) => Promise<T>, signal?: AbortSignal): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.tryWithClient(work);
      } catch (reason) {
        signal?.throwIfAborted();
        if (attempt === MAX_ATTEMPTS || !isTransient(reason)) throw this.toError(reason);
        await this.hosts.findServer();
      }
    }
  }

  private async tryWithClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.connect();
    try {
      const result = await work(client);
      client.release(this.names.isFull(client));
      return result;
    } catch (reason) {
      client.release(true);
      throw reason;
    }
  }

  private async connect(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await this.pool.connect().catch((reason: unknown) => Promise.reject(toConnectionError(reason)));
      if (this.hosts.isCurrent(client)) return client;
      client.release(true);
    }
  }
}

/** A session of slow reads. */
class SlowPostgresSession extends PostgresSession implements SlowReader {
  async snapshot<T>(work: (session: ReadSession) => Promise<T>): Promise<T> {
    await this.send({ text: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" });
    const result = await work(this);
    // After an error, the connection is closed.
    await this.send({ text: "COMMIT" });
    return result;
  }
}

/** A connection with more prepared statements is replaced. */
const MAX_STATEMENTS = 500;

/** Gives a name to statements that occur more than once, so that connections prepare them. A name is never reused. */
export class StatementNames {
  /** The names by text; empty if the text has occurred only once. */
  private readonly names = new LRUCache<string, string>({ max: 2 * MAX_STATEMENTS });
  private readonly prepared = new WeakMap<pg.ClientBase, Set<string>>();
  private last = 0;

  /** The statement as it is sent on a connection: with a name if the connection prepares it. */
  name(client: pg.ClientBase, statement: Statement): pg.QueryConfig {
    if (!statement.values) return statement as pg.QueryConfig;
    const name = this.names.get(statement.text);
    if (name === undefined) this.names.set(statement.text, "");
    else if (name === "") this.names.set(statement.text, `s${++this.last}`);
    else {
      const known = this.prepared.get(client);
      if (known) known.add(name);
      else this.prepared.set(client, new Set([name]));
      return { ...statement, name } as pg.QueryConfig;
    }
    return statement as pg.QueryConfig;
  }

  /** Whether a connection should be replaced because it has too many prepared statements. */
  isFull(client: pg.ClientBase): boolean {
    return (this.prepared.get(client)?.size ?? 0) > MAX_STATEMENTS;
  }
}
