/** The contract of a store: what the rest of the service may ask of the place where records live. */

import type { ListQuery } from "../query/list-query.ts";
import type { Catalog } from "../resource/catalog.ts";
import type { Shape } from "../resource/representation.ts";
import type { Resource } from "../resource/resource.ts";
import type { Values } from "../resource/values.ts";
import type { Change } from "./change.ts";

/** Which record, or which list: the parent's id where the view has one, and the record's own. */
export interface Place {
  readonly of?: string;
  readonly id?: string;
}

/** One page of a list. */
export interface Page {
  readonly items: readonly Values[];
  /** Exact, also past the end. */
  readonly total: number;
}

export interface Store {
  readonly catalog: Catalog;
  /** The representation of one record, or undefined. */
  get(shape: Shape, place: Place): Promise<Values | undefined>;
  /** Whether a record exists. */
  has(resource: Resource, id: string): Promise<boolean>;
  /** A page of a list, in the order asked for; the whole list when `paged` is false. */
  list(shape: Shape, of: string | undefined, query: ListQuery, paged: boolean): Promise<Page>;
  /**
   * Carries out one unit of work: all of it is committed, durably, or none of it.
   * @throws whatever `work` throws; Problem `unavailable` when the database is away
   */
  write<T>(work: (change: Change) => Promise<T>): Promise<T>;
  /** A number that moves whenever a record of the resource is written: what was read before holds while it stands still. */
  changes(resource: Resource): number;
  /** How many records there are. */
  size(resource: Resource): number;
  /** Brings whatever depends on the current day up to date. */
  startDay(): Promise<void>;
  /** A fact that the service keeps about itself. */
  fact(name: string): Promise<string | undefined>;
  setFact(name: string, value: string): Promise<void>;
  /** @throws Problem `unavailable` when the database does not answer */
  ping(): Promise<void>;
  close(): Promise<void>;
}
