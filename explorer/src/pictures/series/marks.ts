/** The shapes of samples: a disc, a ring, a cross, a square, by the place of their word. */
import type { Field } from "../../../../kit/description/model.ts";
import { words } from "../../../../kit/description/words.ts";
import { SAMPLE_HEIGHT, type SampledEntry } from "../svg/legend-entry.ts";
import { px, type SvgNode, svg } from "../svg/node.ts";

/** The number of shapes. */
const SHAPES = 4;
/** Half the width of a shape. */
const SIZE = 3;

/** Returns the number of the shape of a word. */
export function shapesOf(field: Field | undefined): (mark: string | undefined) => number {
  return (mark) => Math.min(SHAPES - 1, Math.max(0, field?.values.indexOf(mark ?? "") ?? 0));
}

/** Returns the shapes and their words, as a legend has them. */
export function markEntries(field: Field | undefined): SampledEntry[] {
  const shapeOf = shapesOf(field);
  return (field?.values ?? []).map((value) => ({
    label: words(value),
    sample: { width: SAMPLE_HEIGHT, nodes: [drawMark({ x: 5, y: 5 }, shapeOf(value))] },
  }));
}

/** Draws a shape around a point. */
export function drawMark(
  { x, y }: { readonly x: number; readonly y: number },
  shape: number,
  { hue = 1, size = SIZE }: { readonly hue?: number; readonly size?: number | undefined } = {},
): SvgNode {
  const center = { cx: px(x), cy: px(y) };
  const [left, top, width] = [px(x - size), px(y - size), 2 * size];
  if (shape === 0) return svg("circle", { class: `f${hue} series-point`, ...center, r: size + 0.25 });
  if (shape === 1) return svg("circle", { class: `s${hue} pt-open`, ...center, r: size });
  if (shape === 2)
    return svg("path", {
      class: `s${hue} pt-bad`,
      d: `M${left} ${top}l${width} ${width}m0 ${-width}l${-width} ${width}`,
    });
  return svg("rect", { class: `s${hue} pt-open`, x: left, y: top, width, height: width });
}
