/** The registry as the functions of a declaration see it, typed by the declarations that they pass. */
import type { Draft, EntryShape, HookRecord, Shape } from "./record-types.ts";

/** Selects the entries of one owner, or of one member, by its id. */
export type Side = { readonly owner: string } | { readonly member: string };

/** Selects one entry by the ids of both sides. */
export interface BothSides {
  readonly owner: string;
  readonly member: string;
}

/** A record whose derived fields depend on another record. */
export interface Affected {
  readonly declaration: Shape;
  readonly id: string;
}

/** Reads within the transaction of the write that calls the hook. */
export interface RegistryReader {
  /** The current day in UTC, `YYYY-MM-DD`. */
  readonly today: string;
  /** The current time: RFC 3339, UTC. */
  readonly now: string;
  /** The record with this id, or null. */
  find<D extends Shape>(declaration: D, id: string): Promise<HookRecord<D> | null>;
  /** The records whose reference `field` is this id, oldest first. */
  referring<D extends Shape>(declaration: D, field: string & keyof D["fields"], id: string): Promise<HookRecord<D>[]>;
  /** The records below a parent: those of a collection, oldest first, or its one-to-one. */
  children<D extends Shape & { readonly of?: Shape }>(declaration: D, parent: string): Promise<HookRecord<D>[]>;
  /** The number of records with this value in a field. */
  count<D extends Shape>(declaration: D, field: keyof D["fields"] & string, value: string): Promise<number>;
  /** The entries of one owner or of one member, oldest first. */
  entries<M extends EntryShape>(membership: M, side: Side): Promise<HookRecord<M>[]>;
}

/** Writes in the same transaction, under the same rules as a client's request. */
export interface RegistryWriter extends RegistryReader {
  /** Adds an entry. @throws Problem if a rule refuses it */
  addMember<M extends EntryShape>(membership: M, sides: BothSides, values: Partial<Draft<M["fields"]>>): Promise<void>;
  /** Changes an entry's own fields. @throws Problem */
  updateMember<M extends EntryShape>(
    membership: M,
    sides: BothSides,
    values: Partial<Draft<M["fields"]>>,
  ): Promise<void>;
  /** Removes an entry. @throws Problem */
  removeMember(membership: EntryShape, sides: BothSides): Promise<void>;
}
