/** The results of the layouts of a scale: the places of bodies and words. Pixels, from the upper left. */
import type { Disc } from "../bodies.ts";

/** A line of words. */
export interface Line {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly anchor: "start" | "middle" | "end";
  /** The name of a body; otherwise what is said about it. */
  readonly isName: boolean;
  readonly isSmall: boolean;
  /** On the disc of this color. */
  readonly onHue?: number | undefined;
}

/** A disc and its words. */
export interface PlacedDisc {
  readonly body: Disc;
  readonly x: number;
  readonly y: number;
  readonly r: number;
  readonly lines: readonly Line[];
}

/** A length of the scale. */
export interface Ruler {
  readonly x: number;
  readonly y: number;
  readonly length: number;
  /** In the unit of the radius. */
  readonly value: number;
  /** The number of its parts. */
  readonly parts: number;
}

/** The many small ones that have no room for their names. */
export interface Block {
  readonly discs: readonly PlacedDisc[];
  readonly x: number;
  readonly width: number;
  /** The height of the brace below it; undefined without one. */
  readonly braceY: number | undefined;
  readonly lines: readonly Line[];
}

/** The part of a body that is cut off. */
export interface Limb {
  readonly body: Disc;
  /** The outline of what is seen of it. */
  readonly outline: string;
  /** The nearest point of its edge, for focus and tips. */
  readonly x: number;
  readonly y: number;
  readonly lines: readonly Line[];
}

/** A drawing to size. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  /** The length of a pixel in the unit of the radius. */
  readonly perPixel: number;
  readonly limb?: Limb | undefined;
  readonly discs: readonly PlacedDisc[];
  readonly block?: Block | undefined;
  readonly ruler: Ruler;
}

/** The labels of discs. */
export interface Labels {
  /** Says `58,232 km`. */
  readonly radius: (body: Disc) => string;
  /** Says `58,232`. */
  readonly plainRadius: (body: Disc) => string;
  /** Says `9.1 × Earth`; undefined if there is nothing to compare with. */
  readonly times: (body: Disc) => string | undefined;
}

/** From here on, rings of unknown width keep their proportion to the disc. */
const LARGE = 12;
/** The height of a ring by its width: all are seen at the same slant. */
export const SLANT = 0.14;

/** Returns half the width of the rings of a disc. It means nothing, unless it is known. */
export function ringRadius(r: number, { radius, rings }: Disc): number {
  if (rings) return (r / radius) * rings.outer;
  return r > LARGE ? r * 1.2 : r + 5;
}

/** Returns half the width of a body with its rings. */
export function reachOf(body: Disc, perPixel: number): number {
  return withRings(body, perPixel, Math.cos, Math.sin);
}

/** Returns half the height of a body with its rings. */
export function dropOf(body: Disc, perPixel: number): number {
  return withRings(body, perPixel, Math.sin, Math.cos);
}

/** Returns the reach of a leaning ellipse along an axis, or of the disc if that is greater. */
function withRings(body: Disc, perPixel: number, along: (angle: number) => number, across: (angle: number) => number) {
  const r = body.radius / perPixel;
  const angle = (body.tilt * Math.PI) / 180;
  return body.hasRings ? Math.max(r, ringRadius(r, body) * Math.hypot(along(angle), SLANT * across(angle))) : r;
}

/** Returns a ruler of a round length, at most so long. */
export function rulerAt(x: number, y: number, perPixel: number, most: number): Ruler {
  const limit = most * perPixel;
  const power = 10 ** Math.floor(Math.log10(limit));
  const factor = [5, 2, 1].find((each) => each * power <= limit) ?? 1;
  const value = factor * power;
  return { x, y, length: value / perPixel, value, parts: factor === 2 ? 4 : 5 };
}
