/** The contract of a store: what the rest of the service may ask of the place where records live. */

import type { Values } from "../declare/values.ts";
import type { Keyset } from "../query/cursor.ts";
import type { ListQuery } from "../query/list-query.ts";
import type { Catalog } from "../resource/catalog.ts";
import type { Projection } from "../resource/representation.ts";
import type { Resource } from "../resource/resource.ts";
import type { DatabaseStats } from "./dialect.ts";
import type { EventLogReader } from "./events/reader.ts";
import type { StoredRecord } from "./tables.ts";
import type { Writer } from "./write/writer.ts";

/** Which record, or which list: the parent's id where the view has one, and the record's own. */
export interface Place {
  readonly of?: string;
  readonly id?: string;
}

/** A record that was read. */
export interface FoundRecord {
  /** What the shape needs of it. */
  readonly values: Values;
  readonly revision: number;
  readonly updatedAt: string;
  /** What it asks of its readers, where not all see it. */
  readonly rowScope?: string;
}

/** A request that is carried out once, however often it is sent. */
export interface IdempotentRequest {
  /** Who asks for what under which key. */
  readonly key: string;
  /** What was sent, so that another request under the same key is noticed. */
  readonly fingerprint: string;
  /** What is remembered of a failure; undefined when it is not, and the request may be tried again. */
  refusalOf(reason: unknown): string | undefined;
}

/** How a collection stands. */
export interface Counter {
  /** Moves whenever a record of the resource is written: what was read before holds while it stands still. */
  readonly changes: number;
  /** How many records there are. */
  readonly total: number;
}

/** One page of a list. */
export interface Page {
  readonly items: readonly Values[];
  /** Exact, also past the end. */
  readonly total: number;
}

export interface ListOptions {
  /** Whether to read one page instead of the whole list. */
  readonly paged: boolean;
  /** The counter of the collection, if it was just read. */
  readonly counter?: Counter;
}

/** Some items of a walk. */
export interface CursorPage {
  readonly items: readonly Values[];
  /** Where the next ones come after; undefined when there are none. */
  readonly next?: Keyset;
}

/** Carries out one unit of work of several in one transaction: when it throws, only what it did is undone. */
export type Write = <T>(work: (change: Writer) => Promise<T>, actor?: string) => Promise<T>;

export interface Store {
  readonly catalog: Catalog;
  /** What happened, where the catalog has a log of it. */
  readonly log: EventLogReader | undefined;
  /** Notes that a request arrives: what is read for it holds whatever was committed before, by whichever process. */
  beginRead(): void;
  /** One record as a shape shows it, with what its validators are made of; undefined where there is none. */
  get(shape: Projection, place: Place): Promise<FoundRecord | undefined>;
  /** The record whose column has this value, as it is stored; undefined where there is none. */
  findBy(resource: Resource, column: string, value: string): Promise<StoredRecord | undefined>;
  /**
   * Records as they are stored, in the order of their making.
   * @param after the record after which they begin; at the first unless named
   */
  scan(resource: Resource, is: Values, most: number, after?: StoredRecord): Promise<readonly StoredRecord[]>;
  /** Whether a record exists. */
  exists(resource: Resource, id: string): Promise<boolean>;
  /** A page of a list in the requested order, or the whole list. */
  list(shape: Projection, of: string | undefined, query: ListQuery, options: ListOptions): Promise<Page>;
  /** The next items of a walk, at the same cost wherever it is. */
  listByCursor(shape: Projection, of: string | undefined, query: ListQuery): Promise<CursorPage>;
  /**
   * Carries out one unit of work: all of it is committed, durably, or none of it.
   * @param actor who did it, for the log of what happened; the service itself unless named
   * @throws whatever `work` throws; Problem `unavailable` when the database is away
   */
  write<T>(work: (change: Writer) => Promise<T>, actor?: string): Promise<T>;
  /**
   * Carries out several units of work in one transaction: what `work` throws undoes them all.
   * @param signal ends units that take long, with its reason
   * @throws as `write` does
   */
  transaction<T>(work: (attempt: Write) => Promise<T>, signal?: AbortSignal): Promise<T>;
  /**
   * Carries out one unit of work and remembers its outcome in the same transaction; when it was carried out before,
   * answers what is remembered.
   * @throws Problem `idempotency-key-reused` when the key stands for another request; whatever `work` throws and
   *   `once.remember` does not know
   */
  writeOnce(
    once: IdempotentRequest,
    work: (change: Writer) => Promise<string>,
    actor?: string,
  ): Promise<{ outcome: string; replayed: boolean }>;
  /**
   * How the collections of some resources stand, with every change that was committed before this was asked, by
   * whichever process. Whatever is read after that is not older than its counters.
   */
  counters(resources: readonly Resource[]): Promise<readonly Counter[]>;
  /** Brings whatever depends on the current day up to date. */
  startDay(): Promise<void>;
  /** A fact that the service keeps about itself. */
  getMetadata(name: string): Promise<string | undefined>;
  setMetadata(name: string, value: string): Promise<void>;
  /**
   * Carries out a unit of work once and for all, whichever process comes first, and keeps what it answers as a fact.
   * @returns the fact, and whether it was made just now
   */
  initialize(name: string, make: (change: Writer) => Promise<string>): Promise<{ value: string; made: boolean }>;
  /** How the database is, and what it has done. */
  stats(): DatabaseStats;
  /** @throws Problem `unavailable` when the database does not answer */
  ping(): Promise<void>;
  close(): Promise<void>;
}
