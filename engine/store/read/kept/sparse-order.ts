/**
 * The order of a list that an index serves, as the sort values at which each few dozen of its records begin. A page is
 * read over the index from the nearest of them, at the same cost anywhere in the list.
 */
import sql, { type Sql } from "sql-template-tag";
import type { Keyset } from "../../../query/cursor.ts";
import type { RowChange } from "../../changes/row-changes.ts";
import type { Row } from "../../database.ts";
import { quoteIdentifier } from "../../tables.ts";
import {
  type KeyRange,
  keysetOf,
  rangesFrom,
  selectRange,
  selectRangeKeys,
  selectRangeRows,
} from "../cursor-ranges.ts";
import { type ListReader, selectChanges } from "../list-reader.ts";
import { orderBy, type Slice } from "../select.ts";
import { where } from "../where.ts";
import type { Order, OrderSource } from "./order.ts";
import { compareKeysets, sortColumns, sortValues } from "./sort-values.ts";

/** The least number of records of a new block, and the most blocks of a new order: larger ones of longer lists take a page longer. */
const MIN_BLOCK_SIZE = 64;
const MAX_BLOCKS = 16_384;
/** A block of more than twice its size is divided; one that grows beyond eight times before that is not followed. */
const DIVIDED = 2;
const TOO_LARGE = 8;
/** The approximate memory of a block, in bytes. */
const BLOCK_BYTES = 250;

/** Consecutive records of a list. */
interface Block {
  /** At or before all records of the block, and after all records of the previous one. */
  readonly start: Keyset;
  readonly count: number;
}

/** Reads the order of a list from one snapshot. @param length about how long it is */
export async function readSparseOrder(source: OrderSource, reader: ListReader, length: number): Promise<SparseOrder> {
  const blockSize = Math.max(MIN_BLOCK_SIZE, Math.ceil(length / MAX_BLOCKS));
  const { view, sorts } = source.list;
  const { session, predicates } = await reader.reader();
  const from = sql`FROM ${quoteIdentifier(view.resource.table)}${where(predicates)}`;
  const placed = sql`SELECT ${sortColumns(sorts)}, row_number() OVER (${orderBy(sorts)}) - 1 AS place ${from}`;
  const size = sql`SELECT (${selectChanges(source.list)}) AS changes, (SELECT count(*) ${from}) AS total`;
  const rows = await session.all(
    sql`SELECT * FROM (${size}) AS size LEFT JOIN (${placed}) AS placed ON place % ${blockSize} = 0 OR place = total - 1 ORDER BY place`,
  );
  const total = Number(rows[0]!.total);
  const starts = rows.filter(({ place }) => place !== null && Number(place) % blockSize === 0);
  const blocks = starts.map((row) => ({
    start: keysetOf(row, sorts),
    count: Math.min(blockSize, total - Number(row.place)),
  }));
  return new SparseOrder(source, blocks, {
    blockSize,
    version: Number(rows[0]!.changes),
    end: total === 0 ? undefined : keysetOf(rows.at(-1)!, sorts),
  });
}

/** An order in memory, of at most 4 bytes for each record. */
export class SparseOrder implements Order {
  version: number;
  length: number;
  private readonly source: OrderSource;
  private readonly blocks: Block[];
  private readonly blockSize: number;
  /** No record is after it. */
  private end: Keyset | undefined;
  /** How many records are before each block; computed again for the first page after a change. */
  private offsets: Int32Array | undefined;

  constructor(
    source: OrderSource,
    blocks: Block[],
    { blockSize, version, end }: { blockSize: number; version: number; end: Keyset | undefined },
  ) {
    this.source = source;
    this.blocks = blocks;
    this.blockSize = blockSize;
    this.version = version;
    this.end = end;
    this.length = blocks.reduce((sum, { count }) => sum + count, 0);
  }

  get bytes(): number {
    return this.blocks.length * BLOCK_BYTES;
  }

  async keys(slice: Slice): Promise<Int32Array> {
    const { list, session } = this.source;
    const { ranges, skipped } = this.locate(slice.offset);
    const keys: number[] = [];
    for (const range of ranges) {
      const wanted = skipped + slice.limit - keys.length;
      if (wanted === 0) break;
      keys.push(...(await session.numbers(selectRangeKeys(list, range, wanted))));
    }
    return Int32Array.from(keys).subarray(skipped);
  }

