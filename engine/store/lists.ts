/** Reads lists, from a replica that has caught up if there is one. */
import type { Values } from "../declare/values.ts";
import { collectionsOf, type ListQuery } from "../query/list-query.ts";
import type { Catalog } from "../resource/catalog.ts";
import type { Projection } from "../resource/representation.ts";
import type { Relation, View } from "../resource/resource.ts";
import type { ChangeJournal } from "./changes/journal.ts";
import { type Counter, type Counters, combined } from "./counters.ts";
import type { Database } from "./database.ts";
import type { Batch } from "./read/batches/batch-reader.ts";
import type { Embedded } from "./read/embedded.ts";
import type { GroupPage } from "./read/groups/group-reader.ts";
import { emptyStats } from "./read/kept/list-cache.ts";
import { isUnchanged, type ListPart } from "./read/list.ts";
import type { CursorPage, GroupedQuery, Page, RequesterOption } from "./read/pages/page.ts";
import { PageReader } from "./read/pages/page-reader.ts";
import { ReplicaReader } from "./read/replica.ts";
import type { BatchOptions, CursorPageOptions, ListOptions } from "./record-store.ts";

/** The methods of a store that read lists; `Store` says what they do. */
export class ListReads {
  readonly stats = emptyStats();
  private readonly counters: Counters;
  private readonly journal: ChangeJournal;
  private readonly primary: PageReader;
  private readonly replica: ReplicaReader | undefined;

  constructor(database: Database, catalog: Catalog, counters: Counters, journal: ChangeJournal) {
    this.counters = counters;
    this.journal = journal;
    const context = { journal, stats: this.stats };
    this.primary = new PageReader(database, database.dialect, context);
    this.replica = database.replica && new ReplicaReader(database.replica, database.dialect, catalog, context);
  }

  embed(include: readonly Relation[], record: Values, options: RequesterOption): Promise<Embedded> {
    return this.primary.readEmbedded(include, record, options);
  }

  page(projection: Projection, parentId: string | undefined, query: ListQuery, options: ListOptions): Promise<Page> {
    const read = (pages: PageReader, counter: Counter) => pages.readPage(projection, parentId, query, counter, options);
    return this.read(projection.view, query, read, options.counter);
  }

  cursorPage(
    projection: Projection,
    parentId: string | undefined,
    query: ListQuery,
    options: CursorPageOptions = {},
  ): Promise<CursorPage> {
    const read = (pages: PageReader, counter: Counter) =>
      pages.readCursorPage(projection, parentId, query, counter, options);
    return this.read(projection.view, query, read, options.counter);
  }

  groups(
    view: View,
    parentId: string | undefined,
    query: GroupedQuery,
    options: CursorPageOptions = {},
  ): Promise<GroupPage> {
    const read = (pages: PageReader, counter: Counter) => pages.readGroups(view, parentId, query, counter, options);
    return this.read(view, query, read, options.counter);
  }

  batch(projection: Projection, parentId: string | undefined, query: ListQuery, options: BatchOptions): Promise<Batch> {
    const read = (pages: PageReader, counter: Counter) =>
      pages.readBatch(projection, parentId, query, counter, options);
    return this.read(projection.view, query, read, options.counter);
  }

  isUnchanged(part: ListPart, since: readonly Counter[], now: readonly Counter[]): Promise<boolean> {
    return isUnchanged(this.journal, part, since, now);
  }

  /** Reads from a replica that has every change of the collections on which a list depends; from the primary if there is none, or if it fails. */
  private async read<T>(
    view: View,
    query: ListQuery,
    work: (pages: PageReader, counter: Counter) => Promise<T>,
    knownCounter?: Counter,
  ): Promise<T> {
    const collections = collectionsOf(view, query);
    const counter = knownCounter ?? combined(await this.counters.get(collections));
    const pages = this.replica && (await this.replica.pagesAt(collections, counter.changes));
    if (!pages) return work(this.primary, counter);
    return work(pages, counter).catch(() => work(this.primary, counter));
  }
}
