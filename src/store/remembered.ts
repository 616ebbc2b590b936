/**
 * What need not be worked out again while a collection stands still: the sizes of filtered lists, and the order of
 * lists that are read more than once. Each entry holds for one value of the collection's change counter.
 */
import { LRUCache } from "lru-cache";

/** The longest list whose order is kept, and all kept orders together, in records (4 bytes each). */
const LONGEST = 1_000_000;
const ALL_ORDERS = 3_000_000;

/** The reading from which on an order is kept; while there are writes, most lists are read less often than that. */
const WORTHWHILE = 3;

interface At<T> {
  changes: number;
  value: T;
}

export class Remembered {
  private readonly totals = new LRUCache<string, At<number>>({ max: 5_000 });
  private readonly sightings = new LRUCache<string, At<number>>({ max: 5_000 });
  private readonly orders = new LRUCache<string, At<Int32Array>>({
    maxSize: ALL_ORDERS,
    sizeCalculation: ({ value }) => value.length + 1,
  });

  /** The size of a list, counted when it is not known any more. */
  async total(list: string, changes: number, count: () => Promise<number>): Promise<number> {
    const known = this.totals.get(list);
    if (known?.changes === changes) return known.value;
    const value = await count();
    this.totals.set(list, { changes, value });
    return value;
  }

  /**
   * The integer keys of a whole list in order, when it is worth having them: from the third reading on of a list
   * that did not change in between. Undefined otherwise, and for a list that is too long.
   */
  async order(
    list: string,
    changes: number,
    total: number,
    read: () => Promise<number[]>,
  ): Promise<Int32Array | undefined> {
    const known = this.orders.get(list);
    if (known?.changes === changes) return known.value;
    if (total > LONGEST) return undefined;
    const seen = this.sightings.get(list);
    const times = seen?.changes === changes ? seen.value + 1 : 1;
    this.sightings.set(list, { changes, value: times });
    if (times < WORTHWHILE) return undefined;
    const value = Int32Array.from(await read());
    this.orders.set(list, { changes, value });
    return value;
  }
}
