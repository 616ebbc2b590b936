/** Places bodies on their ways after some time, and the names of the largest. */
import type { Far } from "../layout/distances.ts";
import { type Label, type NamedDot, placeLabels } from "./labels.ts";
import { pointAfter } from "./motion.ts";
import type { Panel } from "./panels.ts";

/** A body in a box. */
export interface Dot extends NamedDot {
  readonly body: Far;
}

/** The radius of a dot. */
export const DOT = 3.5;
/** The most names in a box: among more, they come and go too often to be read. */
const MOST_NAMED = 20;

/** Returns the bodies of a box after some time, in the unit of their periods. */
export function dotsOf({ all, x, y, perPixel }: Panel, time: number): Dot[] {
  return all.map(({ body, name }) => {
    const point = pointAfter(body, time);
    return { body, name, x: x + point.x / perPixel, y: y - point.y / perPixel };
  });
}

/** Returns the names of dots. The largest have theirs first; none covers the center. */
export function labelsOf(dots: readonly Dot[], panel: Panel): Map<NamedDot, Label> {
  const named = [...dots].sort((a, b) => (b.body.radius ?? 0) - (a.body.radius ?? 0)).slice(0, MOST_NAMED);
  const center = { name: "", x: panel.x, y: panel.y };
  return placeLabels([...dots, center], named, { ...panel, r: DOT });
}
