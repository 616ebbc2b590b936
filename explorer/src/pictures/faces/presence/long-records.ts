/** The longer records below a picture of days: those that follow one another. */
import type { Span } from "../../time/days.ts";

/** A record, from its first day to its last, both included. */
export interface LongRecord extends Span {
  readonly id: string;
  readonly title: string;
  /** The id of the record that it is part of. */
  readonly parent: string | undefined;
}

/** A record is long from this part of the longest one on, and two overlap little up to this part of the shorter one. */
const LONG = 0.2;
const LITTLE = 0.3;

/**
 * Returns the long records that are part of no other one, in their order. Those that others are part of come first; what
 * overlaps much with them is left out. None if that were most of them.
 */
export function longRecordsOf(records: readonly LongRecord[]): LongRecord[] {
  const ids = new Set(records.map(({ id }) => id));
  const parents = new Set(records.map(({ parent }) => parent));
  const longest = Math.max(0, ...records.map(lengthOf));
  const long = records.filter(
    (record) => lengthOf(record) >= longest * LONG && !(record.parent !== undefined && ids.has(record.parent)),
  );
  const [whole, rest] = [long.filter(({ id }) => parents.has(id)), long.filter(({ id }) => !parents.has(id))];
  const kept: LongRecord[] = [];
  for (const record of [...whole.toSorted(byFirst), ...rest.toSorted(byFirst)])
    if (kept.every((each) => overlap(each, record) <= LITTLE * Math.min(lengthOf(each), lengthOf(record))))
      kept.push(record);
  return kept.length * 2 >= long.length && kept.length > 1 ? kept.sort(byFirst) : [];
}

function lengthOf({ from, to }: Span): number {
  return to - from + 1;
}

function overlap(one: Span, other: Span): number {
  return Math.max(0, Math.min(one.to, other.to) - Math.max(one.from, other.from) + 1);
}

function byFirst(one: Span, other: Span): number {
  return one.from - other.from;
}

/** Returns what all titles begin with, as whole words: `Voyage ` of `Voyage 1` and `Voyage 2`. */
export function commonStart(titles: readonly string[]): string {
  const [first = "", ...others] = titles;
  const isShared = (start: string) => others.every((title) => title.startsWith(start));
  const starts = [...first.matchAll(/ /g)].map(({ index }) => first.slice(0, index + 1)).filter(isShared);
  return starts.at(-1) ?? "";
}
