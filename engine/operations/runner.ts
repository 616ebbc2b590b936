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
import { localBroadcast } from "./broadcast.ts";
import { Cancellations } from "./cancellations.ts";
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
/** How often an operation is begun at most, if the process that began it always ends before it does. */
const MAX_ATTEMPTS = 5;

const STOPPED = new Problem("unavailable", "The service is stopping.");
const CANCELLED = new Problem("conflict", "The operation is being cancelled.");
const GIVEN_UP = new Problem(
  "internal-error",
  `The operation was started ${MAX_ATTEMPTS} times, and each time the process ended before it finished. It has had no effect; it may need more memory than the service has.`,
);

/** Accepts and runs operations; every process has one runner. */
export class OperationRunner {
  readonly operations: OperationStore;
  private readonly store: Store;
  private readonly clock: Clock;
  private readonly onError: (error: unknown) => void;
  private readonly cancellations: Cancellations;
  private readonly projection: Projection;
  private readonly unfinished: ListQuery;
  private readonly worker: PollingWorker;
  private executor: RequestExecutor | undefined;
  /** The operation that this process runs, and what stops it. */
  private running: { readonly id: string; readonly aborting: AbortController } | undefined;
  /** Unfinished operations that began before this time are abandoned. In milliseconds since 1970. */
  private abandonedBefore: number;
  /** The change counter of the operations when all of them were finished. */
  private idleAt: number | undefined;

  /**
   * @param onError receives errors of the service itself
   * @param broadcast reaches the runners of all processes
   */
  constructor(store: Store, clock: Clock, onError: (error: unknown) => void, broadcast = localBroadcast()) {
    this.store = store;
    this.clock = clock;
    this.onError = onError;
    this.cancellations = new Cancellations(broadcast, clock);
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
    this.cancellations.start((id) => {
      if (this.running?.id === id) this.running.aborting.abort(CANCELLED);
    });
    this.worker.start();
  }

  /** Starts a round now. Does nothing before `start`. */
  wake(): void {
    if (this.executor) this.worker.wake();
  }

  /**
   * Stops an operation that is running, whichever process runs it: its transaction is rolled back. Who cancels it then need
   * not wait for its end.
   */
  interrupt(id: string): void {
    this.cancellations.announce(id);
  }

  /** Starts no more operations. One that still runs after `timeoutMs` is rolled back, and runs again at the next start. */
  async stop(timeoutMs: number): Promise<void> {
    const timer = setTimeout(() => this.running?.aborting.abort(STOPPED), timeoutMs);
    await this.worker.stop();
    clearTimeout(timer);
    this.cancellations.stop();
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
    const found = items.find(({ id, status, updated_at }) => {
      const isOpen = status === "pending" || Date.parse(updated_at as string) <= limit;
      return isOpen && !this.cancellations.includes(id as string);
    });
    return found?.id as string | undefined;
  }

  private async execute(id: string, executor: RequestExecutor): Promise<void> {
    const aborting = new AbortController();
    this.running = { id, aborting };
    try {
      await this.run(id, executor, aborting.signal);
    } catch (reason) {
      if (reason !== CANCELLED) throw reason;
    } finally {
      this.running = undefined;
    }
  }

  /** Runs an operation, and stores its outcome. @throws Problem if it has to run again */
  private async run(id: string, executor: RequestExecutor, signal: AbortSignal): Promise<void> {
    const { store, operations } = this;
    const request = (await operations.request(id)) ?? "";
    const operation = await store.write((tx) => operations.begin(tx, id));
    if (!operation) return;
    if ((operation.attempts as number) >= MAX_ATTEMPTS) return this.fail(id, executor.problemOf(request, GIVEN_UP));
    const actor = operation.started_by as string;
    // Outside the transaction, which blocks other writers.
    const work = await executor.read(request).catch((reason: unknown) => () => Promise.reject(reason));
    try {
      await store.transaction(async (attempt) => {
        signal.throwIfAborted();
        if (!(await attempt((tx) => operations.isUnfinished(tx, id)))) return;
        const outcome = await attempt(async (tx): Promise<Outcome> => ({ body: await work(tx) }), { actor }).catch(
          (reason: unknown): Outcome => {
            if (signal.aborted || !(reason instanceof Problem) || reason.slug === "unavailable") throw reason;
            return { error: executor.problemOf(request, reason) };
          },
        );
        await attempt((tx) => operations.finish(tx, id, outcome));
      }, signal);
    } catch (reason) {
      if (reason instanceof Problem) {
        // The work did not end this process, so another attempt is worth it.
        await store.write((tx) => operations.undoAttempt(tx, id)).catch(() => {});
        throw reason;
      }
      // A retry would only repeat an error of the service itself.
      this.onError(reason);
      await this.fail(id, executor.problemOf(request, reason));
    }
  }

  private async fail(id: string, error: Values): Promise<void> {
    const { store, operations } = this;
    await store.write(async (tx) => {
      if (await operations.isUnfinished(tx, id)) await operations.finish(tx, id, { error });
    });
  }
}
