/** The contract of a store: what the rest of the service may ask of the place where records live. */

import type { ListQuery } from "../query/list-query.ts";
import type { Catalog } from "../resource/catalog.ts";
import type { Property, Resource, View } from "../resource/resource.ts";
import type { Values } from "../resource/values.ts";
import type { Change } from "./change.ts";

/** A record as a view shows it, by property name, with whatever its links need besides. */
export type Shown = Values;

/** Which record, or which list: the parent's id where the view has one, and the record's own. */
export interface Place {
  readonly of?: string;
  readonly id?: string;
}

/** One page of a list. */
export interface Page {
  readonly items: readonly Shown[];
  /** Exact, also past the end. */
  readonly total: number;
}

export interface Store {
  readonly catalog: Catalog;
  /** One record with the properties named, or undefined. */
  get(view: View, place: Place, properties: readonly Property[]): Promise<Shown | undefined>;
  /** Whether a record exists. */
  has(resource: Resource, id: string): Promise<boolean>;
  /** A page of a list, in the order asked for; the whole list when `paged` is false. */
  list(
    view: View,
    of: string | undefined,
    query: ListQuery,
    properties: readonly Property[],
    paged: boolean,
  ): Promise<Page>;
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
