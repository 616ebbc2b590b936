/** The order of a list as the integer keys of all its records. */
import sql, { raw, type Sql } from "sql-template-tag";
import type { Keyset } from "../../../query/cursor.ts";
import type { RowChange } from "../../changes/row-changes.ts";
import type { Dialect } from "../../dialect.ts";
import { quoteIdentifier } from "../../tables.ts";
import { keysetOf } from "../cursor-ranges.ts";
import type { List } from "../list.ts";
import type { Exact, ListReader } from "../list-reader.ts";
import type { Slice } from "../select.ts";
import type { Order, OrderSource } from "./order.ts";
import { compareKeysets, sortColumns, sortValues } from "./sort-values.ts";

/** If more records change their places, reading the order again costs less than following. */
const MAX_MOVES = 64;
/** How many keys may be added before the array is copied into a larger one. */
const SLACK = 256;

/** Reads the order of a list. */
export async function readDenseOrder(source: OrderSource, reader: ListReader): Promise<DenseOrder> {
  return new DenseOrder(source, await reader.allKeys());
}

/** A record to insert. */
interface Insertion {
  readonly n: number;
  readonly keyset: Keyset;
  /** Its place is among these indexes. */
  low: number;
  high: number;
}

/** An order in memory, of 4 bytes for each record. */
export class DenseOrder implements Order {
  version: number;
  length: number;
  private readonly source: OrderSource;
  /** Longer than the order, so that most changes need no copy. */
  private all: Int32Array;

  constructor(source: OrderSource, { version, value }: Exact<Int32Array>) {
    this.source = source;
    this.version = version;
    this.length = value.length;
    this.all = value;
  }

  get bytes(): number {
    return this.all.byteLength;
  }

  keys({ offset, limit }: Slice): Int32Array {
    return this.all.slice(offset, Math.min(offset + limit, this.length));
  }

  async follow(changes: readonly RowChange[], version: number): Promise<boolean> {
    const { list } = this.source;
    const removed: number[] = [];
    const inserted: Insertion[] = [];
    for (const { from, to } of list.moves(changes)) {
      const keyset = to && sortValues(list.sorts, to);
      if (from && keyset && compareKeysets(list.sorts, sortValues(list.sorts, from), keyset) === 0) continue;
      if (from) removed.push(from.n);
      if (keyset) inserted.push({ n: to.n, keyset, low: 0, high: this.length });
    }
    if (removed.length + inserted.length > MAX_MOVES) return false;
    const present = this.all.subarray(0, this.length);
    const gaps = removed.map((n) => present.indexOf(n)).sort((one, other) => one - other);
    if (gaps[0]! < 0 || !(await this.locate(inserted))) return false;
    this.removeAt(gaps);
    // The places were found while the removed keys were still there.
    for (const each of inserted) each.low -= gaps.filter((gap) => gap < each.low).length;
    this.insertAll(inserted);
    this.version = version;
    return true;
  }

  /** Finds the place of each record, by comparing it with records of the order. @returns whether all were found */
  private async locate(inserted: readonly Insertion[]): Promise<boolean> {
    for (;;) {
      const open = inserted.filter(({ low, high }) => low < high);
      if (open.length === 0) return true;
      const pivots = open.map((each) => pivotsOf(each, this.source.dialect.searchParts));
      const keysets = await this.keysets(new Set(pivots.flat().map((index) => this.all[index]!)));
      if (!keysets) return false;
      for (const [at, each] of open.entries()) {
        for (const pivot of pivots[at]!) {
          const order = compareKeysets(this.source.list.sorts, keysets.get(this.all[pivot]!)!, each.keyset);
          if (order < 0) each.low = Math.max(each.low, pivot + 1);
          else each.high = Math.min(each.high, pivot);
        }
      }
    }
  }

  /**
   * The sort values of records as they were at this version; undefined if they are not known, because the collection has
   * changed since in a way that the journal does not contain.
   */
  private async keysets(keys: ReadonlySet<number>): Promise<ReadonlyMap<number, Keyset> | undefined> {
    const { list, dialect, journal, session } = this.source;
    const rows = await session.all(selectSortValues(list, [...keys], dialect));
    const changes = await journal.between(list.resource, this.version, Number(rows[0]!["#changes"]));
    if (!changes) return undefined;
    const found = new Map<number, Keyset>();
    for (const row of rows) {
      if (row.n !== null) found.set(Number(row.n), keysetOf(row, list.sorts));
    }
    for (const { before } of changes) {
      if (before && keys.has(before.n)) found.set(before.n, sortValues(list.sorts, before));
    }
    return found.size === keys.size ? found : undefined;
  }

  /** @param gaps the indexes of the keys to remove, in order */
  private removeAt(gaps: readonly number[]): void {
    for (const [count, gap] of gaps.entries()) {
      this.all.copyWithin(gap - count, gap + 1, gaps[count + 1] ?? this.length);
    }
    this.length -= gaps.length;
  }

  /** @param inserted the records, each with its place in `low` */
  private insertAll(inserted: readonly Insertion[]): void {
    const { sorts } = this.source.list;
    const descending = [...inserted].sort((one, other) => compareKeysets(sorts, other.keyset, one.keyset));
    const length = this.length + inserted.length;
    if (length > this.all.length) {
      const longer = new Int32Array(length + SLACK);
      longer.set(this.all.subarray(0, this.length));
      this.all = longer;
    }
    let end = this.length;
    for (const [count, { n, low }] of descending.entries()) {
      const shift = inserted.length - count;
      this.all.copyWithin(low + shift, low, end);
      this.all[low + shift - 1] = n;
      end = low;
    }
    this.length = length;
  }
}

/** The indexes that divide the place of a record into parts, at most `maxParts`. */
function pivotsOf({ low, high }: Insertion, maxParts: number): number[] {
  const parts = Math.min(maxParts, high - low + 1);
  return Array.from({ length: parts - 1 }, (_, part) => low + Math.floor(((part + 1) * (high - low + 1)) / parts) - 1);
}

/** Selects the sort values of rows, as `#0`, `#1` and so on; and in each row, at least one, the change counter as `#changes`. */
function selectSortValues(list: List, keys: readonly number[], dialect: Dialect): Sql {
  const rows = sql`SELECT n, ${sortColumns(list.sorts)} FROM ${quoteIdentifier(list.resource.table)} WHERE ${dialect.among(raw("n"), keys)}`;
  return sql`SELECT counter.changes AS "#changes", found.* FROM collection_counters AS counter LEFT JOIN (${rows}) AS found ON true WHERE counter.name = ${list.resource.name}`;
}
