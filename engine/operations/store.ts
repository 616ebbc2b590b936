/** The operation store: records of operations, their requests until they have run, and their results. */

import type { Values } from "../declare/values.ts";
import { Problem } from "../problem.ts";
import type { Resource } from "../resource/resource.ts";
import { type Clock, timestamp } from "../runtime/clock.ts";
import type { Store } from "../store/store.ts";
import type { StoredRecord } from "../store/tables.ts";
import type { Writer } from "../store/write/writer.ts";
import { isUnfinished, OPERATIONS } from "./declaration.ts";

/** How long a finished operation is stored. */
const RETENTION_MS = 24 * 3_600_000;

/** The maximum number of pending operations, of all callers together. */
const MAX_PENDING = 1_000;

/** How many expired operations are deleted at once. */
const EXPIRED_BATCH = 100;

/** A request that is accepted now and runs later. */
export interface AcceptedRequest {
  readonly kind: "import" | "delete";
  /** The name of the caller. */
  readonly startedBy: string;
  /** How many records it creates or deletes. */
  readonly total: number;
  /** The request as text, with everything that any process needs to run it. */
  readonly request: string;
}

/** The outcome of an operation: the body of a response, empty if there is none, or a problem document. */
export type Outcome = { readonly body: string } | { readonly error: Values };

/** What the metadata's names for the requests and results of operations begin with. */
export const OPERATION_PREFIX = "operation ";
const requestKey = (id: string): string => `${OPERATION_PREFIX}${id} request`;
const resultKey = (id: string): string => `${OPERATION_PREFIX}${id} result`;

/** Stores operations as records, and their requests and results as metadata. */
export class OperationStore {
  readonly resource: Resource;
  private readonly store: Store;
  private readonly clock: Clock;

  constructor(store: Store, clock: Clock) {
    this.store = store;
    this.clock = clock;
    this.resource = store.catalog.resource(OPERATIONS);
  }

  /** The request of an operation; undefined once it has finished. */
  request(id: string): Promise<string | undefined> {
    return this.store.getMetadata(requestKey(id));
  }

  /** The body of the response that the synchronous request would have had; undefined if there is none, or none yet. */
  result(id: string): Promise<string | undefined> {
    return this.store.getMetadata(resultKey(id));
  }

  /** Stores a request within the transaction that accepts it. @throws Problem `unavailable` if too many are pending */
  async insert(writer: Writer, { kind, startedBy, total, request }: AcceptedRequest): Promise<StoredRecord> {
    // Each of them may hold many megabytes.
    if ((await writer.system.count(this.resource, "status", "pending")) >= MAX_PENDING)
      throw new Problem("unavailable", `${MAX_PENDING} operations are pending; no more are allowed. Try again later.`);
    const operation = await writer.system.insert(this.resource, {
      kind,
      started_by: startedBy,
      progress: { done: 0, total },
    });
    await writer.system.setMetadata(requestKey(operation.id as string), request);
    return operation;
  }

  /** Marks an operation as running, and counts the attempt. @returns the operation before that; undefined if it has finished */
  async begin(writer: Writer, id: string): Promise<Values | undefined> {
    const operation = await writer.system.find(this.resource, id);
    if (!operation || !isUnfinished(operation.status)) return undefined;
    const attempts = (operation.attempts as number) + 1;
    await writer.system.patch(this.resource, id, { status: "running", attempts });
    return operation;
  }

  /** Counts the last attempt no longer: it ended without an outcome, but not because the operation ended its process. */
  async undoAttempt(writer: Writer, id: string): Promise<void> {
    const operation = await writer.system.find(this.resource, id);
    if (operation?.status !== "running") return;
    await writer.system.patch(this.resource, id, { attempts: Math.max(0, (operation.attempts as number) - 1) });
  }

  /** Whether an operation still has to run. */
  async isUnfinished(writer: Writer, id: string): Promise<boolean> {
    return isUnfinished((await writer.system.find(this.resource, id))?.status);
  }

  /** Stores the outcome of an operation, and deletes its request. */
  async finish(writer: Writer, id: string, outcome: Outcome): Promise<void> {
    const finished = { finished_at: timestamp(this.clock) };
    await writer.system.setMetadata(requestKey(id), undefined);
    if ("error" in outcome) {
      await writer.system.patch(this.resource, id, { ...finished, status: "failed", error: outcome.error });
      return;
    }
    const { total } = (await writer.system.find(this.resource, id))!.progress as { total: number };
    const progress = { done: total, total };
    if (outcome.body !== "") await writer.system.setMetadata(resultKey(id), outcome.body);
    await writer.system.patch(this.resource, id, {
      ...finished,
      status: "succeeded",
      progress,
      result: outcome.body === "" ? null : id,
    });
  }

  /** Deletes operations whose retention is over, with their results. Other writes run between the batches. */
  async deleteExpired(): Promise<void> {
    const until = new Date(this.store.trustedClock.now() - RETENTION_MS).toISOString();
    for (;;) {
      const expired = await this.store.findUntil(this.resource, "finished_at", until, EXPIRED_BATCH);
      if (expired.length === 0) return;
      await this.store.write(async (writer) => {
        await writer.system.deleteAll(this.resource, expired);
        for (const { id } of expired) {
          await writer.system.setMetadata(requestKey(id as string), undefined);
          await writer.system.setMetadata(resultKey(id as string), undefined);
        }
      });
    }
  }
}
