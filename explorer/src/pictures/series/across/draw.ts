/** Draws the records of one unit as rows of dots: each dot is a link. */

import { numberWords } from "../../layout/number-words.ts";
import { px, type SvgNode, svg } from "../../svg/node.ts";
import { captionOf, unitName } from "../captions.ts";
import { drawMark } from "../marks.ts";
import type { SeriesParts } from "../samples.ts";
import type { Dot, DotLayout, PlacedRow } from "./dot-rows.ts";

/** The room for the unit above the rows, and for the marks of the axis below them. */
export const TOP = 20;
/** The room below the rows. */
export const BOTTOM = 24;

/** The words and shapes of a comparison. */
export interface DotLook {
  readonly unit: string;
  readonly parts: SeriesParts;
  readonly nameOf: (id: string) => string;
  readonly shapeOf: (mark: string | undefined) => number;
  /** Returns the `tabindex` of the link to a sample. */
  readonly tabIndexOf?: (path: string) => number;
}

/** Draws the rows; the first begins at 0. */
export function drawDots(layout: DotLayout, look: DotLook): SvgNode[] {
  const { height, left, rows, ticks } = layout;
  return [
    svg(
      "g",
      { "aria-hidden": "true" },
      svg("text", { class: "unit-word", x: px(left), y: -8 }, unitName(look.unit) || "no unit"),
      ...ticks.flatMap(({ x, value }) => [
        svg("path", { class: value === 0 ? "grid" : "grid is-soft", d: `M${Math.round(x) + 0.5} 0V${height}` }),
        svg("text", { class: "tick", x: px(x), y: height + 16, "text-anchor": "middle" }, ...numberWords(value)),
      ]),
      ...rows.flatMap((row) => rowNodes(row, layout)),
    ),
    ...rows.flatMap((row) => row.dots.map((dot) => dotLink(dot, row, layout, look))),
  ];
}

function rowNodes({ name, y, stem, range, label }: PlacedRow, { left, zero }: DotLayout): SvgNode[] {
  const place = { x: px(label.x), y: y + 4, "text-anchor": label.anchor };
  const { y: value, recorded } = label.sample;
  return [
    svg("text", { class: "series-name", x: px(left - 10), y: y + 4, "text-anchor": "end" }, name),
    svg("path", { class: "stem s1", d: `M${px(zero)} ${y}H${px(stem)}` }),
    ...(range ? [svg("path", { class: "range s1", d: `M${px(range[0])} ${y}H${px(range[1])}` })] : []),
    // The value that was recorded; with its unit if the axis has another one.
    svg(
      "text",
      { class: "lane-count", ...place },
      ...(recorded ? numberWords(recorded.y, unitName(recorded.unit)) : numberWords(value)),
    ),
  ];
}

function dotLink({ sample, x, whisker }: Dot, { parent, y, dots }: PlacedRow, { width }: DotLayout, look: DotLook) {
  const { parts, nameOf, shapeOf, tabIndexOf } = look;
  const { path, mark } = sample;
  const [from, to] = whisker?.map(px) ?? [];
  const isAlone = dots.length === 1;
  return svg(
    "a",
    {
      ...{ href: path, "data-key": path, tabindex: tabIndexOf?.(path) },
      "aria-label": captionOf(sample, parts, nameOf(parent)),
    },
    svg("rect", { class: "hit", x: isAlone ? 0 : px(x - 6), y: y - 12, width: isAlone ? width : 12, height: 24 }),
    ...(whisker
      ? [svg("path", { class: "whisker s1", d: `M${from} ${y}H${to}M${from} ${y - 2.5}v5M${to} ${y - 2.5}v5` })]
      : []),
    drawMark({ x, y }, shapeOf(mark)),
  );
}
