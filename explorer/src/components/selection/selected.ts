/** Records that a person has selected in a list. */
import type { Data } from "../../requests/data.ts";

/** The names of selected records by their paths, in the order in which they were selected. */
export type Selected = ReadonlyMap<string, string>;

/** The most records that one bulk edit changes. */
export const MOST_SELECTED = 1_000;

/** The selection of the rows of a list. */
export interface RowSelection {
  readonly selected: Selected;
  /**
   * Selects or deselects the row at a position.
   * @param isRange also those between it and the one that was clicked last, if that is shown
   */
  readonly select: (position: number, isOn: boolean, isRange: boolean) => void;
  /** Selects or deselects all rows of the page; undefined where only a few can be selected. */
  readonly selectAll: ((isOn: boolean) => void) | undefined;
}

/** Returns the path of a record; undefined if it has none of its own, so that it cannot be selected. */
export function pathOf(record: Data): string | undefined {
  return record._links?.self;
}

/**
 * Selects or deselects records.
 * @param name the field that they are named by
 */
export function withSelected(selected: Selected, records: readonly Data[], name: string, isOn: boolean): Selected {
  const next = new Map(selected);
  for (const record of records) {
    const path = pathOf(record);
    if (path === undefined) continue;
    if (!isOn) next.delete(path);
    else if (!next.has(path)) next.set(path, String(record[name] ?? record.id));
  }
  return next;
}

/**
 * Returns the records from the one with a path to a position, in either order; only the last one if the first is not
 * there.
 */
export function between(records: readonly Data[], from: string | undefined, to: number): readonly Data[] {
  const found = from === undefined ? -1 : records.findIndex((record) => pathOf(record) === from);
  const start = found === -1 ? to : found;
  return records.slice(Math.min(start, to), Math.max(start, to) + 1);
}

/** Returns how many of the records of a page are selected. */
export function selectedOf(selected: Selected, records: readonly Data[]): "all" | "some" | "none" {
  const paths = records.flatMap((record) => pathOf(record) ?? []);
  const count = paths.filter((path) => selected.has(path)).length;
  if (count === 0) return "none";
  return count === paths.length ? "all" : "some";
}
