/** SQLite in WAL mode: a connection that writes, one that reads, and threads with connections of their own for slow reads. */
import { mkdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname } from "node:path";
import type Sqlite from "better-sqlite3";
import { Problem } from "../../problem.ts";
import type { Requester } from "../../runtime/fair-queue.ts";
import type { Outage } from "../../runtime/outage.ts";
import {
  type Database,
  type DatabaseHooks,
  NO_HOOKS,
  type Session,
  type SlowReader,
  type Transaction,
  type TransactionOptions,
} from "../database.ts";
import { Listeners } from "../events/listeners.ts";
import { Availability } from "../health/availability.ts";
import { writeProbe } from "../metadata.ts";
import { SlowReads } from "../slow-reads.ts";
import type { DatabaseStats } from "../stats.ts";
import { GroupCommit } from "../transaction/group-commit.ts";
import { type CheckpointStep, Checkpoints, checkpoint } from "./checkpoint.ts";
import { causeOf, failureOf, isBusy, notWritten, openingFault, unavailable } from "./errors.ts";
import { makePrivate } from "./private-file.ts";
import { openReadConnection, SCAN_CACHE_KIB, SqliteReader } from "./reader.ts";
import { ReaderPool } from "./reader-pool.ts";
import { refuseDuringRestore, resolveLinks } from "./restore-journal.ts";
import { SqliteSession, sqliteDialect } from "./session.ts";
import { openWriteConnection, SqliteWriter } from "./writer.ts";

/** How often to check for commits of other processes, in milliseconds. */
const POLL_MS = 40;
/** The number of threads that run slow reads: at least two, because one client uses half of them. */
const READER_THREADS = Math.min(4, Math.max(2, availableParallelism() - 1));

/**
 * Opens a database file; creates it if it does not exist.
 * @param outage logs when the database becomes unavailable
 * @throws Error, for the operator, if the file cannot be opened or written, or is being restored
 */
export function openSqlite(path: string, hooks = NO_HOOKS, outage?: Outage): Database {
  try {
    return openFile(path, hooks, outage);
  } catch (reason) {
    throw new Error(`cannot open ${path} as a SQLite database (${openingFault(reason)})`, { cause: reason });
  }
}

function openFile(path: string, hooks: DatabaseHooks, outage: Outage | undefined): Database {
  mkdirSync(dirname(path), { recursive: true });
  refuseDuringRestore(path);
  makePrivate(resolveLinks(path));
  const database = new SqliteDatabase(path, hooks, outage);
  try {
    // Once more, now that the file is locked: a restore that began meanwhile finds either this check or this lock.
    refuseDuringRestore(path);
  } catch (reason) {
    void database.close();
    throw reason;
  }
  return database;
}

class SqliteDatabase implements Database {
  readonly dialect = sqliteDialect;
  readonly reader: SqliteReader;
  readonly scanner: SqliteSession;
  readonly replica = undefined;
  readonly broadcast = undefined;
  private readonly connections: readonly Sqlite.Database[];
  private readonly threads: ReaderPool;
  private readonly slowReads: SlowReads;
  private readonly checkpoints: Checkpoints;
  private readonly writer: SqliteWriter;
  private readonly group: GroupCommit;
  private readonly commits = new Listeners(() => this.pollCommits());
  /** Whether this process has committed since `hasNewCommits` was called. */
  private committed = true;
  readonly availability: Availability;

