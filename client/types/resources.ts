/** The calls of resources, typed by their models. */
import type { CallOptions, CreateOptions, Page, PutOptions, RemoveOptions, UpdateOptions } from "../calls.ts";
import type { Operation } from "../operation.ts";
import type { Chosen, Dated, FieldName, Model, Relation, Whole } from "./model.ts";
import type { ExportOf, Group, GroupKey, ListQuery, Measure, PageQuery, SummaryQuery } from "./queries.ts";
import type { RelatedFilters } from "./related-filters.ts";

/** A record by its id, or as it was read. */
type Named = string | { readonly id: string; readonly _links: { readonly self: string } };

/** How to read a record, and what of it. */
type Reading<M extends Model, F extends string, I extends string> = CallOptions &
  Dated<M> & {
    /** The fields to read besides `id`; all if absent. */
    readonly fields?: readonly (F & FieldName<M>)[] | undefined;
    /** The relations whose records are embedded under `_embedded`. */
    readonly include?: readonly (I & Relation<M>)[] | undefined;
  };

/** A list whose records are not read one by one. */
export interface ReadList<M extends Model> {
  /** All records, page by page along the cursors: each that exists throughout is included once. */
  all<const F extends FieldName<M> | "*" = never, const I extends Relation<M> = never, const K extends string = never>(
    query?: ListQuery<M, F, I> & RelatedFilters<M, K>,
    options?: CallOptions,
  ): AsyncGenerator<Chosen<M, F, I, M["listed"]>, void, undefined>;
  /** One page. */
  list<const F extends FieldName<M> | "*" = never, const I extends Relation<M> = never, const K extends string = never>(
    query?: PageQuery<M, F, I> & RelatedFilters<M, K>,
    options?: CallOptions,
  ): Promise<Page<Chosen<M, F, I, M["listed"]>>>;
  /** The distribution of the records: all groups. */
  summarize<const G extends GroupKey<M> = never, const E extends Measure<M> = never, const K extends string = never>(
    query: SummaryQuery<M, G, E> & RelatedFilters<M, K>,
    options?: CallOptions,
  ): Promise<Group<M, G, E>[]>;
  /** The whole list as a stream of text. If the connection is cut, reading fails: a part never looks complete. */
  export<const K extends string = never>(
    query?: ExportOf<M> & RelatedFilters<M, K>,
    options?: CallOptions,
  ): Promise<Response>;
}

/** A list whose records are written elsewhere. */
export interface ReadCollection<M extends Model> extends ReadList<M> {
  get<const F extends FieldName<M> = never, const I extends Relation<M> = never>(
    id: string,
    options?: Reading<M, F, I>,
  ): Promise<Chosen<M, F, I, "*">>;
}

/** A collection. */
export interface Collection<M extends Model> extends ReadCollection<M> {
  /** Creates a record. @throws Invalid, Conflict */
  create(draft: M["draft"], options?: CreateOptions & { readonly async?: never }): Promise<Whole<M>>;
  /** Creates or replaces a record: absent fields return to their defaults. @throws Invalid, Conflict, Stale */
  put(id: string, draft: M["replacement"], options?: PutOptions): Promise<Whole<M>>;
  /** Changes fields of a record, only in the state in which it was read. @throws Invalid, Conflict, NotFound, Stale */
  update(record: Named, patch: M["patch"], options?: UpdateOptions): Promise<Whole<M>>;
  /** Deletes a record. @throws HasDependents, NotFound, Stale */
  remove(
    record: Named,
    options: RemoveOptions & { readonly cascade: true; readonly async: true },
  ): Promise<Operation<undefined>>;
  remove(record: Named, options?: RemoveOptions & { readonly async?: never }): Promise<void>;
}

/** The result of creating several records. */
export interface CreatedRecords {
  readonly created_count: number;
  readonly [plural: string]: number | readonly { readonly id: string; readonly _links: { readonly self: string } }[];
}

/** A collection that takes arrays of records too, all or nothing. */
export interface BulkCollection<M extends Model> extends Collection<M> {
  create(
    drafts: readonly M["draft"][],
    options: CreateOptions & { readonly async: true },
  ): Promise<Operation<CreatedRecords>>;
  create(drafts: readonly M["draft"][], options?: CreateOptions & { readonly async?: never }): Promise<CreatedRecords>;
  create(draft: M["draft"], options?: CreateOptions & { readonly async?: never }): Promise<Whole<M>>;
}

/** A one-to-one. */
export interface Single<M extends Model> {
  /** @throws NotFound until it exists */
  get<const F extends FieldName<M> = never, const I extends Relation<M> = never>(
    options?: Reading<M, F, I>,
  ): Promise<Chosen<M, F, I, "*">>;
  /** Creates or replaces it. */
  put(draft: M["replacement"], options?: PutOptions): Promise<Whole<M>>;
  /** Changes fields of it in any state. */
  update(patch: M["patch"], options?: UpdateOptions): Promise<Whole<M>>;
  /** Changes fields of it, only in the state in which it was read. */
  update(record: Exclude<Named, string>, patch: M["patch"], options?: UpdateOptions): Promise<Whole<M>>;
  remove(options?: Pick<RemoveOptions, "ifMatch" | "signal">): Promise<void>;
  remove(record: Exclude<Named, string>, options?: Pick<RemoveOptions, "ifMatch" | "signal">): Promise<void>;
}
