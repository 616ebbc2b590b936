/** Places names beside dots that may be anywhere in a box. */
import type { Box } from "../../faces/scale/names.ts";
import { textWidth } from "../../layout/text-width.ts";

/** A dot with a name. */
export interface NamedDot {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

/** The start of a name on its base line. */
export interface Label {
  readonly x: number;
  readonly y: number;
}

const SIZE = 12;
/** The height of a name above its base line and below it, and its distance from its dot. */
const ASCENT = 10;
const DESCENT = 3;
const APART = 4;
/** The least space between two names in a row. */
const BETWEEN = 3;

/** Returns the place that a name takes. */
export function boxOf({ x, y }: Label, name: string): Box {
  return { x, y: y - ASCENT, width: textWidth(name, SIZE) * 1.05 + BETWEEN, height: ASCENT + DESCENT };
}

/**
 * Names as many dots as there is room for, the first ones first: outward of the center if possible. No name covers a dot
 * or another name.
 * @param r the radius of the dots
 */
export function placeLabels(
  dots: readonly NamedDot[],
  named: readonly NamedDot[],
  { box, x, r }: { readonly box: Box; readonly x: number; readonly r: number },
): Map<NamedDot, Label> {
  const taken: Box[] = dots.map((dot) => ({ x: dot.x - r, y: dot.y - r, width: 2 * r, height: 2 * r }));
  const labels = new Map<NamedDot, Label>();
  for (const dot of named) {
    const { width } = boxOf(dot, dot.name);
    const right = { x: dot.x + r + APART, y: dot.y + APART };
    const left = { x: dot.x - r - APART - width, y: dot.y + APART };
    const middle = dot.x - width / 2;
    const sides = dot.x >= x ? [right, left] : [left, right];
    const places = [...sides, { x: middle, y: dot.y - r - APART }, { x: middle, y: dot.y + r + ASCENT + 2 }];
    const found = places.find((place) => {
      const own = boxOf(place, dot.name);
      return isIn(own, box) && !taken.some((other) => overlap(own, other));
    });
    if (!found) continue;
    labels.set(dot, found);
    taken.push(boxOf(found, dot.name));
  }
  return labels;
}

function isIn(own: Box, box: Box): boolean {
  return (
    own.x >= box.x &&
    own.x + own.width <= box.x + box.width &&
    own.y >= box.y &&
    own.y + own.height <= box.y + box.height
  );
}

/** Returns whether two boxes overlap. */
export function overlap(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}
