/** The rows of a list to which entries were added just now. */
import { rowKey } from "../../../live/row-changes.ts";
import type { Data } from "../../../requests/data.ts";

/** Returns the rows of a list with the entries that were added last, wherever the list has them. */
export function withAdded(records: readonly Data[], added: readonly Data[]): Data[] {
  const keys = new Set(added.map(rowKey));
  const now = new Map(records.map((record) => [rowKey(record), record]));
  return [
    ...records.filter((record) => !keys.has(rowKey(record))),
    ...added.map((record) => now.get(rowKey(record)) ?? record),
  ];
}
