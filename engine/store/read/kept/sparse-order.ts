/**
 * The order of a list that an index serves, as the sort values at which each few hundred of its records begin. A page is
 * read over the index from the nearest of them, at the same cost anywhere in the list.
 */
import sql from "sql-template-tag";
import type { Keyset } from "../../../query/cursor.ts";
import type { Followable } from "../../changes/kept.ts";
import type { RowChange } from "../../changes/row-changes.ts";
import type { Row } from "../../database.ts";
import { quoteIdentifier } from "../../tables.ts";
import { keysetOf, rangesFrom, selectRange, selectRangeKeys } from "../cursor-ranges.ts";
import { type ListReader, selectChanges } from "../list-reader.ts";
import { orderBy } from "../select.ts";
import { where } from "../where.ts";
import type { OrderSource } from "./order-source.ts";
import { compareKeysets, sortColumns, sortValues } from "./sort-values.ts";

/** The number of records of a new block. */
const BLOCK_SIZE = 256;
/** A larger block is divided; one that grows beyond the maximum before that is not followed. */
const DIVIDED_SIZE = 2 * BLOCK_SIZE;
const MAX_BLOCK_SIZE = 8 * BLOCK_SIZE;
/** The approximate memory of a block, in bytes. */
const BLOCK_BYTES = 250;

/** Consecutive records of a list. */
interface Block {
  /** At or before all records of the block, and after all records of the previous one. */
  readonly start: Keyset;
  readonly count: number;
}

/** Reads the order of a list from one snapshot. */
export async function readSparseOrder(source: OrderSource, reader: ListReader): Promise<SparseOrder> {
  const { view, sorts } = source.list;
  const { session, predicates } = await reader.reader();
  const from = sql`FROM ${quoteIdentifier(view.resource.table)}${where(predicates)}`;
  const placed = sql`SELECT ${sortColumns(sorts)}, row_number() OVER (${orderBy(sorts)}) - 1 AS place ${from}`;
  const size = sql`SELECT (${selectChanges(source.list)}) AS changes, (SELECT count(*) ${from}) AS total`;
  const rows = await session.all(
    sql`SELECT * FROM (${size}) AS size LEFT JOIN (${placed}) AS placed ON place % ${BLOCK_SIZE} = 0 OR place = total - 1 ORDER BY place`,
  );
  const total = Number(rows[0]!.total);
  const starts = rows.filter(({ place }) => place !== null && Number(place) % BLOCK_SIZE === 0);
  const blocks = starts.map((row) => ({
    start: keysetOf(row, sorts),
    count: Math.min(BLOCK_SIZE, total - Number(row.place)),
  }));
  return new SparseOrder(source, blocks, {
    version: Number(rows[0]!.changes),
    end: total === 0 ? undefined : keysetOf(rows.at(-1)!, sorts),
  });
}

/** An order in memory, of a few bytes for each ten records. */
export class SparseOrder implements Followable {
  version: number;
  length: number;
  private readonly source: OrderSource;
  private readonly blocks: Block[];
  /** No record is after it. */
  private end: Keyset | undefined;
  /** How many records are before each block; computed again for the first page after a change. */
  private offsets: Int32Array | undefined;

  constructor(source: OrderSource, blocks: Block[], { version, end }: { version: number; end: Keyset | undefined }) {
    this.source = source;
    this.blocks = blocks;
    this.version = version;
    this.end = end;
    this.length = blocks.reduce((sum, { count }) => sum + count, 0);
  }

  get bytes(): number {
    return this.blocks.length * BLOCK_BYTES;
  }

  /** The integer keys of a page. */
  async page(offset: number, limit: number): Promise<Int32Array> {
    if (offset >= this.length) return Int32Array.of();
    const { list, session } = this.source;
    this.offsets ??= this.countBefore();
    const at = lastWhere(this.offsets.length, (index) => this.offsets![index]! <= offset);
    const skipped = offset - this.offsets[at]!;
    const ranges = rangesFrom(list.sorts, this.blocks[at]!.start);
    // SQL skips faster, but does not say how many records of a range were left to skip.
    if (ranges.length === 1) return session.numbers(selectRangeKeys(list, ranges[0]!, limit, skipped));
    const keys: number[] = [];
    for (const range of ranges) {
      const wanted = skipped + limit - keys.length;
      if (wanted === 0) break;
      keys.push(...(await session.numbers(selectRangeKeys(list, range, wanted))));
    }
    return Int32Array.from(keys).subarray(skipped);
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
    const large = this.blocks.findIndex(({ count }) => count > DIVIDED_SIZE);
    if (large >= 0) await this.divide(large);
    return this.blocks.every(({ count }) => count <= MAX_BLOCK_SIZE);
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
    if (!block || (isOutside && block.count >= BLOCK_SIZE)) this.blocks.splice(at + 1, 0, { start: keyset, count: 1 });
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
    const { start, count } = this.blocks[at]!;
    const rows: Row[] = [];
    for (const range of rangesFrom(list.sorts, start)) {
      const wanted = BLOCK_SIZE + 1 - rows.length;
      if (wanted === 0) break;
      rows.push(
        ...(await session.all(selectRange(list, range, wanted, [sql`(${selectChanges(list)}) AS "#changes"`]))),
      );
    }
    if (rows.length <= BLOCK_SIZE || rows.some((row) => Number(row["#changes"]) !== this.version)) return;
    const second = { start: keysetOf(rows[BLOCK_SIZE]!, list.sorts), count: count - BLOCK_SIZE };
    this.blocks.splice(at, 1, { start, count: BLOCK_SIZE }, second);
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
