/**
 * Keeps what is the same for all pages of a list: the totals of filtered lists, and the order of lists that are read
 * repeatedly. Both follow the changes of the collection, and are read again only where a change is not known.
 */
import { LRUCache } from "lru-cache";
import { isTruncated } from "../../../query/cursor.ts";
import type { Requester } from "../../../runtime/fair-queue.ts";
import { SharedWork } from "../../../runtime/shared-work.ts";
import type { ChangeJournal } from "../../changes/journal.ts";
import { type Followable, Kept, type KeptOptions, type KeptStats } from "../../changes/kept.ts";
import type { RowChange } from "../../changes/row-changes.ts";
import type { Counter } from "../../counters.ts";
import type { List } from "../list.ts";
import type { Exact, ListReader } from "../list-reader.ts";
import type { Slice } from "../select.ts";
import { readDenseOrder } from "./dense-order.ts";
import type { Order, OrderSource } from "./order.ts";
import { readSparseOrder } from "./sparse-order.ts";

/** The longest order of integer keys that is kept, and the capacity of all orders in bytes. */
const MAX_DENSE_LENGTH = 2_000_000;
const ORDERS_CAPACITY = 24 * 1024 * 1024;
/** The approximate memory of an order, in bytes, apart from its records and its key. */
const ORDER_BYTES = 2_000;
/** How many lists are known, and the length of their keys together: the filters of a few can be as long as those of many. */
const KNOWN_LISTS = {
  max: 5_000,
  maxSize: 8 * 1024 * 1024,
  sizeCalculation: (_: unknown, key: string) => key.length,
};

/** The order of a list is kept at its second read: many lists are read once, and would displace others. */
const READS_BEFORE_KEEPING = 2;
/** Limits the building of an order to about a tenth of the time. */
const ORDER_PAUSE_FACTOR = 10;

/** The length of a list. */
class Total implements Followable {
  version: number;
  value: number;
  private readonly list: List;

  constructor(list: List, { version, value }: Exact<number>) {
    this.list = list;
    this.version = version;
    this.value = value;
  }

  follow(changes: readonly RowChange[], version: number): boolean {
    for (const { from, to } of this.list.moves(changes)) this.value += (to ? 1 : 0) - (from ? 1 : 0);
    this.version = version;
    return true;
  }
}

/** What the list caches of a store have done. */
export interface ListCacheStats {
  readonly totals: KeptStats;
  readonly orders: KeptStats;
}

/** The statistics of list caches that have done nothing. */
export function emptyStats(): ListCacheStats {
  return { totals: { built: 0, followed: 0 }, orders: { built: 0, followed: 0 } };
}

/** What list caches of one process share. */
export interface ListCacheContext {
  /** The changes that totals and orders follow. */
  readonly journal: ChangeJournal;
  readonly stats: ListCacheStats;
}

/** What a list cache reads with. */
export interface ListCacheOptions extends ListCacheContext, Omit<OrderSource, "list"> {
  /** A reader of a list for a requester. @param size of the collection */
  readonly readerOf: (list: List, requester: Requester, size: number) => ListReader;
}

/** The totals and orders of lists, as read from one server. */
export class ListCache {
  private readonly options: ListCacheOptions;
  private readonly totals = new LRUCache<string, Kept<Total>>(KNOWN_LISTS);
  /** How often each list whose order is not kept was read. */
  private readonly reads = new LRUCache<string, number>(KNOWN_LISTS);
  private readonly orders = new LRUCache<string, Kept<Order>>({
    maxSize: ORDERS_CAPACITY,
    sizeCalculation: ({ latest }, key) => ORDER_BYTES + key.length + (latest?.bytes ?? 0),
  });
  /** The pages that are being read without an order. */
  private readonly pages = new Map<string, SharedWork<Int32Array>>();

  constructor(options: ListCacheOptions) {
    this.options = options;
  }

  /**
   * The length of a list.
   * @param counter of its collection; the length may be that of a later one
   */
  async total(list: List, counter: Counter, requester: Requester): Promise<number> {
    let kept = this.totals.get(list.key);
    if (!kept) {
      const { readerOf } = this.options;
      const build: KeptOptions<Total>["build"] = async (...args) =>
        new Total(list, await readerOf(list, ...args).total());
      kept = this.keep(list, { stats: this.options.stats.totals, pauseFactor: 0, build });
      this.totals.set(list.key, kept);
    }
    return (await kept.read(counter, requester))!.value;
  }

  /**
   * The order of a list; undefined if it is not kept, because the list is too long, is read too rarely, or changes too fast.
   * @param length of the list
   */
  async order(list: List, counter: Counter, length: number, requester: Requester): Promise<Order | undefined> {
    const key = list.orderKey;
    const kept = this.orders.get(key) ?? this.keepOrder(key, list, length);
    if (!kept) return undefined;
    const size = kept.latest?.bytes;
    const order = await kept.read(counter, requester);
    if (order?.bytes !== size) this.orders.set(key, kept);
    return order;
  }

  /** A part of a list, in order; concurrent requests for the same part read it once. @param counter of its collection */
  async page(list: List, { changes, total }: Counter, slice: Slice, requester: Requester): Promise<Int32Array> {
    const key = `${list.orderKey} ${slice.offset} ${slice.limit} ${changes}`;
    let page = this.pages.get(key);
    if (!page) {
      page = new SharedWork((reader) => this.options.readerOf(list, reader, total).keys(slice));
      this.pages.set(key, page);
    }
    try {
      return await page.join(requester);
    } finally {
      this.pages.delete(key);
    }
  }

  private keepOrder(key: string, list: List, length: number): Kept<Order> | undefined {
    const { findsAll, orderedAfterKeyset } = list.index;
    const isSparse = findsAll && orderedAfterKeyset && !list.sorts.some(({ property }) => isTruncated(property));
    if (!isSparse && length > MAX_DENSE_LENGTH) return undefined;
    const reads = (this.reads.get(key) ?? 0) + 1;
    this.reads.set(key, reads);
    if (reads < READS_BEFORE_KEEPING) return undefined;
    const source: OrderSource = { list, ...this.options };
    const read = isSparse ? readSparseOrder : readDenseOrder;
    const build: KeptOptions<Order>["build"] = (...args) => read(source, this.options.readerOf(list, ...args), length);
    const kept = this.keep<Order>(list, { stats: this.options.stats.orders, pauseFactor: ORDER_PAUSE_FACTOR, build });
    this.orders.set(key, kept);
    return kept;
  }

  private keep<T extends Followable>(
    { resource, isFollowable }: List,
    options: Omit<KeptOptions<T>, "resource" | "journal">,
  ): Kept<T> {
    return new Kept({ resource: isFollowable ? resource : undefined, journal: this.options.journal, ...options });
  }
}
