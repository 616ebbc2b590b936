/** PostgreSQL: a pool of connections that read, one connection that writes, and optionally a read replica. */
import type { Requester } from "../../runtime/fair-queue.ts";
import type { Outage } from "../../runtime/outage.ts";
import {
  type Broadcast,
  type Database,
  type DatabaseHooks,
  NO_HOOKS,
  type Session,
  type SlowReader,
  type Transaction,
  type TransactionOptions,
} from "../database.ts";
import type { Dialect } from "../dialect.ts";
import { Listeners } from "../events/listeners.ts";
import { Availability, type Side } from "../health/availability.ts";
import { writeProbe } from "../metadata.ts";
import { addStats } from "../slow-reads.ts";
import type { DatabaseStats } from "../stats.ts";
import { GroupCommit } from "../transaction/group-commit.ts";
import { causeOf, failureOf, toProblem } from "./errors.ts";
import { Hosts, verifyServer } from "./hosts.ts";
import { COMMITTED, listenForMessages, notify } from "./notify.ts";
import { ReadPool, StatementNames, type VerifyConnection } from "./pool.ts";
import { PostgresReplica } from "./replica.ts";
import { PostgresReader, PostgresSession, postgresDialect } from "./session.ts";
import { findTrigramIndexes } from "./trigram-indexes.ts";
import { openWriteConnection, PostgresWriter } from "./writer.ts";

/** The pool, the timeout and the replicas of a PostgreSQL database. */
export interface PostgresSettings {
  /** The name of the service: that of its connections, its lock and its channel. */
  readonly name: string;
  /** Maximum number of connections that read. */
  readonly readConnections: number;
  readonly statementTimeoutMs: number;
  /** The replicas to choose from, and a callback for the reason when none is available, or undefined when one is again. */
  readonly replica?: { readonly url: string; onChange(unavailable: string | undefined): void } | undefined;
  /** Logs when the database becomes unavailable. */
  readonly outage?: Outage | undefined;
  /** Called if the database has no extension for trigram indexes, with the reason. */
  readonly onMissingTrigrams?: ((reason: string) => void) | undefined;
}

/** The maximum statement timeout on a replica. It leaves time to ask the primary. */
const MAX_REPLICA_TIMEOUT_MS = 5_000;
/** The value that PostgreSQL and its driver interpret as no timeout. */
const NO_TIMEOUT = 0;

/**
 * Opens a PostgreSQL database.
 * @param url with one or several hosts
 * @throws Error with one line for the operator if no server is usable
 */
export async function openPostgres(url: string, settings: PostgresSettings, hooks = NO_HOOKS): Promise<Database> {
  const hosts = new Hosts(url, settings.name);
  const trigramIndexes = await verifyServer(hosts, findTrigramIndexes);
  if (typeof trigramIndexes === "string") settings.onMissingTrigrams?.(trigramIndexes);
  const dialect = typeof trigramIndexes === "string" ? postgresDialect : { ...postgresDialect, trigramIndexes };
  const database = new PostgresDatabase(hosts, dialect, settings, hooks);
  await database.replica?.findServer();
  return database;
}

class PostgresDatabase implements Database {
  readonly dialect: Dialect;
  readonly reader: Session;
  readonly scanner: Session;
  readonly replica: PostgresReplica | undefined;
  readonly broadcast: Broadcast;
  private readonly hosts: Hosts;
  private readonly names = new StatementNames();
  private readonly pool: ReadPool;
  private readonly writer: PostgresWriter;
  private readonly group: GroupCommit;
  private readonly messages: Listeners<string>;
  readonly availability: Availability;

  constructor(hosts: Hosts, dialect: Dialect, settings: PostgresSettings, hooks: DatabaseHooks) {
    this.dialect = dialect;
    const { name, readConnections: connections, statementTimeoutMs } = settings;
    this.hosts = hosts;
    const toError = (reason: unknown) => this.toError("read", reason);
    this.pool = new ReadPool(hosts, this.names, { connections, statementTimeoutMs, toError });
    this.reader = new PostgresReader((statement) => this.pool.send(statement));
    this.scanner = this.reader;
    this.writer = new PostgresWriter(() => openWriteConnection(hosts, this.names, statementTimeoutMs), name);
    this.group = new GroupCommit(this.writer, new PostgresSession(this.writer.send), {
      ...hooks,
      beforeCommit: async (tx) => {
        await hooks.beforeCommit(tx);
        if (tx.events.length > 0) await tx.session.send(notify(name, COMMITTED));
      },
    });
    this.availability = new Availability(
      { read: () => this.pool.probe(), write: () => this.group.add(({ session }) => writeProbe(session)), causeOf },
      settings.outage,
    );
    this.messages = new Listeners(() => listenForMessages(hosts, (message) => this.messages.notify(message)));
    this.broadcast = {
      send: (message) => {
        // This process need not wait for the server.
        this.messages.notify(message);
        this.reader.all(notify(name, message)).catch(() => {});
      },
      listen: (listener) => this.messages.listen((message) => message !== COMMITTED && listener(message)),
    };
    if (settings.replica) {
      const { url, onChange } = settings.replica;
      const timeout = Math.min(MAX_REPLICA_TIMEOUT_MS, statementTimeoutMs / 3);
      const openPool = (host: Hosts, verify: VerifyConnection) =>
        new ReadPool(host, this.names, { connections, statementTimeoutMs: timeout, verify });
      this.replica = new PostgresReplica({ primary: hosts, hosts: Hosts.each(url, name), openPool, onChange });
    }
  }

  slowReader(requester: Requester): SlowReader {
    return this.pool.slowReader(requester);
  }

  async transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T> {
    try {
      const result = await this.group.add(work, options);
      this.availability.committed();
      return result;
    } catch (reason) {
      throw this.toError("write", reason);
    }
  }

  async exclusive<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const writer = new PostgresWriter(() => openWriteConnection(this.hosts, this.names, NO_TIMEOUT), this.hosts.name);
    const group = new GroupCommit(writer, new PostgresSession(writer.send), NO_HOOKS);
    try {
      return await group.addExclusive(work);
    } catch (reason) {
      throw this.toError("write", reason);
    } finally {
      writer.close();
    }
  }

  onCommit(listener: () => void): () => void {
    return this.messages.listen((message) => message === COMMITTED && listener());
  }

  stats(): DatabaseStats {
    const { waiting: reader, slowReads, ...primary } = this.pool.stats();
    const waiting = { reader, writer: this.group.pending };
    const stats = { failures: this.availability.failures, groupSizes: this.group.sizes };
    if (!this.replica) return { ...stats, connections: { primary }, waiting, slowReads };
    const { waiting: onReplica, slowReads: slowOnReplica, ...replica } = this.replica.stats();
    return {
      ...stats,
      connections: { primary, replica },
      waiting: { ...waiting, replica: onReplica },
      slowReads: addStats(slowReads, slowOnReplica),
    };
  }

  /** Does nothing, because each statement reads what is committed when it is sent. */
  beginRead(): void {}

  /** Always true, because a notification may arrive after the response to its commit. */
  hasNewCommits(): boolean {
    return true;
  }

  async close(): Promise<void> {
    this.messages.close();
    await this.availability.close();
    await this.group.idle();
    this.writer.close();
    await Promise.all([this.pool.close(), this.replica?.close()]);
  }

  /** Converts an error. Counts it if it says that the database is unavailable. */
  private toError(side: Side, reason: unknown): unknown {
    const failure = failureOf(reason);
    if (failure) this.availability.failed(side, failure.cause, failure);
    return toProblem(side, reason);
  }
}
