/** Reads the groups of lists, and keeps them until a change alters them. */
import { LRUCache } from "lru-cache";
import type { Values } from "../../../declare/values.ts";
import type { Grouping } from "../../../query/grouping.ts";
import { valueIn } from "../../../query/matches.ts";
import { measureName } from "../../../query/measures.ts";
import type { Paging } from "../../../query/paging.ts";
import type { Requester } from "../../../runtime/fair-queue.ts";
import { SharedWork } from "../../../runtime/shared-work.ts";
import type { ChangeJournal } from "../../changes/journal.ts";
import type { Counter } from "../../counters.ts";
import type { ReadSession } from "../../database.ts";
import type { Dialect } from "../../dialect.ts";
import type { List } from "../list.ts";
import type { ListReader } from "../list-reader.ts";
import { recordsOf } from "../related.ts";
import type { Slice } from "../select.ts";
import { type Groups, readGroups } from "./select-groups.ts";

/** How many groups are read at once, if a page has not more, because every read computes all groups of the list. */
const BLOCK_SIZE = 1_000;

/** The capacity of all blocks together, in bytes. */
const CAPACITY = 10_000_000;
/** The approximate memory of a value. */
const VALUE_BYTES = 50;

/** One page of the groups of a list. */
export interface GroupPage {
  readonly groups: readonly Values[];
  /** The number of groups on all pages. */
  readonly total: number;
}

/** The groups of a list, in an order. */
export interface GroupedList {
  readonly list: List;
  readonly grouping: Grouping;
}

/** Successive groups that were read together. */
interface Block extends Groups {
  /** A value of the collection's change counter; the groups are as of this one, or of a later one. */
  readonly changes: number;
}

/** What groups are read with. */
export interface GroupReaderOptions {
  readonly dialect: Dialect;
  readonly journal: ChangeJournal;
  /** A reader of a list for a requester. @param size of the collection */
  readonly readerOf: (list: List, requester: Requester, size: number) => ListReader;
}

/** The groups of lists, as read from one server. */
export class GroupReader {
  private readonly options: GroupReaderOptions;
  private readonly blocks = new LRUCache<string, Block>({
    maxSize: CAPACITY,
    sizeCalculation: ({ rows }, key) =>
      key.length + VALUE_BYTES * (10 + rows.length * Object.keys(rows[0] ?? {}).length),
  });
  /** The blocks that are being read. */
  private readonly reading = new Map<string, SharedWork<Block>>();

  constructor(options: GroupReaderOptions) {
    this.options = options;
  }

  /**
   * A page of the groups of a list.
   * @param counter of its collection; the groups may be those of a later one
   */
  async page(grouped: GroupedList, paging: Paging, counter: Counter, requester: Requester): Promise<GroupPage> {
    const offset = (paging.page - 1) * paging.limit;
    const size = Math.max(BLOCK_SIZE, paging.limit);
    const first = offset - (offset % size);
    const rows: Values[] = [];
    let total: number | undefined;
    const read = (start: number) => this.block(grouped, { offset: start, limit: size }, counter, requester);
    for (let start = first; start < Math.min(offset + paging.limit, total ?? Number.POSITIVE_INFINITY); start += size) {
      const block = await read(start);
      rows.push(...block.rows);
      // A block beyond the end is empty, and does not tell how many groups there are.
      total = block.total ?? (start === 0 ? 0 : ((await read(0)).total ?? 0));
    }
    return { groups: rows.slice(offset - first, offset - first + paging.limit), total: total! };
  }

  /** A block that is kept, or read; concurrent requests for the same block read it once. */
  private async block(grouped: GroupedList, slice: Slice, counter: Counter, requester: Requester): Promise<Block> {
    const key = [grouped.list.key, groupingKey(grouped.grouping), slice.offset].join(" ");
    const found = this.blocks.get(key);
    const kept = found && covers(found, slice) ? found : undefined;
    if (kept?.changes === counter.changes) return kept;
    if (kept && (await this.isUnchanged(grouped, kept.changes, counter.changes))) {
      const current = { ...kept, changes: counter.changes };
      this.blocks.set(key, current);
      return current;
    }
    const readingKey = `${key} ${slice.limit} ${counter.changes}`;
    let work = this.reading.get(readingKey);
    if (!work) {
      work = new SharedWork(async (reader) => {
        const block = { ...(await this.read(grouped, slice, counter, reader)), changes: counter.changes };
        // Larger ones, as exports read them, would displace the others.
        if (block.rows.length <= BLOCK_SIZE) this.blocks.set(key, block);
        return block;
      });
      this.reading.set(readingKey, work);
    }
    try {
      return await work.join(requester);
    } finally {
      this.reading.delete(readingKey);
    }
  }

  /** Whether no change between two values of the change counter has altered the groups; false if that is not known. */
  private async isUnchanged({ list, grouping }: GroupedList, from: number, to: number): Promise<boolean> {
    if (!list.isFollowable) return false;
    // Every change, because the groups may be newer than the counter, and show what was undone since.
    const changes = await this.options.journal.every(list.resource, from, to);
    const properties = [...grouping.keys, ...grouping.measures].map(({ property }) => property);
    return (
      changes !== undefined &&
      list
        .moves(changes)
        .every(({ from: before, to: after }) =>
          before && after
            ? properties.every((property) => valueIn(before, property) === valueIn(after, property))
            : false,
        )
    );
  }

  private async read(
    { list, grouping }: GroupedList,
    slice: Slice,
    { total }: Counter,
    requester: Requester,
  ): Promise<Groups> {
    const { session, predicates, isQuick } = await this.options.readerOf(list, requester, total).reader();
    const properties = [...grouping.keys, ...grouping.measures].map(({ property }) => property);
    const records = { source: recordsOf(list.resource.table, properties), predicates };
    const read = (within: ReadSession) => readGroups(within, this.options.dialect, records, grouping, slice);
    return isQuick ? read(session) : session.snapshot(read);
  }
}

/** Whether a block has all groups of a slice that begins with it. */
function covers({ rows, total = 0 }: Block, { offset, limit }: Slice): boolean {
  return rows.length >= limit || offset + rows.length >= total;
}

/** Identifies a summary of one list. */
function groupingKey({ keys, measures, sorts }: Grouping): string {
  return JSON.stringify([
    keys.map(({ property, period }) => [property.name, period]),
    measures.map(measureName),
    sorts.map(({ target, descending }) => [target, descending]),
  ]);
}
