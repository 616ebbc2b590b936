/** Records of the past: of a moment, or those that a deletion took. */
import sql from "sql-template-tag";
import { isId, type Values } from "../../declare/values.ts";
import type { ListQuery } from "../../query/list-query.ts";
import { fullProjection, type Projection } from "../../resource/representation.ts";
import type { Relation, Resource, View } from "../../resource/resource.ts";
import type { Requester } from "../../runtime/fair-queue.ts";
import { ChangeJournal } from "../changes/journal.ts";
import type { Counter } from "../counters.ts";
import type { Database, ReadSource } from "../database.ts";
import { isIdOf, type Place } from "../place.ts";
import type { Batch } from "../read/batches/batch-reader.ts";
import type { Embedded } from "../read/embedded.ts";
import type { GroupPage } from "../read/groups/group-reader.ts";
import { emptyStats } from "../read/kept/list-cache.ts";
import type { CursorPage, GroupedQuery, Page, RequesterOption } from "../read/pages/page.ts";
import { PageReader } from "../read/pages/page-reader.ts";
import { type FoundRecord, selectOne, toFoundRecord } from "../read/select.ts";
import type { BatchOptions, CursorPageOptions, ListOptions, RecordStore } from "../record-store.ts";
import { suggestId } from "../search/similar-ids.ts";
import { hasKey, quoteIdentifier } from "../tables.ts";
import { type DeletedOptions, type DeletedRecord, readDeleted } from "./deleted.ts";
import { pastSource, type RowsByResource } from "./past-source.ts";

/** How records of the past are read. */
interface PastStoreOptions {
  /** The moment, in milliseconds since 1970; undefined if the rows are of several. */
  readonly time?: number;
  /** Reads the counters of the present. */
  readonly present?: RecordStore["counters"];
  /** Whether the rows may still change, because the moment is not over. */
  readonly isOpen?: boolean;
  /** How related records are embedded. */
  readonly projectionOf?: (view: View) => Projection;
}

/** Reads rows of the past for one request. */
export class PastStore implements RecordStore {
  private readonly time: number | undefined;
  private readonly present: RecordStore["counters"] | undefined;
  private readonly isOpen: boolean;
  private readonly source: ReadSource;
  private readonly openPages: () => PageReader;
  private opened: PageReader | undefined;

  constructor(
    database: Database,
    rows: RowsByResource,
    requester: Requester,
    { time, present, isOpen = false, projectionOf = fullProjection }: PastStoreOptions = {},
  ) {
    const { dialect } = database;
    this.source = pastSource(database, rows, requester);
    this.time = time;
    this.present = present;
    this.isOpen = isOpen;
    this.openPages = () => {
      // Trigram indexes have what records are called now, and the journal has their changes since.
      const pastDialect = { ...dialect, trigramIndexes: undefined };
      const context = { journal: new ChangeJournal(undefined), stats: emptyStats() };
      return new PageReader(this.source, pastDialect, context, { projectionOf, isIndexed: false });
    };
  }

  /** Opened for the first list: its caches are larger than one record needs. */
  private get pages(): PageReader {
    this.opened ??= this.openPages();
    return this.opened;
  }

  async get(projection: Projection, place: Place): Promise<FoundRecord | undefined> {
    const { id, parentId } = place;
    if (id !== undefined && !isIdOf(projection.view.resource, id)) return undefined;
    if (parentId !== undefined && !isId(parentId)) return undefined;
    const [row] = await this.source.reader.all(selectOne(projection, place));
    return row && toFoundRecord(projection, row);
  }

  embed(include: readonly Relation[], record: Values, options: RequesterOption): Promise<Embedded> {
    return this.pages.readEmbedded(include, record, options);
  }

  async exists(resource: Resource, id: string): Promise<boolean> {
    if (!isIdOf(resource, id)) return false;
    const found = sql`SELECT 1 AS found FROM ${quoteIdentifier(resource.table)} WHERE ${hasKey(resource, id)}`;
    return (await this.source.reader.all(found)).length > 0;
  }

  suggestId(resource: Resource, place: Place): Promise<string> {
    return suggestId(this.source.reader, resource, place);
  }

  lastModified(updatedAt: string): string {
    return updatedAt;
  }

  async list(
    projection: Projection,
    parentId: string | undefined,
    query: ListQuery,
    options: ListOptions,
  ): Promise<Page> {
    return this.pages.readPage(projection, parentId, query, await this.size(projection.view), options);
  }

  async listByCursor(
    projection: Projection,
    parentId: string | undefined,
    query: ListQuery,
    options: CursorPageOptions = {},
  ): Promise<CursorPage> {
    return this.pages.readCursorPage(projection, parentId, query, await this.size(projection.view), options);
  }

  async listGroups(
    view: View,
    parentId: string | undefined,
    query: GroupedQuery,
    options: CursorPageOptions = {},
  ): Promise<GroupPage> {
    return this.pages.readGroups(view, parentId, query, await this.size(view), options);
  }

  async listBatch(
    projection: Projection,
    parentId: string | undefined,
    query: ListQuery,
    options: BatchOptions,
  ): Promise<Batch> {
    const counter = options.position ? NEVER : await this.size(projection.view);
    return this.pages.readBatch(projection, parentId, query, counter, options);
  }

  listDeleted(
    view: View,
    parentId: string | undefined,
    since: number,
    { limit }: DeletedOptions,
  ): Promise<readonly DeletedRecord[]> {
    return readDeleted(this.source.reader, { view, parentId, since, until: this.time }, limit);
  }

  async isUnchanged(): Promise<boolean> {
    return false;
  }

  async counters(resources: readonly Resource[]): Promise<readonly Counter[]> {
    return this.isOpen && this.present ? this.present(resources) : resources.map(() => NEVER);
  }

  /**
   * About the size of a collection, by which it is chosen how a list is read, as a counter that never changes: that of
   * today is near enough.
   */
  private async size({ resource }: View): Promise<Counter> {
    const [today] = this.present ? await this.present([resource]) : [];
    return { ...NEVER, total: today?.total ?? Number.POSITIVE_INFINITY };
  }
}

/** The counter of what does not change. */
const NEVER: Counter = { changes: 0, total: 0, readAt: 0 };
