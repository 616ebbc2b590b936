/**
 * Runs accepted requests: one operation after the other, each in one transaction together with its outcome.
 *
 * Write transactions are serialized, even across processes, so the transaction is the only lock: within it, a process checks
 * that the operation is still unfinished. If a process is killed, its transaction is rolled back and the operation runs again.
 */

import type { Values } from "../declare/values.ts";
import { Problem } from "../problem.ts";
import { type ListQuery, readListQuery } from "../query/list-query.ts";
import { type Projection, projectionOf } from "../resource/representation.ts";
import type { Clock } from "../runtime/clock.ts";
import { PollingWorker } from "../runtime/polling-worker.ts";
import type { Store } from "../store/store.ts";
import type { StoredRecord } from "../store/tables.ts";
import type { Writer } from "../store/write/writer.ts";
import { type AcceptedRequest, OperationStore, type Outcome } from "./store.ts";

/** Executes an accepted request. */
export interface RequestExecutor {
  /**
   * Reads a request.
   * @returns a function that runs the request within a transaction, and resolves with the body of the response, empty if there
   *   is none
   * @throws the Problem with which the synchronous request would be refused; so does the returned function
   */
  read(request: string): Promise<(writer: Writer) => Promise<string>>;
  /** The problem document of a failure. */
  problemOf(request: string, reason: unknown): Values;
}

/** How often a process checks for operations that other processes have accepted but not finished. */
const POLL_MS = 2_000;
/** A running operation that began this long ago is considered abandoned. */
const ABANDONED_MS = 60_000;

const STOPPED = new Problem("unavailable", "The service is stopping.");

/** Accepts and runs operations; every process has one runner. */
export class OperationRunner {
  readonly operations: OperationStore;
  private readonly store: Store;
  private readonly clock: Clock;
  private readonly onError: (error: unknown) => void;
  private readonly aborting = new AbortController();
  private readonly projection: Projection;
  private readonly unfinished: ListQuery;
  private readonly worker: PollingWorker;
  private executor: RequestExecutor | undefined;
  /** Unfinished operations that began before this time are abandoned. In milliseconds since 1970. */
  private abandonedBefore: number;
  /** The change counter of the operations when all of them were finished. */
  private idleAt: number | undefined;

  /** @param onError receives errors of the service itself */
  constructor(store: Store, clock: Clock, onError: (error: unknown) => void) {
    this.store = store;
    this.clock = clock;
    this.onError = onError;
    this.operations = new OperationStore(store, clock);
    this.abandonedBefore = clock.now();
    const view = this.operations.resource.views[0]!;
    // Ids are ordered by time, so operations run in the order in which they were accepted.
    const query = "status_in=pending,running&fields=status,updated_at";
    this.unfinished = readListQuery(view, query, { default: 100, max: 100 });
    this.projection = projectionOf(view, this.unfinished.fields!, {});
    this.worker = new PollingWorker({
      everyMs: POLL_MS,
      round: () => this.round(),
      onError: (reason) => {
        // The database is unavailable, or the service is stopping: the operation that this process began has to run again.
        this.abandonedBefore = this.clock.now();
        if (reason !== STOPPED) this.onError(reason);
      },
    });
  }

  /** Stores a request within the transaction that accepts it. Call `wake` after the commit. */
  accept(writer: Writer, request: AcceptedRequest): Promise<StoredRecord> {
    return this.operations.insert(writer, request);
  }

  /** Runs operations from now on: abandoned ones, and those that any process accepts. */
  start(executor: RequestExecutor): void {
    this.executor = executor;
    this.worker.start();
  }

  /** Starts a round now. Does nothing before `start`. */
  wake(): void {
    if (this.executor) this.worker.wake();
  }

  /** Starts no more operations. One that still runs after `timeoutMs` is rolled back, and runs again at the next start. */
  async stop(timeoutMs: number): Promise<void> {
    const timer = setTimeout(() => this.aborting.abort(STOPPED), timeoutMs);
    await this.worker.stop();
    clearTimeout(timer);
  }

  private async round(): Promise<void> {
    while (!this.worker.isStopped) {
      const id = await this.next();
      if (id === undefined || this.worker.isStopped) return;
      await this.execute(id, this.executor!);
    }
  }

  /** The id of the first operation that is pending or abandoned. */
  private async next(): Promise<string | undefined> {
    const [counter] = await this.store.counters([this.operations.resource]);
    if (counter!.changes === this.idleAt) return undefined;
    const { items } = await this.store.list(this.projection, undefined, this.unfinished, { paged: true });
    if (items.length === 0) this.idleAt = counter!.changes;
    const limit = Math.max(this.abandonedBefore, this.clock.now() - ABANDONED_MS);
    const found = items.find(
      ({ status, updated_at }) => status === "pending" || Date.parse(updated_at as string) <= limit,
    );
    return found?.id as string | undefined;
  }

  private async execute(id: string, executor: RequestExecutor): Promise<void> {
    const { store, operations } = this;
    const request = (await operations.request(id)) ?? "";
    const operation = await store.write((tx) => operations.begin(tx, id));
    if (!operation) return;
    const actor = operation.started_by as string;
    // Outside the transaction, which blocks other writers.
    const work = await executor.read(request).catch((reason: unknown) => () => Promise.reject(reason));
    try {
      await store.transaction(async (attempt) => {
        if (!(await attempt((tx) => operations.isUnfinished(tx, id)))) return;
        const outcome = await attempt(async (tx): Promise<Outcome> => ({ body: await work(tx) }), actor).catch(
          (reason: unknown): Outcome => {
            if (!(reason instanceof Problem) || reason.slug === "unavailable") throw reason;
            return { error: executor.problemOf(request, reason) };
          },
        );
        await attempt((tx) => operations.finish(tx, id, outcome));
      }, this.aborting.signal);
    } catch (reason) {
      if (reason instanceof Problem) throw reason;
      // A retry would only repeat an error of the service itself.
      this.onError(reason);
      const outcome: Outcome = { error: executor.problemOf(request, reason) };
      await store.write(async (tx) => {
        if (await operations.isUnfinished(tx, id)) await operations.finish(tx, id, outcome);
      });
    }
  }
}
