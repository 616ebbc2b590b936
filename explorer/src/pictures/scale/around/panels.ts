/** Places the ways of bodies around a center in boxes: what is near would be too small to see among what is far. */
import { type Around, placeAround } from "../../faces/scale/around.ts";
import { ellipseOf } from "../../faces/scale/ellipses.ts";
import type { Box } from "../../faces/scale/names.ts";
import type { Far } from "../layout/distances.ts";

/** A box with the ways in it. */
export interface Panel extends Around {
  readonly box: Box;
  /** Says how far it goes; undefined if there is only one box. */
  readonly title: string | undefined;
  /** The radius of the circle around all that the box before it shows. */
  readonly inner: number | undefined;
}

/** All boxes. */
export interface Panels {
  readonly width: number;
  readonly height: number;
  readonly panels: readonly Panel[];
}

/** The farthest of a box is at most so many times as far as the nearest, if that needs no more boxes. */
const REACH = 13;
const HALVINGS = 20;

/** Parts bodies, the nearest first, so that the ratios of their distances within a part are as small as they can be. */
export function partsOf(bodies: readonly Far[]): Far[][] {
  const count = partedBy(bodies, REACH).length;
  let [less, enough] = [1, REACH];
  for (let step = 0; step < HALVINGS; step += 1) {
    const ratio = (less + enough) / 2;
    if (partedBy(bodies, ratio).length > count) less = ratio;
    else enough = ratio;
  }
  return partedBy(bodies, enough);
}

function partedBy(bodies: readonly Far[], most: number): Far[][] {
  const parts: Far[][] = [];
  for (const body of bodies) {
    const part = parts.at(-1);
    if (part && body.distance <= part[0]!.distance * most) part.push(body);
    else parts.push([body]);
  }
  return parts;
}

/** From here on, boxes stand side by side, at most three in a row. */
const WIDE = 560;
const IN_A_ROW = 3;
const GAP = 24;
const TALLEST = 520;
const TITLE = 24;
const RULER = 26;

/** Lays boxes out. @param radius of the center, in the unit of distances; 0 if it is not known */
export function panelsOf(bodies: readonly Far[], radius: number, width: number): Panels {
  const parts = partsOf(bodies);
  const columns = width < WIDE ? 1 : Math.min(IN_A_ROW, parts.length);
  const each = (width - GAP * (columns - 1)) / columns;
  const tall = Math.min(TALLEST, each) + RULER;
  const pitch = TITLE + tall + GAP;
  const panels = parts.map((part, index): Panel => {
    const box = {
      ...{ x: (index % columns) * (each + GAP), y: Math.floor(index / columns) * pitch + TITLE },
      ...{ width: each, height: tall },
    };
    const around = placeAround(part, { radius, named: [] }, box);
    const before = parts[index - 1];
    const farthest = before && Math.max(...before.map((body) => ellipseOf(body).farthest));
    const to = `To ${part.at(-1)!.name}`;
    return {
      ...{ ...around, box },
      title:
        parts.length === 1 ? undefined : before ? `${to}; the dashed circle is the edge of the drawing before` : to,
      inner: farthest === undefined ? undefined : farthest / around.perPixel,
    };
  });
  return { width, height: Math.ceil(parts.length / columns) * pitch - GAP, panels };
}
