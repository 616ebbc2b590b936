/** The shape of an item on an axis of time: what is known of its start and its end is in it. */
import type { TimeScale } from "../../time/ticks.ts";
import type { Item } from "../../timeline/items.ts";
import { endOfItem, isPlanned } from "./neighbors.ts";

/** A bar; a fading one goes on, and that of a dot has no end on record. */
export interface Mark {
  readonly shape: "bar" | "fading" | "dot";
  readonly x0: number;
  /** The end of the outline: until then, it may have begun. `x0` if the start is exact, `x1` if nothing else is known. */
  readonly solid: number;
  readonly x1: number;
  /** It continues beyond the left edge, and beyond the right one. */
  readonly isCutBefore: boolean;
  readonly isCutAfter: boolean;
}

/** The least width of a bar, of a dot, and of what has a sign of its own. */
const LEAST = 3;
const DOT = 7;
const LEAST_SIGNED = 9;

/** Returns the shape of an item. What is not planned ends on the last day that is known. */
export function markOf(item: Item, x: TimeScale, known: number): Mark {
  const [left, right] = x.range;
  const { from, to } = x.span;
  const end = endOfItem(item, known);
  const planned = isPlanned(item, known);
  const isOutline = planned || (item.to === undefined && item.isRough);
  const isDot = !isOutline && item.to === undefined;
  const isCutBefore = item.from < from;
  const isCutAfter = end > to;
  const least = isDot ? DOT : isOutline || isCutBefore || isCutAfter ? LEAST_SIGNED : LEAST;
  const last = planned ? right : Math.min(right, x(known));
  const begin = Math.max(left, x(item.from));
  const x1 = Math.min(last, isDot ? begin + DOT : Math.max(x(end), begin + least));
  const x0 = Math.min(begin, x1 - least);
  const solid = isOutline ? x1 : item.isRough ? Math.min(x1, Math.max(x0, x(item.begun))) : x0;
  const shape = isDot ? "dot" : item.isGoing && !isCutAfter ? "fading" : "bar";
  return { shape, x0, solid, x1, isCutBefore, isCutAfter };
}
