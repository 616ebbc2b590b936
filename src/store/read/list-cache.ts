/**
 * Caches what is the same for all pages of a list: the totals of filtered lists, and the order of lists that are read
 * repeatedly. Entries are valid until the change counter of the collection advances.
 */
import { VersionedCache } from "../../runtime/versioned-cache.ts";

/** The longest order that is cached, and the capacity, in records of 4 bytes each. */
const MAX_ORDER_LENGTH = 1_000_000;
const ORDERS_CAPACITY = 3_000_000;
const MAX_LISTS = 5_000;

/** The order of a list is cached at its third read. Between two writes, most lists are read less often. */
const READS_BEFORE_CACHING = 3;

/** The integer keys of a list in order. Concurrent readers share the promise. */
interface Order {
  readonly keys: Promise<Int32Array>;
  readonly length: number;
}

/** The totals and orders of lists, as read from one session. */
export class ListCache {
  private readonly totals = new VersionedCache<Promise<number>>({ max: MAX_LISTS });
  /** How often each list was read. */
  private readonly reads = new VersionedCache<number>({ max: MAX_LISTS });
  private readonly orders = new VersionedCache<Order>({
    maxSize: ORDERS_CAPACITY,
    sizeOf: ({ length }) => length + 1,
  });

  /**
   * The length of a list.
   * @param list identifies the list
   * @param changes the change counter of its collection
   */
  total(list: string, changes: number, count: () => Promise<number>): Promise<number> {
    const cached = this.totals.get(list, changes);
    if (cached) return cached;
    const total = count();
    this.totals.set(list, changes, total);
    total.catch(() => this.totals.delete(list, total));
    return total;
  }

  /**
   * Returns the integer keys of a list in order; undefined if the order is not worth caching, because the list is too long or
   * has been read too rarely since its collection changed.
   */
  order(list: string, changes: number, length: number, read: () => Promise<number[]>): Promise<Int32Array> | undefined {
    const cached = this.orders.get(list, changes);
    if (cached || length > MAX_ORDER_LENGTH) return cached?.keys;
    const reads = (this.reads.get(list, changes) ?? 0) + 1;
    this.reads.set(list, changes, reads);
    if (reads < READS_BEFORE_CACHING) return undefined;
    const order: Order = { keys: read().then((keys) => Int32Array.from(keys)), length };
    this.orders.set(list, changes, order);
    order.keys.catch(() => this.orders.delete(list, order));
    return order.keys;
  }
}
