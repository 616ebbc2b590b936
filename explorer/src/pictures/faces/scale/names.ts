/** Places the names of dots that are in a row: above and below it, each with a line to its dot. */
import { textWidth } from "../../layout/text-width.ts";

/** A part of a drawing, in pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A dot with a name. */
export interface Named {
  readonly name: string;
  readonly x: number;
}

/** The place of a name: the left end of its words, and the end of the line at them. */
export interface PlacedName<N extends Named> {
  readonly named: N;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly lineTo: number;
}

/** The size of names, the height of a row of them, and the distance of the first from the dots. */
export const NAME = 12;
const ROW = 14;
const FIRST = 18;
/** Words stand so far to the right of their line, and apart from others and their lines. */
const APART = 4;
/** The heights of words above and below the end of their line. */
const RISE = 8;
const SINK = 4;

/**
 * Places as many names as there is room for, the first ones first. No name covers another, or the line of another.
 * @param y the row of dots
 */
export function placeNames<N extends Named>(dots: readonly N[], box: Box, y: number): PlacedName<N>[] {
  const placed: PlacedName<N>[] = [];
  for (const dot of dots) {
    const found = placesOf(dot, box, y).find((place) => placed.every((other) => areApart(place, other, y)));
    if (found) placed.push(found);
  }
  return placed;
}

function placesOf<N extends Named>(named: N, box: Box, y: number): PlacedName<N>[] {
  const width = textWidth(named.name, NAME) * 1.05;
  if (width > box.width) return [];
  const x = Math.max(box.x, Math.min(named.x + APART, box.x + box.width - width));
  // At the right edge, words stand at the end of their line instead of beside it.
  const [rise, sink] = x < named.x + APART ? [RISE, SINK] : [0, 0];
  const rows = Math.max(0, Math.floor((Math.min(y - box.y, box.y + box.height - y) - FIRST) / ROW));
  return Array.from({ length: rows }, (_, row) => FIRST + row * ROW).flatMap((drop) => [
    { named, x, width, y: y + drop + SINK, lineTo: y + drop - rise },
    { named, x, width, y: y - drop + SINK, lineTo: y - drop + sink + 2 },
  ]);
}

/** Returns whether two names, and the lines to them, do not touch; those on other sides of the dots never do. */
function areApart<N extends Named>(one: PlacedName<N>, other: PlacedName<N>, y: number): boolean {
  if (one.y > y !== other.y > y) return true;
  const [inner, outer] = Math.abs(one.y - y) < Math.abs(other.y - y) ? [one, other] : [other, one];
  const isInside = (x: number) => x > inner.x - APART && x < inner.x + inner.width + APART;
  const isBeside = inner.x + inner.width + APART <= outer.x || outer.x + outer.width + APART <= inner.x;
  return (
    (inner.y !== outer.y || isBeside) && !isInside(outer.named.x) && Math.abs(one.named.x - other.named.x) >= APART
  );
}
