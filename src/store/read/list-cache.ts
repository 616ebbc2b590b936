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

/** What holds for one value of the change counter; while it is being read, whoever asks for it too waits for it. */
interface Reading<T> {
  readonly changes: number;
  readonly value: Promise<T>;
  /** In records. */
  readonly length: number;
}

type Readings<T> = LRUCache<string, Reading<T>>;

export class ListCache {
  private readonly totals: Readings<number> = new LRUCache({ max: 5_000 });
  private readonly sightings = new LRUCache<string, { readonly changes: number; readonly times: number }>({
    max: 5_000,
  });
  private readonly orders: Readings<Int32Array> = new LRUCache({
    maxSize: ALL_ORDERS,
    sizeCalculation: ({ length }) => length + 1,
  });

  /** The size of a list, counted when it is not known any more. */
  total(list: string, changes: number, count: () => Promise<number>): Promise<number> {
    return known(this.totals, list, changes) ?? keep(this.totals, list, { changes, value: count(), length: 1 });
  }

  /**
   * The integer keys of a whole list in order, when it is worth having them: from the third reading on of a list
   * that did not change in between. Undefined otherwise, and for a list that is too long.
   */
  order(list: string, changes: number, total: number, read: () => Promise<number[]>): Promise<Int32Array> | undefined {
    const order = known(this.orders, list, changes);
    if (order || total > LONGEST) return order;
    const seen = this.sightings.get(list);
    const times = seen?.changes === changes ? seen.times + 1 : 1;
    this.sightings.set(list, { changes, times });
    if (times < WORTHWHILE) return undefined;
    return keep(this.orders, list, { changes, value: read().then((keys) => Int32Array.from(keys)), length: total });
  }
}

function known<T>(readings: Readings<T>, list: string, changes: number): Promise<T> | undefined {
  const reading = readings.get(list);
  return reading?.changes === changes ? reading.value : undefined;
}

/** A reading that fails is made again by whoever asks next. */
function keep<T>(readings: Readings<T>, list: string, reading: Reading<T>): Promise<T> {
  readings.set(list, reading);
  reading.value.catch(() => {
    if (readings.peek(list) === reading) readings.delete(list);
  });
  return reading.value;
}
