/** PostgreSQL: a pool of connections that read, one connection that writes, and optionally a read replica. */
import { Problem } from "../../problem.ts";
import {
  type BeforeCommit,
  type Database,
  type DatabaseStats,
  NO_HOOKS,
  type Session,
  type Transaction,
} from "../dialect.ts";
import { CommitListeners } from "../events/commit-listeners.ts";
import { GroupCommit } from "../group-commit.ts";
import { toProblem } from "./errors.ts";
import { Hosts, verifyServer } from "./hosts.ts";
import { listenForCommits, NOTIFY_COMMIT } from "./notify.ts";
import { ReadPool, StatementNames, type VerifyConnection } from "./pool.ts";
import { PostgresReplica } from "./replica.ts";
import { PostgresReader, PostgresSession, postgresDialect } from "./session.ts";
import { openWriteConnection, PostgresWriter } from "./writer.ts";

/** The pool, the timeout and the replicas of a PostgreSQL database. */
export interface PostgresSettings {
  /** Maximum number of connections that read. */
  readonly readConnections: number;
  readonly statementTimeoutMs: number;
  /** The replicas to choose from, and a callback for the reason when none is available, or undefined when one is again. */
  readonly replica?: { readonly url: string; onChange(unavailable: string | undefined): void } | undefined;
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
export async function openPostgres(
  url: string,
  settings: PostgresSettings,
  { beforeCommit } = NO_HOOKS,
): Promise<Database> {
  const hosts = new Hosts(url);
  await verifyServer(hosts);
  const database = new PostgresDatabase(hosts, settings, beforeCommit);
  await database.replica?.findServer();
  return database;
}

class PostgresDatabase implements Database {
  readonly dialect = postgresDialect;
  readonly reader: Session;
  readonly replica: PostgresReplica | undefined;
  private readonly hosts: Hosts;
  private readonly names = new StatementNames();
  private readonly pool: ReadPool;
  private readonly writer: PostgresWriter;
  private readonly group: GroupCommit;
  private readonly commits: CommitListeners;
  private failures = 0;

  constructor(hosts: Hosts, settings: PostgresSettings, beforeCommit: BeforeCommit) {
    const { readConnections: connections, statementTimeoutMs } = settings;
    this.hosts = hosts;
    const toError = (reason: unknown) => this.countFailure(reason);
    this.pool = new ReadPool(hosts, this.names, { connections, statementTimeoutMs, toError });
    this.reader = new PostgresReader((statement) => this.pool.send(statement));
    this.writer = new PostgresWriter(() => openWriteConnection(hosts, this.names, statementTimeoutMs));
    this.group = new GroupCommit(this.writer, new PostgresSession(this.writer.send), async (tx) => {
      await beforeCommit(tx);
      await tx.session.run(NOTIFY_COMMIT);
    });
    this.commits = new CommitListeners(() => listenForCommits(hosts, () => this.commits.notify()));
    if (settings.replica) {
      const { url, onChange } = settings.replica;
      const timeout = Math.min(MAX_REPLICA_TIMEOUT_MS, statementTimeoutMs / 3);
      const openPool = (host: Hosts, verify: VerifyConnection) =>
        new ReadPool(host, this.names, { connections, statementTimeoutMs: timeout, verify });
      this.replica = new PostgresReplica({ primary: hosts, hosts: Hosts.each(url), openPool, onChange });
    }
  }

  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    try {
      return await this.group.add(work);
    } catch (reason) {
      throw this.countFailure(reason);
    }
  }

  async exclusive<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const writer = new PostgresWriter(() => openWriteConnection(this.hosts, this.names, NO_TIMEOUT));
    const group = new GroupCommit(writer, new PostgresSession(writer.send), NO_HOOKS.beforeCommit);
    try {
      return await group.add(({ session }) => work(session));
    } catch (reason) {
      throw this.countFailure(reason);
    } finally {
      writer.close();
    }
  }

  onCommit(listener: () => void): () => void {
    return this.commits.listen(listener);
  }

  stats(): DatabaseStats {
    const { waiting: reader, ...primary } = this.pool.stats();
    const waiting = { reader, writer: this.group.pending };
    const stats = { failures: this.failures, groupSizes: this.group.sizes };
    if (!this.replica) return { ...stats, connections: { primary }, waiting };
    const { waiting: onReplica, ...replica } = this.replica.stats();
    return { ...stats, connections: { primary, replica }, waiting: { ...waiting, replica: onReplica } };
  }

  /** Does nothing, because each statement reads what is committed when it is sent. */
  beginRead(): void {}

  /** Always true, because a notification may arrive after the response to its commit. */
  hasNewCommits(): boolean {
    return true;
  }

  async close(): Promise<void> {
    this.commits.close();
    await this.group.idle();
    this.writer.close();
    await Promise.all([this.pool.close(), this.replica?.close()]);
  }

  /** Converts an error. Counts it if it says that the database is unavailable. */
  private countFailure(reason: unknown): unknown {
    const error = toProblem(reason);
    if (error instanceof Problem && error.slug === "unavailable") this.failures += 1;
    return error;
  }
}
