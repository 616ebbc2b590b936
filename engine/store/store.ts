/** The contract of a store: how the rest of the service reads and writes records. */

import type { Values } from "../declare/values.ts";
import type { KeyQuery, NameQuery } from "../query/name-search.ts";
import type { Paging } from "../query/paging.ts";
import type { Catalog } from "../resource/catalog.ts";
import type { Resource } from "../resource/resource.ts";
import type { Requester } from "../runtime/fair-queue.ts";
import type { Broadcast, TransactionOptions } from "./database.ts";
import type { PurgeRequest, PurgeResult } from "./events/purge.ts";
import type { EventLogReader } from "./events/reader.ts";
import type { TrustedClock } from "./events/trusted-clock.ts";
import type { ListCacheStats } from "./read/kept/list-cache.ts";
import type { History, RecordStore } from "./record-store.ts";
import type { FoundPage } from "./search/name-search.ts";
import type { DatabaseStats } from "./stats.ts";
import type { StoredRecord } from "./tables.ts";
import type { IdempotentRequest, IdempotentResult } from "./write/idempotency.ts";
import type { SystemWriter } from "./write/system-writer.ts";
import type { Writer } from "./write/writer.ts";

/** Who writes, and how the write is scheduled. */
export interface WriteOptions extends TransactionOptions {
  /** The caller's name for the event log; the service itself by default. */
  readonly actor?: string | undefined;
  /** Whether states may change against their transitions: data say what became of things meanwhile. */
  readonly isCorrection?: boolean | undefined;
  /**
   * Checks, as the first step in the transaction, that the caller may still write.
   * @throws Problem
   */
  readonly authorize?: ((reader: SystemWriter) => void | Promise<void>) | undefined;
}

/**
 * Runs a unit of work: all of its changes are made, or it throws and changes nothing.
 * @throws what `work` throws, after its changes are undone; Problem `unavailable` if the database is unreachable
 */
export type Write = <T>(work: (tx: Writer) => Promise<T>, options?: WriteOptions) => Promise<T>;

/** Which batch of a scan to read. */
export interface ScanOptions {
  readonly limit: number;
  /** The last record of the previous batch. */
  readonly after?: StoredRecord | undefined;
}

/** The state of the database, and what the store has done, for metrics. */
export interface StoreStats extends DatabaseStats {
  readonly lists: ListCacheStats;
}

/** Every method that reads or writes throws Problem `unavailable` if the database is unreachable. */
export interface Store extends RecordStore {
  readonly catalog: Catalog;
  readonly history: History;
  /** Reads the event log, if the catalog has one. */
  readonly log: EventLogReader | undefined;
  /** By which it is decided what has expired and is deleted; never ahead of the clock. */
  readonly trustedClock: Pick<TrustedClock, "now" | "behind">;
  /** Messages to all processes on the database, if it can carry them. */
  readonly broadcast: Broadcast | undefined;
  /** Called when a request arrives: its reads see every commit of any process before that. */
  beginRead(): void;
  /** Finds a stored record by the value of a column. */
  findBy(resource: Resource, column: string, value: string): Promise<StoredRecord | undefined>;
  /** Finds the stored records whose columns have these values, in order of creation. */
  scan(resource: Resource, match: Values, options: ScanOptions): Promise<readonly StoredRecord[]>;
  /** Finds stored records whose time in a column is not after `until`, a timestamp. */
  findUntil(resource: Resource, column: string, until: string, limit: number): Promise<readonly StoredRecord[]>;
  /** Yields all records that `scan` finds, in batches. */
  scanBatches(resource: Resource, match: Values, batchSize: number): AsyncGenerator<readonly StoredRecord[], void>;
  /**
   * Finds records of these resources, which have names, by words of their names, best first; if there are none, by similar
   * words. Or by a key, which they have. A slow read.
   */
  findByName(
    resources: readonly Resource[],
    query: NameQuery | KeyQuery,
    paging: Paging,
    requester: Requester,
  ): Promise<FoundPage>;
  /** Runs one unit of work and commits it durably. */
  write: Write;
  /**
   * Runs several units of work in one transaction, which may take long. If `work` throws, all of them are undone; if a unit throws, only that
   * one is.
   * @param signal aborts long units with its reason
   */
  transaction<T>(work: (write: Write) => Promise<T>, signal?: AbortSignal): Promise<T>;
  /**
   * Runs one unit of work and stores its outcome in the same transaction, or returns the outcome that an earlier request
   * with the same key stored.
   * @throws Problem `idempotency-key-reused` if the key was used for a different request
   */
  writeOnce(
    request: IdempotentRequest,
    work: (tx: Writer) => Promise<string>,
    options?: WriteOptions,
  ): Promise<IdempotentResult>;
  /** Deletes the stored outcomes that `writeOnce` no longer returns. Any process may call it at any time. */
  deleteExpired(): Promise<void>;
  /** Updates everything that depends on the current day, once a day. */
  startDay(): Promise<void>;
  /** Reads a text of the service metadata. */
  getMetadata(name: string): Promise<string | undefined>;
  /** Stores a text in the service metadata. */
  setMetadata(name: string, value: string): Promise<void>;
  /**
   * Runs a unit of work unless the metadata already has this name, and stores its result there. If several processes
   * call it at once, only one runs the unit.
   * @returns the stored value, and whether this call stored it
   */
  initialize(name: string, work: (tx: Writer) => Promise<string>): Promise<{ value: string; isNew: boolean }>;
  /** Removes what the event log and stored responses say of a record. Emits an event that says so, if there was anything. */
  purgeHistory(request: PurgeRequest): Promise<PurgeResult>;
  stats(): StoreStats;
  /** @throws Problem `unavailable` that says why, if the database cannot be read, or nothing can be written */
  ping(): Promise<void>;
  close(): Promise<void>;
}
