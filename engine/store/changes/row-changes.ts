/** What commits change, row by row: the types that writers fill and the journal stores. */
import type { Values } from "../../declare/values.ts";
import type { Resource } from "../../resource/resource.ts";

/** A row as JSON values by column name, with its integer key. */
export type ChangedRow = Values & { readonly n: number };

/** One row that a commit inserted, updated or deleted. */
export interface RowChange {
  /** Null if the row did not exist. */
  readonly before: ChangedRow | null;
  /** Null if the row does not exist any more. */
  readonly after: ChangedRow | null;
}

/** What one unit of work changed in one collection. */
export interface CollectionChange {
  readonly resource: Resource;
  /** The change counter of the collection before and after. */
  readonly from: number;
  readonly to: number;
  /** One change for each row; undefined if there are too many to list. */
  readonly rows: readonly RowChange[] | undefined;
}

/** The maximum number of row changes of one collection that a unit of work lists. */
export const MAX_ROWS = 200;

/** Collects every row that a unit of work changes, whether or not the change emits an event. */
export class RowChanges {
  private readonly collections = new Map<Resource, Map<number, RowChange>>();
  /** Collections whose rows were changed without being read. */
  private readonly unlisted = new Set<Resource>();

  inserted(resource: Resource, record: ChangedRow): void {
    this.add(resource, record, () => ({ before: null, after: record }));
  }

  /** @param written the values that the update wrote, by column */
  updated(resource: Resource, before: ChangedRow, written: Values): void {
    this.add(resource, before, (earlier) => ({
      before: earlier ? earlier.before : before,
      // `before` may be older than earlier changes of the row, so only the written values are applied.
      after: { ...(earlier?.after ?? before), ...written, n: before.n },
    }));
  }

  deleted(resource: Resource, record: ChangedRow): void {
    this.add(resource, record, (earlier) => ({ before: earlier ? earlier.before : record, after: null }));
  }

  /** Rows were deleted without being read. */
  deletedUnread(resource: Resource): void {
    this.unlisted.add(resource);
  }

  /** The changes of the rows of a collection; undefined if there are too many. */
  of(resource: Resource): RowChange[] | undefined {
    if (this.unlisted.has(resource)) return undefined;
    const rows = this.collections.get(resource);
    if (!rows) return [];
    return rows.size > MAX_ROWS ? undefined : [...rows.values()];
  }

  private add(resource: Resource, { n }: ChangedRow, change: (earlier: RowChange | undefined) => RowChange): void {
    let rows = this.collections.get(resource);
    if (!rows) {
      rows = new Map();
      this.collections.set(resource, rows);
    }
    // Beyond the maximum no change is used, so the rows are not kept.
    if (rows.size <= MAX_ROWS) rows.set(n, change(rows.get(n)));
  }
}
