/** Finds pages of lists: in their kept orders, over an index, or by reading the list. */
import type { Sql } from "sql-template-tag";
import type { ListQuery } from "../../../query/list-query.ts";
import type { Counter } from "../../counters.ts";
import type { Row } from "../../database.ts";
import { ListCache, type ListCacheOptions } from "../kept/list-cache.ts";
import type { List } from "../list.ts";
import { type PageOptions, SERVICE } from "./page.ts";

/** Up to this offset, pages that an index yields in order are read from it, without keeping the order of the list. */
const KEPT_FROM_OFFSET = 200;

const NO_KEYS = new Int32Array();

/** Where a page is. */
export interface FoundPage {
  /** The length of the list. */
  readonly total: number;
  /** Reads the integer keys of the page. */
  readonly keys: () => Promise<Int32Array>;
  /** Reads the rows of the page, each with its key as `#`; absent where only their keys find them. */
  readonly rows?: ((columns: Sql) => Promise<Row[]>) | undefined;
}

/** Finds pages on one server, with a cache of its own. */
export class PageFinder {
  private readonly cache: ListCache;
  private readonly readerOf: ListCacheOptions["readerOf"];
  private readonly isIndexed: boolean;

  /** @param isIndexed whether the indexes of tables serve their lists */
  constructor(options: ListCacheOptions, isIndexed: boolean) {
    this.cache = new ListCache(options);
    this.readerOf = options.readerOf;
    this.isIndexed = isIndexed;
  }

  /** Finds one page of a list, or all of it. */
  async find(
    list: List,
    { paging }: ListQuery,
    counter: Counter,
    { paged, requester = SERVICE }: PageOptions,
  ): Promise<FoundPage> {
    const page = { offset: (paging.page - 1) * paging.limit, limit: paging.limit };
    // No index finds a part of the list.
    if (!this.isIndexed) {
      const reader = this.readerOf(list, requester, counter.total);
      const { keys, total } = await reader.keysAndTotal(paged ? page : undefined);
      return { total, keys: async () => keys };
    }
    const total = list.predicates.length === 0 ? counter.total : await this.cache.total(list, counter, requester);
    const slice = paged ? page : { offset: 0, limit: total };
    if (slice.offset >= total) return { total, keys: async () => NO_KEYS };
    const { findsAll, ordered } = list.index;
    const isKept = paged && (slice.offset >= KEPT_FROM_OFFSET || !findsAll || !ordered);
    const order = isKept ? await this.cache.order(list, counter, total, requester) : undefined;
    if (!order) return { total, keys: () => this.cache.page(list, counter, slice, requester) };
    return {
      total: order.length,
      keys: async () => order.keys(slice),
      rows: order.rows && ((columns) => order.rows!(slice, columns)),
    };
  }
}
