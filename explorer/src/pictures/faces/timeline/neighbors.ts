/** Chooses what went on at about the same time as a record, and the time that is shown. */
import type { Field } from "../../../../../kit/description/model.ts";
import { clamp, dayOf, type Span } from "../../time/days.ts";
import type { Item } from "../../timeline/items.ts";

/** A record, and those that may stand beside it. */
export interface Surroundings {
  readonly own: Item;
  readonly others: readonly Item[];
  /** The fields in which the others may be like it. */
  readonly lanes: readonly Field[];
  /** The end of the last day that is known. */
  readonly known: number;
}

/** The others that are chosen, by their start, and the time that they need. */
export interface Neighbors {
  readonly others: readonly Item[];
  readonly span: Span;
}

/** The extent of a choice: so many times the length of the record each way, and so many rows with its own. */
export interface Extent {
  readonly times: number;
  readonly rows: number;
}

/** The extents of a wide picture and of one on a phone. */
export const WIDE: Extent = { times: 9, rows: 9 };
export const PHONE: Extent = { times: 4, rows: 6 };
/** The shortest time that is shown, and the shortest at each side from which neighbors come. */
const LEAST_DAYS = 90;
/** The part of what is needed that is left free at each side. */
const MARGIN = 0.06;
/** The days that the service can name. */
const [FIRST, LAST] = [dayOf("0001-01-01")!, dayOf("9999-12-31")!];

/** Returns whether an item has yet to begin. */
export function isPlanned({ tone, from }: Item, known: number): boolean {
  return tone === "plan" || from >= known;
}

/** Returns the end of what is drawn of an item: of what is known, or planned. */
export function endOfItem(item: Item, known: number): number {
  const end = item.known ?? item.to ?? item.begun;
  return isPlanned(item, known) ? end : Math.max(item.from, Math.min(end, known));
}

/** Returns the time around an item from which its neighbors come. */
export function windowOf(own: Item, known: number, { times } = WIDE): Span {
  const end = endOfItem(own, known);
  const length = end - own.from;
  const aside = Math.max(times * length, LEAST_DAYS);
  return { from: Math.max(FIRST, own.from - aside), to: Math.min(LAST, end + aside) };
}

/** Returns the neighbors of an item: those with most in common first, then the nearest. */
export function neighborsOf({ own, others, lanes, known }: Surroundings, extent = WIDE): Neighbors {
  const window = windowOf(own, known, extent);
  const end = (item: Item) => endOfItem(item, known);
  const common = ({ record }: Item) =>
    lanes.filter(({ name }) => record[name] != null && record[name] === own.record[name]).length;
  const apart = (item: Item) => Math.max(0, item.from - end(own), own.from - end(item));
  const seen = others.filter((item) => item.id !== own.id && item.from < window.to && end(item) > window.from);
  const nearest = seen
    .map((item) => ({ item, common: common(item), apart: apart(item), later: Math.abs(item.from - own.from) }))
    .sort((a, b) => b.common - a.common || a.apart - b.apart || a.later - b.later || byStart(a.item, b.item))
    .slice(0, extent.rows - 1)
    .map(({ item }) => item);
  return { others: nearest.sort(byStart), span: neededOf([own, ...nearest], end, window) };
}

/** Sorts items by their start. */
export function byStart(a: Item, b: Item): number {
  return a.from - b.from || (a.id < b.id ? -1 : 1);
}

/** Returns the part of a window in which items begin or end, and a little more. */
function neededOf(items: readonly Item[], end: (item: Item) => number, window: Span): Span {
  const days = items.flatMap((item) => [item.from, end(item)]).filter((day) => window.from < day && day < window.to);
  const [first, last] = [Math.min(...days), Math.max(...days)];
  const aside = Math.max((last - first) * MARGIN, (LEAST_DAYS - (last - first)) / 2);
  return { from: clamp(first - aside, window.from, first), to: clamp(last + aside, last, window.to) };
}
