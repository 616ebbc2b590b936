/** How records are read: as they are, or as they were. */
import type { Values } from "../declare/values.ts";
import type { Moment } from "../query/history/as-of.ts";
import type { ListQuery } from "../query/list-query.ts";
import type { Projection } from "../resource/representation.ts";
import type { Relation, Resource, View } from "../resource/resource.ts";
import type { Requester } from "../runtime/fair-queue.ts";
import type { Counter } from "./counters.ts";
import type { DeletedOptions, DeletedRecord } from "./history/deleted.ts";
import type { DailyHistorySize } from "./history/size.ts";
import type { Place } from "./place.ts";
import type { Batch } from "./read/batches/batch-reader.ts";
import type { Embedded } from "./read/embedded.ts";
import type { GroupPage } from "./read/groups/group-reader.ts";
import type { ListPart } from "./read/list.ts";
import type {
  CursorPage,
  GroupedQuery,
  Page,
  PageOptions,
  ReadBatchOptions,
  RequesterOption,
} from "./read/pages/page.ts";
import type { FoundRecord } from "./read/select.ts";

/** How to read a cursor page. */
export interface CursorPageOptions extends RequesterOption {
  /** The counter of the collections on which the list depends (`combined`), if it was just read. */
  readonly counter?: Counter;
}

/** How to read a list. */
export interface ListOptions extends CursorPageOptions, PageOptions {}

/** How to read a batch of a list. */
export interface BatchOptions extends CursorPageOptions, ReadBatchOptions {}

/** How records are read: as they are, or as they were at a moment. */
export interface RecordStore {
  /** Reads the values that a projection needs of one record. Returns undefined if it does not exist. */
  get(projection: Projection, place: Place): Promise<FoundRecord | undefined>;
  /** Reads what relations lead to from a record. @param record its values, with the properties of the relations */
  embed(include: readonly Relation[], record: Values, options: RequesterOption): Promise<Embedded>;
  exists(resource: Resource, id: string): Promise<boolean>;
  /** A sentence that names a record with an id like that of a place where there is none; empty if there is no such record. */
  suggestId(resource: Resource, place: Place): Promise<string>;
  /**
   * When a record was modified, for its readers: if an earlier state was restored since it was updated, at that time, because
   * they may know a later state. @param updatedAt a timestamp
   */
  lastModified(updatedAt: string): string;
  /**
   * Reads a page of a list, or the whole list unless `paged`.
   * @param parentId the parent's id, if the view has one
   */
  list(projection: Projection, parentId: string | undefined, query: ListQuery, options: ListOptions): Promise<Page>;
  /** Reads the page after the query's cursor. Its cost does not depend on its position. */
  listByCursor(
    projection: Projection,
    parentId: string | undefined,
    query: ListQuery,
    options?: CursorPageOptions,
  ): Promise<CursorPage>;
  /** Reads a page of a summary: the records of a list in groups. */
  listGroups(
    view: View,
    parentId: string | undefined,
    query: GroupedQuery,
    options?: CursorPageOptions,
  ): Promise<GroupPage>;
  /**
   * Reads the next records of a whole list, or of one page of it if `paged`. Nothing is held until the next batch is read.
   * A record that exists until the end of the list is read, and keeps its place, is in exactly one batch.
   */
  listBatch(
    projection: Projection,
    parentId: string | undefined,
    query: ListQuery,
    options: BatchOptions,
  ): Promise<Batch>;
  /**
   * Reads which records of a list, whatever its filters, were deleted after a time and do not exist: the first ones, in the
   * order of their deletion. @param since in milliseconds since 1970
   */
  listDeleted(
    view: View,
    parentId: string | undefined,
    since: number,
    options: DeletedOptions,
  ): Promise<readonly DeletedRecord[]>;
  /**
   * Whether a page of a list is still the same, although change counters have moved; false if that is not known.
   * @param since the counters of the list's collection and, if it has one, its parent's, before the page was read
   */
  isUnchanged(part: ListPart, since: readonly Counter[], now: readonly Counter[]): Promise<boolean>;
  /**
   * Reads the change counters and sizes of collections, which include every commit of any process before the call. Later
   * reads are never older.
   */
  counters(resources: readonly Resource[]): Promise<readonly Counter[]>;
}

/** Reads what records were. */
export interface History {
  /** What it takes. */
  readonly size: DailyHistorySize;
  /** @throws Problem `gone` if what changed since a time, in milliseconds since 1970, is not known */
  requireSince(time: number): Promise<void>;
  /**
   * The records as they were at a moment, for one request. Their counters are those of the present.
   * @throws Problem `gone` if what they were then is not known
   */
  asOf(moment: Moment, requester: Requester): Promise<RecordStore>;
  /**
   * The records of a resource that were deleted with another record, for one request, unless they were purged.
   * @param key the integer key of that record, as the event of the deletion has it
   */
  deletedWith(resource: Resource, key: number, requester: Requester): RecordStore;
}
