/** Samples over time, one panel below the other. */

import { textWidth } from "../../../pictures/layout/text-width.ts";
import type { ColorOf } from "../../../pictures/parts/colors.ts";
import { lineNotes } from "../../../pictures/series/notes.ts";
import { drawPanel } from "../../../pictures/series/over-time/draw-panel.ts";
import { framesOf, heightOf } from "../../../pictures/series/over-time/frame.ts";
import { type Panel, panelsOf } from "../../../pictures/series/over-time/panels.ts";
import type { Sample, SeriesParts } from "../../../pictures/series/samples.ts";
import type { Ends } from "../../../pictures/series/window.ts";
import { SvgContext } from "../../../pictures/svg/context.ts";
import { px, svg } from "../../../pictures/svg/node.ts";
import { countText, quantity } from "../../../units.ts";
import type { Block } from "../../blocks.ts";
import type { SeriesPart } from "./part.ts";

/** In a panel of more samples, only lines are drawn. */
const MOST_MARKS = 5_000;
const NAME_SIZE = 12;
const NAME_ROW = 18;
/** The room above and below names. */
const ABOVE = 12;
const BELOW = 8;
const SWATCH = 9;
const APART = 20;

/** The look of panels. */
interface Look {
  readonly parts: SeriesParts;
  readonly width: number;
  readonly shapeOf: (mark: string | undefined) => number;
  readonly colorOf: ColorOf;
  /** The part of x that the query has. */
  readonly requested: Ends;
}

/** Draws the first of all panels. */
export function overTime(samples: readonly Sample[], { parts, width, shapeOf, colorOf, requested }: Look): SeriesPart {
  const panels = panelsOf(samples);
  const framed = framesOf(panels, width, { samples, requested, isTime: parts.isTime });
  const blocks = framed.flatMap((each, index): Block[] => {
    const context = new SvgContext(`p${index}-`);
    drawPanel(context, each, { colorOf, shapeOf, hasMarks: each.panel.count <= MOST_MARKS });
    const panel = { height: heightOf(each.panel, each.frame), nodes: context.nodes };
    return each.hasNames ? [panel] : [names(each.panel, width), panel];
  });
  const left = panels.length - framed.length;
  const lines = panels.flatMap((panel) => panel.lines);
  return {
    blocks,
    count: framed.reduce((sum, { panel }) => sum + panel.count, 0),
    notes: [
      ...(lines.some(({ isJoined }) => isJoined) ? lineNotes(samples) : []),
      ...(framed.some(({ panel }) => panel.count > MOST_MARKS)
        ? [`In panels of more than ${countText(MOST_MARKS)} samples, only lines are drawn.`]
        : []),
      ...(left > 0
        ? [`${quantity(left, "more unit")} with fewer samples ${left === 1 ? "is" : "are"} not drawn.`]
        : []),
    ],
  };
}

/** Draws the names of lines with their colors, as many as fit into each row. */
function names({ lines }: Panel, width: number): Block {
  let [x, row] = [0, 1];
  const nodes = lines.flatMap(({ name, detail, hue, samples }) => {
    const said = [detail, countText(samples.length)].filter(Boolean).join(" · ");
    const own = SWATCH + 6 + textWidth(`${name} ${said}`, NAME_SIZE) + APART;
    if (x > 0 && x + own > width) [x, row] = [0, row + 1];
    const [at, y] = [x, ABOVE + row * NAME_ROW];
    x += own;
    return [
      svg("rect", { class: `f${hue}`, x: px(at), y: y - SWATCH, width: SWATCH, height: SWATCH }),
      svg(
        "text",
        { class: "series-name", x: px(at + SWATCH + 6), y },
        `${name} `,
        svg("tspan", { class: "tick" }, said),
      ),
    ];
  });
  return { height: ABOVE + row * NAME_ROW + BELOW, nodes };
}
