/** Draws bodies in a row, to one scale: in the order of their distance, with the names that have room. */
import { linkTo } from "../../../pictures/faces/scale/disc-shapes.ts";
import { textWidth } from "../../../pictures/layout/text-width.ts";
import type { Body, Disc } from "../../../pictures/scale/bodies.ts";
import { discNodes } from "../../../pictures/scale/disc-nodes.ts";
import { dropOf, reachOf } from "../../../pictures/scale/layout/placed.ts";
import { type Drawing, px, svg } from "../../../pictures/svg/node.ts";

/** The bodies, the largest first, and what is said of them. */
export interface DrawnRow {
  readonly discs: readonly Disc[];
  /** In their order; by default, that of their distance. */
  readonly row?: readonly Disc[];
  readonly label: string;
  /** Says what a link to a body leads to. */
  readonly labelOf: (body: Body) => string;
}

/** Below this width, the row has the layout of a phone. */
const NARROW = 560;
/** Below the discs, for their names: their size, and their distance from each other. */
const WORDS = 24;
const NAME = 12;
const APART = 8;
/** Around each disc: it is at least so wide, and so far from others. */
const LEAST = 6;
const GAP = { wide: 18, narrow: 3 };
/** Discs that are closer to each other are no links: a finger would miss them. */
const LEAST_TARGET = 24;
/** The scale is made smaller in such steps until all have room. */
const STEP = 1.04;

/** Returns the height of the drawing. */
export function heightIn(width: number): number {
  return width < NARROW ? 100 : 148;
}

/** Draws the row. */
export function drawRow({ discs, row = byDistance(discs), label, labelOf }: DrawnRow, width: number): Drawing {
  const height = heightIn(width);
  const room = height - WORDS;
  const least = width < NARROW ? GAP.narrow : GAP.wide;
  const wideAt = (body: Disc, perPixel: number) => Math.max(LEAST, 2 * reachOf(body, perPixel));
  const freeAt = (perPixel: number) => width - row.reduce((sum, body) => sum + wideAt(body, perPixel), 0);
  let perPixel = (2 * discs[0]!.radius) / room;
  const isTooLarge = () =>
    freeAt(perPixel) < least * row.length || row.some((body) => 2 * dropOf(body, perPixel) > room);
  // Only so many have room at all.
  for (let step = 0; step < 200 && isTooLarge(); step += 1) perPixel *= STEP;
  const gap = freeAt(perPixel) / row.length;
  let left = gap / 2;
  const places = new Map<Disc, number>();
  for (const body of row) {
    const wide = wideAt(body, perPixel);
    places.set(body, left + wide / 2);
    left += wide + gap;
  }
  const isFree = gap + LEAST >= LEAST_TARGET;
  const named = namedIn(discs, places, width);
  const nodes = row.map((body) => {
    const at = { x: px(places.get(body)!), y: room / 2 };
    const r = body.radius / perPixel;
    // In which direction it goes around is not said here.
    const shapes = discNodes({ body: { ...body, isRetrograde: false }, ...at, r });
    const target = svg("circle", { class: "hit", cx: at.x, cy: at.y, r: px(Math.max(r, 5)) });
    const below = { class: "body-name is-small", x: at.x, y: height - 6, "text-anchor": "middle" };
    const name = named.has(body) ? [svg("text", below, body.name)] : [];
    return isFree ? linkTo(body, { self: "", labelOf }, target, ...shapes, ...name) : svg("g", {}, ...shapes, ...name);
  });
  return { width, height, label, nodes: [svg("g", { class: "scale" }, ...nodes)] };
}

function byDistance(discs: readonly Disc[]): readonly Disc[] {
  return discs.toSorted((one, other) => (one.distance ?? 0) - (other.distance ?? 0));
}

/** Returns the bodies whose names have room below them, the largest first. */
function namedIn(discs: readonly Disc[], places: ReadonlyMap<Disc, number>, width: number): Set<Disc> {
  const taken: { readonly from: number; readonly to: number }[] = [];
  const fits = (body: Disc) => {
    const [at, half] = [places.get(body)!, textWidth(body.name, NAME) / 2];
    const [from, to] = [at - half, at + half];
    if (from < 0 || to > width || taken.some((other) => from < other.to + APART && other.from < to + APART))
      return false;
    taken.push({ from, to });
    return true;
  };
  return new Set(discs.filter(fits));
}
