/** Compares a list with the rows that are shown, without moving any of them. */
import type { Data } from "../requests/data.ts";

/** The change of a row: its record changed, or it is no longer in the list. */
export type RowMark = "changed" | "gone";

/** The rows of a list with what has changed in it. */
export interface RowChanges {
  /** Those that were shown, in the same order, each as it is now. */
  readonly records: readonly Data[];
  /** By the key of the row. */
  readonly marks: ReadonlyMap<string, RowMark>;
  /** The number of rows that would come, go or move if the list were shown as it is now. */
  readonly waiting: number;
}

/** Returns the identity of a row: the path of its record. */
export function rowKey(record: Data): string {
  return record._links?.self ?? String(record.id);
}

/** Compares what is shown of a list with what it is now. */
export function rowChanges(shown: readonly Data[], now: readonly Data[]): RowChanges {
  const current = new Map(now.map((record) => [rowKey(record), record]));
  const keys = new Set(shown.map(rowKey));
  const marks = new Map<string, RowMark>();
  for (const record of shown) {
    const mark = markOf(record, current.get(rowKey(record)));
    if (mark) marks.set(rowKey(record), mark);
  }
  const gone = shown.length - shown.filter((record) => current.has(rowKey(record))).length;
  const come = now.filter((record) => !keys.has(rowKey(record))).length;
  const places = new Map(now.map((record, place) => [rowKey(record), place]));
  const order = shown.flatMap((record) => places.get(rowKey(record)) ?? []);
  return {
    records: shown.map((record) => current.get(rowKey(record)) ?? record),
    marks,
    // One that comes pushes another one off a full page.
    waiting: Math.max(come, gone) + order.length - longestRise(order),
  };
}

function markOf(record: Data, now: Data | undefined): RowMark | undefined {
  if (now === undefined) return "gone";
  return record === now || JSON.stringify(record) === JSON.stringify(now) ? undefined : "changed";
}

/** Returns the length of the longest increasing subsequence: as many rows keep their order. */
function longestRise(numbers: readonly number[]): number {
  /** The smallest number with which a rise of each length ends. */
  const ends: number[] = [];
  for (const number of numbers) {
    const longer = ends.findIndex((end) => end >= number);
    ends[longer === -1 ? ends.length : longer] = number;
  }
  return ends.length;
}