  constructor(path: string, hooks: DatabaseHooks, outage: Outage | undefined) {
    const writeConnection = openWriteConnection(path);
    const readConnection = openReadConnection(path);
    const scanConnection = openReadConnection(path, SCAN_CACHE_KIB);
    this.connections = [readConnection, scanConnection, writeConnection];
    const toError = (reason: unknown) => this.toReadError(reason);
    this.reader = new SqliteReader(readConnection, toError);
    this.scanner = new SqliteSession(scanConnection, toError);
    this.threads = new ReaderPool(path);
    this.slowReads = new SlowReads(READER_THREADS, (work, signal) =>
      this.threads
        .use(work, signal)
        .catch((reason: unknown) => Promise.reject(this.toReadError(reason)))
        .finally(() => this.checkpoints.check()),
    );
    this.checkpoints = new Checkpoints(writeConnection, () => this.checkpoint());
    this.writer = new SqliteWriter(writeConnection, this.reader, () => {
      this.committed = true;
      this.checkpoints.check();
      this.commits.notify();
    });
    this.group = new GroupCommit(this.writer, this.writer.session, hooks);
    const read = async () => readConnection.prepare("SELECT name FROM service_metadata LIMIT 1").get();
    const write = () => this.group.add(({ session }) => writeProbe(session));
    this.availability = new Availability({ read, write, causeOf }, outage);
  }

  slowReader(requester: Requester): SlowReader {
    return this.slowReads.reader(requester);
  }

  async transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T> {
    try {
      const result = await this.group.add(work, options);
      this.availability.committed();
      return result;
    } catch (reason) {
      throw this.toWriteError(reason);
    }
  }

  async exclusive<T>(work: (session: Session) => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await this.group.addExclusive(work);
      } catch (reason) {
        if (!isBusy(reason)) throw this.toWriteError(reason);
      }
    }
  }

  onCommit(listener: () => void): () => void {
    return this.commits.listen(listener);
  }

  stats(): DatabaseStats {
    return {
      waiting: { writer: this.group.pending },
      slowReads: this.slowReads.stats(),
      failures: this.availability.failures,
      groupSizes: this.group.sizes,
    };
  }

  beginRead(): void {
    this.reader.beginRead();
  }

  hasNewCommits(): boolean {
    // First, because it may throw: the next call then returns true.
    const others = this.reader.hasNewCommits();
    const { committed } = this;
    this.committed = false;
    return others || committed;
  }

  async close(): Promise<void> {
    await this.availability.close();
    await this.group.idle();
    this.commits.close();
    await this.threads.close();
    for (const connection of this.connections) connection.close();
  }

  /** Polls for commits of other processes. Returns a function that stops polling. */
  private pollCommits(): () => void {
    let last = this.pollVersion();
    const timer = setInterval(() => {
      const version = this.pollVersion();
      if (version !== last) this.commits.notify();
      last = version;
    }, POLL_MS);
    timer.unref();
    return () => clearInterval(timer);
  }

  /** The version of the data; undefined if it cannot be read. Then listeners are called, and find out for themselves. */
  private pollVersion(): unknown {
    try {
      return this.reader.dataVersion();
    } catch {
      return undefined;
    }
  }

  /** Copies the write-ahead log. Slow reads wait meanwhile, because the log is not copied beyond what they read. */
  private async checkpoint(): Promise<void> {
    try {
      const run = (step: CheckpointStep) => this.threads.runStep(step);
      await this.slowReads.pauseFor(() =>
        checkpoint((step) => (step === "copy" ? run(step) : this.writer.between(() => run(step)))),
      );
    } catch (reason) {
      // The log only grows meanwhile. A thread that cannot be started has no code.
      this.availability.failed("write", causeOf(reason), { isCertain: false });
    }
  }

  /** Converts the error of a write. Counts it if it says that the database is unavailable. */
  private toWriteError(reason: unknown): unknown {
    const cause = failureOf(reason);
    if (!cause) return reason;
    this.availability.failed("write", cause, { isCertain: true });
    return reason instanceof Problem ? reason : notWritten(reason);
  }

  /** The same for a read. It may concern a part of the file only. */
  private toReadError(reason: unknown): unknown {
    const cause = failureOf(reason);
    if (!cause) return reason;
    this.availability.failed("read", cause, { isCertain: false });
    return unavailable(reason, "The database currently cannot be read.");
  }
}
