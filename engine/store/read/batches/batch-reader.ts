/**
 * Reads a list to its end, in batches. Nothing is held between two batches, neither a transaction nor a connection: where
 * an index yields the order, the next batch starts after the last record; otherwise the integer keys of the whole list,
 * 4 bytes for each record, are read first.
 */
import type { Values } from "../../../declare/values.ts";
import { isTruncated, type Keyset } from "../../../query/cursor.ts";
import type { Projection } from "../../../resource/representation.ts";
import type { ReadSession, Row } from "../../database.ts";
import type { Dialect } from "../../dialect.ts";
import { keysetOf, rangesAfter, selectRange } from "../cursor-ranges.ts";
import type { Embedded } from "../embedded.ts";
import type { List } from "../list.ts";
import type { ListReader } from "../list-reader.ts";
import { columnsOf, selectByKeys, toValues } from "../select.ts";

/** Where a batch starts: after a record in the order of an index, or at one of the list's integer keys. */
export type BatchPosition =
  | { readonly list: List; readonly after: Keyset | undefined }
  | { readonly list: List; readonly keys: Int32Array };

/** Consecutive records of a list. */
export interface Batch {
  /** The values that the projection needs. Records that were deleted meanwhile are missing. */
  readonly rows: readonly Values[];
  /** What the query's relations lead to from each of them; empty without `include`. */
  readonly embedded: readonly Embedded[];
  /** Where the next batch starts; undefined if this is the last one. */
  readonly next: BatchPosition | undefined;
}

/** A batch without embedded records. */
type BareBatch = Omit<Batch, "embedded">;

/** The start of a whole list. Reads its integer keys, unless an index yields its order. */
export async function startOf(list: List, reader: ListReader): Promise<BatchPosition> {
  const { findsAll, ordered } = list.index;
  const isTruncatedOrder = list.sorts.some(({ property }) => isTruncated(property));
  if (findsAll && ordered && !isTruncatedOrder) return { list, after: undefined };
  return { list, keys: (await reader.allKeys()).value };
}

/** Reads one batch with few statements, each of which an index answers. */
export class BatchReader {
  private readonly session: ReadSession;
  private readonly dialect: Dialect;
  private readonly projection: Projection;

  constructor(session: ReadSession, dialect: Dialect, projection: Projection) {
    this.session = session;
    this.dialect = dialect;
    this.projection = projection;
  }

  /** @param limit the maximum number of records */
  read(position: BatchPosition, limit: number): Promise<BareBatch> {
    return "keys" in position
      ? this.readKeys(position.list, position.keys, limit)
      : this.readAfter(position.list, position.after, limit);
  }

  private async readAfter(list: List, after: Keyset | undefined, limit: number): Promise<BareBatch> {
    const { sorts } = list;
    const rows: Row[] = [];
    for (const range of rangesAfter(sorts, after)) {
      if (rows.length === limit) break;
      const select = selectRange(list, range, limit - rows.length, [columnsOf(this.projection)]);
      rows.push(...(await this.session.all(select)));
    }
    const next = rows.length === limit ? { list, after: keysetOf(rows.at(-1)!, sorts) } : undefined;
    return { rows: rows.map((row) => toValues(this.projection, row)), next };
  }

  private async readKeys(list: List, keys: Int32Array, limit: number): Promise<BareBatch> {
    const batch = [...keys.subarray(0, limit)];
    const rows = new Map<number, Row>();
    if (batch.length > 0) {
      // Records may have changed since their keys were read; their related records are not read again for each batch.
      const select = selectByKeys(this.projection, batch, this.dialect, list.ownPredicates());
      for (const row of await this.session.all(select)) rows.set(Number(row["#"]), row);
    }
    const next = keys.length > limit ? { list, keys: keys.subarray(limit) } : undefined;
    return {
      rows: batch.flatMap((key) => {
        const row = rows.get(key);
        return row ? [toValues(this.projection, row)] : [];
      }),
      next,
    };
  }
}
