/** Reads pages of lists from one server. */
import type { Values } from "../../../declare/values.ts";
import { isTruncated } from "../../../query/cursor.ts";
import type { ListQuery } from "../../../query/list-query.ts";
import { fullProjection, type Projection, represent } from "../../../resource/representation.ts";
import type { Relation, View } from "../../../resource/resource.ts";
import type { Requester } from "../../../runtime/fair-queue.ts";
import type { Counter } from "../../counters.ts";
import type { ReadSource, Row } from "../../database.ts";
import type { Dialect } from "../../dialect.ts";
import { type Batch, type BatchPosition, BatchReader, startOf } from "../batches/batch-reader.ts";
import { keysetOf, rangesAfter, selectRange } from "../cursor-ranges.ts";
import { type Embedded, EmbeddedReader } from "../embedded.ts";
import { type GroupPage, GroupReader } from "../groups/group-reader.ts";
import type { ListCacheContext } from "../kept/list-cache.ts";
import { List } from "../list.ts";
import { ListReader } from "../list-reader.ts";
import { columnsOf, selectByKeys, toValues } from "../select.ts";
import {
  type CursorPage,
  type GroupedQuery,
  type Items,
  type Page,
  type PageOptions,
  type ReadBatchOptions,
  type RequesterOption,
  SERVICE,
} from "./page.ts";
import { PageFinder } from "./page-finder.ts";

/** How a server's lists differ from those of the present. */
export interface PageReaderOptions {
  /** The projection in which related records are embedded; the full one by default. */
  readonly projectionOf?: (view: View) => Projection;
  /** Whether the indexes of tables serve their lists; they do by default. */
  readonly isIndexed?: boolean;
}

/** Reads pages from one server, with a cache of its own. */
export class PageReader {
  private readonly source: ReadSource;
  private readonly dialect: Dialect;
  private readonly finder: PageFinder;
  private readonly related: EmbeddedReader;
  private readonly groups: GroupReader;
  private readonly isIndexed: boolean;

  constructor(
    source: ReadSource,
    dialect: Dialect,
    context: ListCacheContext,
    { projectionOf = fullProjection, isIndexed = true }: PageReaderOptions = {},
  ) {
    this.source = source;
    this.dialect = dialect;
    this.isIndexed = isIndexed;
    this.related = new EmbeddedReader(source, dialect, projectionOf);
    const readerOf = (list: List, requester: Requester, size: number) =>
      new ListReader(source, dialect, list, requester, size);
    this.finder = new PageFinder({ ...context, session: source.reader, dialect, readerOf }, isIndexed);
    this.groups = new GroupReader({ dialect, journal: context.journal, readerOf });
  }

  /**
   * One page of a list, or all of it if it is not paged.
   * @param parentId the parent's id, if the view has a parent
   * @param counter the counter of the collection; the server must already see all changes up to it
   */
  async readPage(
    projection: Projection,
    parentId: string | undefined,
    query: ListQuery,
    counter: Counter,
    options: PageOptions,
  ): Promise<Page> {
    const list = this.listOf(projection.view, parentId, query);
    const { total, keys, rows } = await this.finder.find(list, query, counter, options);
    const found = rows ? await rows(columnsOf(projection)) : await this.readRows(projection, await keys());
    const { requester = SERVICE } = options;
    return { ...(await this.toItems(projection, list, found, query.include, requester)), total };
  }

  /** The next records of a whole list, or of one page of it. */
  async readBatch(
    projection: Projection,
    parentId: string | undefined,
    query: ListQuery,
    counter: Counter,
    { position, batchSize, ...options }: ReadBatchOptions,
  ): Promise<Batch> {
    const start =
      position ?? (await this.startOf(this.listOf(projection.view, parentId, query), query, counter, options));
    const batch = await new BatchReader(this.source.scanner, this.dialect, projection).read(start, batchSize);
    const { include } = query;
    const { requester = SERVICE } = options;
    return { ...batch, embedded: include.length > 0 ? await this.related.read(include, batch.rows, requester) : [] };
  }

  private listOf(view: View, parentId: string | undefined, query: ListQuery): List {
    return new List(view, parentId, query, this.dialect, this.isIndexed);
  }

  private async startOf(list: List, query: ListQuery, counter: Counter, options: PageOptions): Promise<BatchPosition> {
    if (options.paged) return { list, keys: await (await this.finder.find(list, query, counter, options)).keys() };
    const { requester = SERVICE } = options;
    return startOf(list, new ListReader(this.source, this.dialect, list, requester, counter.total));
  }

  /** The page after a cursor. If an index yields the list, its cost does not depend on its position. */
  async readCursorPage(
    projection: Projection,
    parentId: string | undefined,
    query: ListQuery,
    counter: Counter,
    { requester = SERVICE }: RequesterOption,
  ): Promise<CursorPage> {
    const { sorts, cursor, paging } = query;
    const list = this.listOf(projection.view, parentId, query);
    const reader = new ListReader(this.source, this.dialect, list, requester, counter.total);
    const isTruncatedOrder = sorts.some(({ property }) => isTruncated(property));
    const { session, predicates } = await (isTruncatedOrder ? reader.reader() : reader.readerInOrder());
    const rows: Row[] = [];
    for (const range of rangesAfter(sorts, cursor?.after)) {
      // One row more than the page has shows whether there is a next page.
      const limit = paging.limit + 1 - rows.length;
      if (limit === 0) break;
      rows.push(...(await session.all(selectRange({ view: list.view, predicates, sorts }, range, limit))));
    }
    const last = rows.length > paging.limit ? rows[paging.limit - 1] : undefined;
    const keys = Int32Array.from(rows.slice(0, paging.limit), ({ n }) => Number(n));
    const found = await this.readRows(projection, keys);
    const read = await this.toItems(projection, list, found, query.include, requester);
    return { ...read, next: last && keysetOf(last, sorts) };
  }

  /** One page of a summary. @param counter as of `readPage` */
  readGroups(
    view: View,
    parentId: string | undefined,
    query: GroupedQuery,
    counter: Counter,
    { requester = SERVICE }: RequesterOption,
  ): Promise<GroupPage> {
    const list = this.listOf(view, parentId, query);
    return this.groups.page({ list, grouping: query.grouping }, query.paging, counter, requester);
  }

  /** The rows with these integer keys, in the same order; those that were deleted meanwhile are left out. */
  private async readRows(projection: Projection, keys: Int32Array): Promise<Row[]> {
    if (keys.length === 0) return [];
    const wanted = Array.from(keys);
    const rows = new Map<number, Row>();
    for (const row of await this.source.reader.all(selectByKeys(projection, wanted, this.dialect)))
      rows.set(Number(row["#"]), row);
    return wanted.map((key) => rows.get(key)).filter((row) => row !== undefined);
  }

  private async toItems(
    projection: Projection,
    list: List,
    rows: readonly Row[],
    include: readonly Relation[],
    requester: Requester,
  ): Promise<Items> {
    const part = { list, keys: Int32Array.from(rows, (row) => Number(row["#"])) };
    const found = rows.map((row) => toValues(projection, row));
    const embedded = include.length > 0 && found.length > 0 ? await this.related.read(include, found, requester) : [];
    return { items: found.map((values) => represent(projection, values)), embedded, part };
  }

  /** What relations lead to from one record. */
  async readEmbedded(
    include: readonly Relation[],
    record: Values,
    { requester = SERVICE }: RequesterOption,
  ): Promise<Embedded> {
    const [embedded] = await this.related.read(include, [record], requester);
    return embedded!;
  }
}