  async rows(slice: Slice, columns: Sql): Promise<Row[]> {
    const { list, session } = this.source;
    const { ranges, skipped } = this.locate(slice.offset);
    const rows: Row[] = [];
    let offset = skipped;
    for (const range of ranges) {
      const limit = slice.limit - rows.length;
      if (limit === 0) break;
      const found = await session.all(selectRangeRows(list, range, columns, { offset, limit }));
      rows.push(...found);
      if (rows.length > 0) offset = 0;
      // All of this range is before the page.
      else if (offset > 0) offset -= (await session.numbers(selectRangeKeys(list, range, offset))).length;
    }
    return rows;
  }

  /** The ranges from the start of the block with a record on, and how many of their records are before it. */
  private locate(offset: number): { readonly ranges: readonly KeyRange[]; readonly skipped: number } {
    this.offsets ??= this.countBefore();
    const at = lastWhere(this.offsets.length, (index) => this.offsets![index]! <= offset);
    const block = this.blocks[at];
    if (!block || offset >= this.length) return { ranges: [], skipped: 0 };
    return { ranges: rangesFrom(this.source.list.sorts, block.start), skipped: offset - this.offsets[at]! };
  }

  private countBefore(): Int32Array {
    let total = 0;
    return Int32Array.from(this.blocks, ({ count }) => {
      total += count;
      return total - count;
    });
  }

  async follow(changes: readonly RowChange[], version: number): Promise<boolean> {
    const { list } = this.source;
    for (const { from, to } of list.moves(changes)) {
      if (from) this.remove(sortValues(list.sorts, from));
      if (to) this.insert(sortValues(list.sorts, to));
    }
    this.offsets = undefined;
    this.version = version;
    const large = this.blocks.findIndex(({ count }) => count > DIVIDED * this.blockSize);
    if (large >= 0) await this.divide(large);
    return this.blocks.every(({ count }) => count <= TOO_LARGE * this.blockSize);
  }

  private remove(keyset: Keyset): void {
    const at = this.blockOf(keyset);
    const { start, count } = this.blocks[at]!;
    if (count === 1) this.blocks.splice(at, 1);
    else this.blocks[at] = { start, count: count - 1 };
    this.length -= 1;
  }

  private insert(keyset: Keyset): void {
    const { sorts } = this.source.list;
    const at = this.blockOf(keyset);
    const isLast = this.end === undefined || compareKeysets(sorts, keyset, this.end) > 0;
    if (isLast) this.end = keyset;
    this.length += 1;
    const block = this.blocks[Math.max(at, 0)];
    // A list that grows at one of its ends gets new blocks there.
    const isOutside = at < 0 || isLast;
    if (!block || (isOutside && block.count >= this.blockSize))
      this.blocks.splice(at + 1, 0, { start: keyset, count: 1 });
    else this.blocks[Math.max(at, 0)] = { start: at < 0 ? keyset : block.start, count: block.count + 1 };
  }

  /** The index of the block with a keyset; -1 if it is before all of them. */
  private blockOf(keyset: Keyset): number {
    const { sorts } = this.source.list;
    return lastWhere(this.blocks.length, (index) => compareKeysets(sorts, this.blocks[index]!.start, keyset) <= 0);
  }

  /** Divides a block, unless the collection has changed again: it is then divided later. */
  private async divide(at: number): Promise<void> {
    const { list, session } = this.source;
    const { blockSize } = this;
    const { start, count } = this.blocks[at]!;
    const rows: Row[] = [];
    for (const range of rangesFrom(list.sorts, start)) {
      const wanted = blockSize + 1 - rows.length;
      if (wanted === 0) break;
      rows.push(
        ...(await session.all(selectRange(list, range, wanted, [sql`(${selectChanges(list)}) AS "#changes"`]))),
      );
    }
    if (rows.length <= blockSize || rows.some((row) => Number(row["#changes"]) !== this.version)) return;
    const second = { start: keysetOf(rows[blockSize]!, list.sorts), count: count - blockSize };
    this.blocks.splice(at, 1, { start, count: blockSize }, second);
    this.offsets = undefined;
  }
}

/** The last index with a property that all indexes have up to some point, and none after it; -1 if none has it. */
function lastWhere(length: number, isTrue: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isTrue(middle)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
