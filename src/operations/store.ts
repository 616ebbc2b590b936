/** What is written down of operations: their records, the requests until they are carried out, and what came of them. */

import type { Values } from "../declare/values.ts";
import { Problem } from "../problem.ts";
import type { Resource } from "../resource/resource.ts";
import { type Clock, timestamp } from "../runtime/clock.ts";
import type { Store } from "../store/store.ts";
import type { StoredRecord } from "../store/tables.ts";
import type { Writer } from "../store/write/writer.ts";
import { isUnfinished, OPERATIONS } from "./declaration.ts";

/** How long an operation is kept after it ended. */
const KEPT_MS = 24 * 3_600_000;

/** So many may wait, of all callers together. */
const MOST_PENDING = 1_000;

/** A request that is put off. */
export interface AcceptedRequest {
  readonly kind: "import" | "delete";
  /** The name of the caller. */
  readonly startedBy: string;
  /** How many records it is about. */
  readonly total: number;
  /** All that is needed to carry it out, by whichever process. */
  readonly request: string;
}

/** How an operation ended: with the body of an answer, empty for none, or with a problem document. */
export type Outcome = { readonly body: string } | { readonly error: Values };

const requestKey = (id: string): string => `operation ${id} request`;
const resultKey = (id: string): string => `operation ${id} result`;

export class OperationStore {
  readonly resource: Resource;
  private readonly store: Store;
  private readonly clock: Clock;

  constructor(store: Store, clock: Clock) {
    this.store = store;
    this.clock = clock;
    this.resource = store.catalog.resource(OPERATIONS);
  }

  /** The request of an operation; undefined once it has ended. */
  request(id: string): Promise<string | undefined> {
    return this.store.getMetadata(requestKey(id));
  }

  /** The body of the answer that a request would have had; undefined while there is none. */
  result(id: string): Promise<string | undefined> {
    return this.store.getMetadata(resultKey(id));
  }

  /** Writes a request down, within the unit of work that accepts it. @throws Problem `unavailable` when too many wait */
  async insert(change: Writer, { kind, startedBy, total, request }: AcceptedRequest): Promise<StoredRecord> {
    await this.clear(change);
    // Each may hold a body of many megabytes.
    if ((await change.amount(this.resource, "status", "pending")) >= MOST_PENDING)
      throw new Problem("unavailable", `${MOST_PENDING} operations are waiting; no more are accepted for now.`);
    const operation = await change.enter(this.resource, { kind, started_by: startedBy, progress: { done: 0, total } });
    await change.keep(requestKey(operation.id as string), request);
    return operation;
  }

  /** Notes that an operation is about to be carried out. @returns the operation; undefined where it has ended */
  async begin(change: Writer, id: string): Promise<Values | undefined> {
    const operation = await change.find(OPERATIONS, id);
    if (!operation || !isUnfinished(operation.status)) return undefined;
    await change.note(this.resource, id, { status: "running" });
    return operation;
  }

  /** Whether an operation is still to be carried out. */
  async isOpen(change: Writer, id: string): Promise<boolean> {
    return isUnfinished((await change.find(OPERATIONS, id))?.status);
  }

  /** Notes how an operation ended; what it asked for is no longer kept. */
  async end(change: Writer, id: string, end: Outcome): Promise<void> {
    const finished = { finished_at: timestamp(this.clock) };
    await change.keep(requestKey(id), undefined);
    if ("error" in end) {
      await change.note(this.resource, id, { ...finished, status: "failed", error: end.error });
      return;
    }
    const { total } = (await change.find(OPERATIONS, id))!.progress as { total: number };
    const progress = { done: total, total };
    if (end.body !== "") await change.keep(resultKey(id), end.body);
    await change.note(this.resource, id, {
      ...finished,
      status: "succeeded",
      progress,
      result: end.body === "" ? null : id,
    });
  }

  /** Clears away what ended long enough ago. */
  async clear(change: Writer): Promise<void> {
    const until = new Date(this.clock.now() - KEPT_MS).toISOString();
    for (const { id } of await change.expire(this.resource, "finished_at", until)) {
      await change.keep(requestKey(id as string), undefined);
      await change.keep(resultKey(id as string), undefined);
    }
  }
}
