/** The ways of bodies around another: ellipses with it in a focus, laid flat, the nearest point of each at the right. */
import type { Body } from "../../scale/bodies.ts";
import { type Far, farOf } from "../../scale/layout/distances.ts";

/** An ellipse with a focus at 0, 0. */
export interface Ellipse {
  readonly rx: number;
  readonly ry: number;
  /** The middle, left of the focus. */
  readonly x: number;
  /** The distance of the nearest point from the focus, to the right; of the farthest, to the left. */
  readonly nearest: number;
  readonly farthest: number;
}

/** Returns the ellipse of a body, in pixels of a length; a circle if nothing else is known. */
export function ellipseOf({ distance, eccentricity = 0 }: Far, perPixel = 1): Ellipse {
  const rx = distance / perPixel;
  return {
    rx,
    ry: rx * Math.sqrt(1 - eccentricity ** 2),
    x: -rx * eccentricity,
    nearest: rx * (1 - eccentricity),
    farthest: rx * (1 + eccentricity),
  };
}

/** Returns the bodies whose way is known and closed, the nearest first. */
export function closedOf(bodies: readonly Body[]): Far[] {
  return farOf(bodies)
    .filter(({ eccentricity = 0 }) => eccentricity >= 0 && eccentricity < 1)
    .sort((a, b) => a.distance - b.distance);
}

/** From so many on, those much farther out have a drawing of their own. */
const MANY = 8;
/** From so many times the distance of the one before it on, a body is much farther out. */
const GAP = 2;

/** Returns those near and those much farther out: the largest ratio of a distance to the one before it parts them. */
export function nearAndFar(bodies: readonly Far[]): { readonly near: readonly Far[]; readonly far: readonly Far[] } {
  const ratios = bodies.slice(1).map(({ distance }, index) => distance / bodies[index]!.distance);
  const largest = Math.max(...ratios);
  const count = bodies.length < MANY || largest < GAP ? bodies.length : ratios.indexOf(largest) + 1;
  return { near: bodies.slice(0, count), far: bodies.slice(count) };
}

/** A body is drawn among those that reach at most so many times as far. */
const REACH = 3;

/** Returns a body and those that go no farther than three times as far as it does. */
export function neighborsOf(body: Far, bodies: readonly Far[]): Far[] {
  const most = REACH * ellipseOf(body).farthest;
  return bodies.filter((each) => ellipseOf(each).farthest <= most);
}
