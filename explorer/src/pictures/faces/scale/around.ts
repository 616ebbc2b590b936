/** Places the ways of bodies around the one in the center, in a box. */
import type { Far } from "../../scale/layout/distances.ts";
import { type Ruler, rulerAt } from "../../scale/layout/placed.ts";
import { type Ellipse, ellipseOf } from "./ellipses.ts";
import { type Box, type PlacedName, placeNames } from "./names.ts";

/** A body on its way, in pixels. */
export interface Placed {
  readonly body: Far;
  readonly name: string;
  readonly ellipse: Ellipse;
  /** The nearest point; it is as high as the center. */
  readonly x: number;
}

/** The ways around a center. */
export interface Around {
  /** The length of a pixel in the unit of the distances. */
  readonly perPixel: number;
  /** The center. */
  readonly x: number;
  readonly y: number;
  readonly r: number;
  readonly all: readonly Placed[];
  readonly names: readonly PlacedName<Placed>[];
  readonly ruler: Ruler;
  /** All that the ways enclose. */
  readonly extent: Box;
}

/** Room for the ruler below, and for dots at the edges. */
const RULER = 26;
const EDGE = 6;
const LONGEST_RULER = 90;
/** The least radius of the center. */
const LEAST = 2;

/** The center, and the order in which names are given room. */
export interface Middle {
  /** In the unit of the distances; 0 if it is not known. */
  readonly radius: number;
  readonly named: readonly Far[];
}

/** Places bodies, as large as the box allows. */
export function placeAround(bodies: readonly Far[], { radius, named }: Middle, box: Box): Around {
  const ellipses = bodies.map((body) => ellipseOf(body));
  const left = Math.max(radius, ...ellipses.map(({ farthest }) => farthest));
  const right = Math.max(radius, ...ellipses.map(({ nearest }) => nearest));
  const half = Math.max(radius, ...ellipses.map(({ ry }) => ry));
  const height = box.height - RULER;
  const perPixel = Math.max((left + right) / (box.width - 2 * EDGE), (2 * half) / (height - 2 * EDGE));
  const x = box.x + (box.width - (left + right) / perPixel) / 2 + left / perPixel;
  const y = box.y + height / 2;
  const all = bodies.map((body): Placed => {
    const ellipse = ellipseOf(body, perPixel);
    return { body, name: body.name, ellipse, x: x + ellipse.nearest };
  });
  return {
    ...{ perPixel, x, y, all },
    r: Math.max(LEAST, radius / perPixel),
    names: placeNames(
      named.map((body) => all[bodies.indexOf(body)]!),
      { ...box, height },
      y,
    ),
    ruler: rulerAt(box.x, box.y + box.height - 4, perPixel, Math.min(LONGEST_RULER, box.width / 3)),
    extent: {
      x: x - left / perPixel,
      y: y - half / perPixel,
      width: (left + right) / perPixel,
      height: (2 * half) / perPixel,
    },
  };
}
