/** The contract of a store: how the rest of the service reads and writes records. */

import type { Values } from "../declare/values.ts";
import type { ListQuery } from "../query/list-query.ts";
import type { Catalog } from "../resource/catalog.ts";
import type { Projection } from "../resource/representation.ts";
import type { Resource } from "../resource/resource.ts";
import type { Counter } from "./counters.ts";
import type { DatabaseStats } from "./dialect.ts";
import type { EventLogReader } from "./events/reader.ts";
import type { Place } from "./place.ts";
import type { CursorPage, Page } from "./read/pages.ts";
import type { FoundRecord } from "./read/select.ts";
import type { StoredRecord } from "./tables.ts";
import type { IdempotentRequest, IdempotentResult } from "./write/idempotency.ts";
import type { Writer } from "./write/writer.ts";

/**
 * Runs a unit of work: all of its changes are made, or it throws and changes nothing.
 * @param actor the caller's name for the event log; the service itself by default
 * @throws what `work` throws, after its changes are undone; Problem `unavailable` if the database is unreachable
 */
export type Write = <T>(work: (tx: Writer) => Promise<T>, actor?: string) => Promise<T>;

/** How to read a list. */
export interface ListOptions {
  /** Whether to read one page instead of the whole list. */
  readonly paged: boolean;
  /** The counter of the collection, if it was just read. */
  readonly counter?: Counter;
}

/** Which batch of a scan to read. */
export interface ScanOptions {
  readonly limit: number;
  /** The last record of the previous batch. */
  readonly after?: StoredRecord | undefined;
}

/** Every method that reads or writes throws Problem `unavailable` if the database is unreachable. */
export interface Store {
  readonly catalog: Catalog;
  /** Reads the event log, if the catalog has one. */
  readonly log: EventLogReader | undefined;
  /** Called when a request arrives: its reads see every commit of any process before that. */
  beginRead(): void;
  /** Reads the values that a projection needs of one record. Returns undefined if it does not exist. */
  get(projection: Projection, place: Place): Promise<FoundRecord | undefined>;
  /** Finds a stored record by the value of a column. */
  findBy(resource: Resource, column: string, value: string): Promise<StoredRecord | undefined>;
  /** Finds the stored records whose columns have these values, in order of creation. */
  scan(resource: Resource, match: Values, options: ScanOptions): Promise<readonly StoredRecord[]>;
  /** Yields all records that `scan` finds, in batches. */
  scanBatches(resource: Resource, match: Values, batchSize: number): AsyncGenerator<readonly StoredRecord[], void>;
  exists(resource: Resource, id: string): Promise<boolean>;
  /**
   * Reads a page of a list, or the whole list unless `paged`.
   * @param parentId the parent's id, if the view has one
   */
  list(projection: Projection, parentId: string | undefined, query: ListQuery, options: ListOptions): Promise<Page>;
  /** Reads the page after the query's cursor. Its cost does not depend on its position. */
  listByCursor(projection: Projection, parentId: string | undefined, query: ListQuery): Promise<CursorPage>;
  /** Runs one unit of work and commits it durably. */
  write: Write;
  /**
   * Runs several units of work in one transaction. If `work` throws, all of them are undone; if a unit throws, only that
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
    actor?: string,
  ): Promise<IdempotentResult>;
  /**
   * Reads the change counters and sizes of collections, which include every commit of any process before the call. Later
   * reads are never older.
   */
  counters(resources: readonly Resource[]): Promise<readonly Counter[]>;
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
  stats(): DatabaseStats;
  /** @throws Problem `unavailable` if the database does not answer */
  ping(): Promise<void>;
  close(): Promise<void>;
}
