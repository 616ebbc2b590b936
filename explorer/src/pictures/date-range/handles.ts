/** The part of a strip between its two handles. A handle at an end of the strip leaves that end open. */
import type { TimeSpan } from "../../fields/ranges/time-bounds.ts";
import { type Bars, barAt, edgeFrom, nearestEdge } from "./bars.ts";

/** The times at which the handles stand, in milliseconds since 1970. */
export interface Handles {
  readonly from: number;
  readonly to: number;
}

/** One of the two handles. */
export type End = keyof Handles;

/** Returns where the handles stand for a period. */
export function handlesOf({ edges }: Bars, { from, to }: TimeSpan): Handles {
  const [first, last] = [edges[0]!, edges.at(-1)!];
  const within = (time: number) => Math.max(first, Math.min(last, time));
  return { from: within(from ?? first), to: within(to ?? last) };
}

/** Returns the period that the handles choose. */
export function periodOf({ edges }: Bars, { from, to }: Handles): TimeSpan {
  return { from: from <= edges[0]! ? undefined : from, to: to >= edges.at(-1)! ? undefined : to };
}

/** Moves a handle to the edge that is nearest to a time, not past the other one. */
export function movedTo(bars: Bars, handles: Handles, end: End, time: number): Handles {
  return limited(bars, handles, end, nearestEdge(bars, time));
}

/** Moves a handle by some bars, not past the other one. */
export function movedByBars(bars: Bars, handles: Handles, end: End, count: number): Handles {
  return limited(bars, handles, end, edgeFrom(bars, handles[end], count));
}

/** At least one bar stays between the handles. */
function limited(bars: Bars, handles: Handles, end: End, time: number): Handles {
  if (end === "from") return { from: Math.min(time, edgeFrom(bars, handles.to, -1)), to: handles.to };
  return { from: handles.from, to: Math.max(time, edgeFrom(bars, handles.from, 1)) };
}

/** Returns the handles around the bars from that of one time to that of another. */
export function handlesAround(bars: Bars, one: number, other: number): Handles {
  const [first, last] = one <= other ? [one, other] : [other, one];
  return { from: barAt(bars, first)[0], to: barAt(bars, last)[1] };
}
