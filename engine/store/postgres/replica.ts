/** Read replicas of PostgreSQL. All reads go to one replica for as long as it runs. */
import type pg from "pg";
import sql from "sql-template-tag";
import type { ReadSource, Replica } from "../database.ts";
import { NO_SLOW_READS } from "../slow-reads.ts";
import { isConnectionLost, messageOf } from "./errors.ts";
import type { Hosts } from "./hosts.ts";
import type { ReadPool, VerifyConnection } from "./pool.ts";
import { PostgresReader } from "./session.ts";

/** How long to wait after a search that found no replica, in milliseconds. */
const RETRY_MS = 1_000;
const IDENTIFY_TIMEOUT_MS = 3_000;

/** What identifies the server behind a connection. */
interface ServerIdentity {
  readonly database: string;
  readonly started: string;
  readonly recovering: boolean;
}

const IN_RECOVERY = "pg_is_in_recovery()";
const IDENTIFY = `SELECT ${IN_RECOVERY} AS recovering, pg_postmaster_start_time()::text AS started, json_build_array(
  (SELECT system_identifier FROM pg_control_system()), current_database(), current_schema())::text AS database`;

async function identify(client: pg.ClientBase): Promise<ServerIdentity> {
  return (await client.query(IDENTIFY)).rows[0] as ServerIdentity;
}

async function identifyHost(hosts: Hosts): Promise<ServerIdentity> {
  const client = await hosts.connect({ query_timeout: IDENTIFY_TIMEOUT_MS });
  try {
    return await identify(client);
  } finally {
    client.end().catch(() => {});
  }
}

/** Which replicas to choose from, and how to connect to one. */
export interface ReplicaOptions {
  readonly primary: Hosts;
  /** The replicas to choose from, each with one host. */
  readonly hosts: readonly Hosts[];
  /** Opens a pool that verifies every new connection. */
  readonly openPool: (hosts: Hosts, verify: VerifyConnection) => ReadPool;
  /** Called with the reason when the last replica becomes unavailable, and with undefined when one is available again. */
  readonly onChange: (unavailable: string | undefined) => void;
}

/** Finds a replica, and stays with it until its connection is lost. */
export class PostgresReplica implements Replica {
  readonly isReplica = sql([IN_RECOVERY]);
  private readonly options: ReplicaOptions;
  private connected: { readonly source: ReadSource; readonly pool: ReadPool } | undefined;
  private search: Promise<void> | undefined;
  /** The database of the primary. */
  private database: string | undefined;
  /** When to search again, on the clock of `performance.now()`. */
  private retryAt = 0;
  private unavailable = false;
  private closed = false;

  constructor(options: ReplicaOptions) {
    this.options = options;
  }

  get current(): ReadSource | undefined {
    if (!this.connected && performance.now() >= this.retryAt) void this.findServer();
    return this.connected?.source;
  }

  /** The statistics of the pool; zeros while no replica is available. */
  stats(): ReturnType<ReadPool["stats"]> {
    return this.connected?.pool.stats() ?? { idle: 0, used: 0, waiting: 0, slowReads: NO_SLOW_READS };
  }

  disconnect(current: ReadSource): void {
    if (this.connected?.source !== current) return;
    this.connected.pool.close().catch(() => {});
    this.connected = undefined;
    void this.findServer();
  }

  /** Looks for an available replica; concurrent callers share the search. Does not throw. */
  async findServer(): Promise<void> {
    if (this.closed) return;
    this.search ??= this.tryAll().finally(() => {
      this.search = undefined;
    });
    await this.search;
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.search;
    await this.connected?.pool.close();
  }

  private async tryAll(): Promise<void> {
    const { hosts, onChange } = this.options;
    let reason = "";
    for (const host of hosts) {
      try {
        this.connected = await this.connect(host);
        if (this.unavailable) onChange(undefined);
        this.unavailable = false;
        return;
      } catch (error) {
        reason = messageOf(error);
      }
    }
    this.retryAt = performance.now() + RETRY_MS;
    if (!this.unavailable && !this.closed) onChange(reason);
    this.unavailable = true;
  }

  private async connect(host: Hosts): Promise<typeof this.connected> {
    this.database ??= (await identifyHost(this.options.primary)).database;
    const { database, started, recovering } = await identifyHost(host);
    if (database !== this.database) throw new Error("its database is not a copy of the one in DATABASE_URL");
    if (!recovering) throw new Error("the server is not a replica");
    // A server that was restarted, or another one at the same address, may be behind earlier reads.
    const pool = this.options.openPool(host, async (client) => {
      if ((await identify(client)).started !== started)
        throw new Error("connection error: a different server responded");
    });
    const reader = new PostgresReader((statement) =>
      pool.send(statement).catch((reason: unknown) => {
        if (isConnectionLost(reason)) this.disconnect(source);
        throw reason;
      }),
    );
    const source: ReadSource = {
      reader,
      scanner: reader,
      slowReader: (requester) => pool.slowReader(requester),
    };
    return { source, pool };
  }
}
