/**
 * Carries out what was accepted: one operation after the other, each in one transaction with the note of how it ended.
 *
 * Writers wait for each other, those of other processes too. So nothing but the transaction has to be held: whoever has
 * it looks whether the operation is still open, and whoever comes later finds it ended. When a process is killed, its
 * transaction is undone, and the operation is taken up again.
 */

import type { Values } from "../declare/values.ts";
import { Problem } from "../problem.ts";
import { type ListQuery, readListQuery } from "../query/list-query.ts";
import { type Projection, projectionOf } from "../resource/representation.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Store } from "../store/store.ts";
import type { StoredRecord } from "../store/tables.ts";
import type { Writer } from "../store/write/writer.ts";
import { type AcceptedRequest, OperationStore, type Outcome } from "./store.ts";

/** How a request that was put off is carried out. */
export interface RequestExecutor {
  /**
   * Reads a request.
   * @returns what it does within a unit of work, and answers: the body, empty for none; it rejects with what the request
   *   would have been refused with, as this does
   */
  read(request: string): Promise<(change: Writer) => Promise<string>>;
  /** What a failure is told as. */
  problemOf(request: string, reason: unknown): Values;
}

/** How often a process looks for what others accepted and did not finish. */
const LOOK_MS = 2_000;
/** So long after it was begun, an operation is thought to be left behind. */
const PATIENCE_MS = 60_000;

const STOPPED = new Problem("unavailable", "The service is stopping.");

export class OperationRunner {
  readonly operations: OperationStore;
  private readonly store: Store;
  private readonly clock: Clock;
  private readonly failed: (error: unknown) => void;
  private readonly stopping = new AbortController();
  private readonly shape: Projection;
  private readonly unfinished: ListQuery;
  private carrier: RequestExecutor | undefined;
  private looking: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  /** What was begun until then and has not ended was left behind, in milliseconds since 1970. */
  private leftUntil: number;
  private again = false;
  /** The change counter of the operations when nothing was left to do. */
  private idleAt: number | undefined;

  /** @param failed is told of errors of the service's own */
  constructor(store: Store, clock: Clock, failed: (error: unknown) => void) {
    this.store = store;
    this.clock = clock;
    this.failed = failed;
    this.operations = new OperationStore(store, clock);
    this.leftUntil = clock.now();
    const view = this.operations.resource.views[0]!;
    // In the order in which they were accepted: ids are ordered by time.
    const query = "status_in=pending,running&fields=status,updated_at";
    this.unfinished = readListQuery(view, query, { default: 100, max: 100 });
    this.shape = projectionOf(view, this.unfinished.fields!, {});
  }

  /** Writes a request down, within the unit of work that accepts it; call `wake` once that is committed. */
  accept(change: Writer, deferred: AcceptedRequest): Promise<StoredRecord> {
    return this.operations.insert(change, deferred);
  }

  /** Takes up what was left behind, and from now on whatever is accepted, also by other processes. */
  start(carrier: RequestExecutor): void {
    this.carrier = carrier;
    this.wake();
    this.looking = setInterval(() => this.wake(), LOOK_MS);
    this.looking.unref();
  }

  /** Looks for what is to be done. */
  wake(): void {
    if (!this.carrier) return;
    this.again = true;
    this.running ??= this.run(this.carrier).finally(() => {
      this.running = undefined;
    });
  }

  /** Begins nothing more; what still runs after so many milliseconds is undone, to be taken up at the next start. */
  async stop(patience: number): Promise<void> {
    clearInterval(this.looking);
    this.carrier = undefined;
    const timer = setTimeout(() => this.stopping.abort(STOPPED), patience);
    await this.running;
    clearTimeout(timer);
  }

  private async run(carrier: RequestExecutor): Promise<void> {
    while (this.again && this.carrier) {
      this.again = false;
      try {
        for (let next = await this.next(); next !== undefined && this.carrier; next = await this.next())
          await this.execute(next, carrier);
      } catch (reason) {
        // The database is away, or the service stops. Whatever was begun is to be begun anew.
        this.leftUntil = this.clock.now();
        if (reason !== STOPPED) this.failed(reason);
      }
    }
  }

  /** The first operation that nobody seems to be at. */
  private async next(): Promise<string | undefined> {
    const [counter] = await this.store.counters([this.operations.resource]);
    if (counter!.changes === this.idleAt) return undefined;
    const { items } = await this.store.list(this.shape, undefined, this.unfinished, { paged: true });
    if (items.length === 0) this.idleAt = counter!.changes;
    const left = Math.max(this.leftUntil, this.clock.now() - PATIENCE_MS);
    const found = items.find(
      ({ status, updated_at }) => status === "pending" || Date.parse(updated_at as string) <= left,
    );
    return found?.id as string | undefined;
  }

  private async execute(id: string, carrier: RequestExecutor): Promise<void> {
    const { store, operations: ledger } = this;
    const request = (await ledger.request(id)) ?? "";
    const operation = await store.write((change) => ledger.begin(change, id));
    if (!operation) return;
    const actor = operation.started_by as string;
    // Before the transaction, which others wait for.
    const work = await carrier.read(request).catch((reason: unknown) => () => Promise.reject(reason));
    try {
      await store.transaction(async (attempt) => {
        if (!(await attempt((change) => ledger.isOpen(change, id)))) return;
        const end = await attempt(async (change): Promise<Outcome> => ({ body: await work(change) }), actor).catch(
          (reason: unknown): Outcome => {
            if (!(reason instanceof Problem) || reason.slug === "unavailable") throw reason;
            return { error: carrier.problemOf(request, reason) };
          },
        );
        await attempt((change) => ledger.end(change, id, end));
      }, this.stopping.signal);
    } catch (reason) {
      if (reason instanceof Problem) throw reason;
      // An error of the service's own would come again.
      this.failed(reason);
      const end: Outcome = { error: carrier.problemOf(request, reason) };
      await store.write(async (change) => {
        if (await ledger.isOpen(change, id)) await ledger.end(change, id, end);
      });
    }
  }
}
