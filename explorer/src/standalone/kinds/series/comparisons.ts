/** Quantities across the records that have them, one below the other. */
import { words } from "../../../../../kit/description/words.ts";
import { type Comparison, comparisonsOf } from "../../../pictures/series/across/comparisons.ts";
import { dotLayout } from "../../../pictures/series/across/dot-rows.ts";
import { BOTTOM, type DotLook, drawDots, TOP } from "../../../pictures/series/across/draw.ts";
import { comparisonNotes } from "../../../pictures/series/notes.ts";
import type { Sample } from "../../../pictures/series/samples.ts";
import { px, type SvgNode, svg } from "../../../pictures/svg/node.ts";
import { countText } from "../../../units.ts";
import { type Block, moved, stacked } from "../../blocks.ts";
import { wrapped } from "../../wrap.ts";
import type { SeriesPart } from "./part.ts";

/** The most quantities that are drawn; fewer if they are higher than a picture should be. */
const FIRST = 8;
const HIGHEST = 2_400;
/** Between two panels side by side, and between rows of them. */
const GAP = 52;
const ROW_GAP = 12;
const TITLE = 34;
const SECTION_GAP = 24;
const NOTE_SIZE = 11;
const NOTE_ROW = 15;

type Look = Omit<DotLook, "unit" | "tabIndexOf"> & { readonly width: number; readonly height?: number | undefined };

/** Draws the quantities of the most records. */
export function comparisons(samples: readonly Sample[], look: Look): SeriesPart {
  const all = comparisonsOf(samples);
  const sections: Block[] = [];
  const highest = look.height ?? HIGHEST;
  let [height, count] = [0, 0];
  for (const comparison of all.slice(0, FIRST)) {
    const section = sectionOf(comparison, look);
    height += section.height + SECTION_GAP;
    if (sections.length > 0 && height > highest) break;
    sections.push(section);
    count += countOf(comparison);
  }
  const left = all.length - sections.length;
  return {
    blocks: [stacked(sections, SECTION_GAP)],
    count,
    notes: left > 0 ? [`${countText(left)} more ${left === 1 ? "quantity is" : "quantities are"} not drawn.`] : [],
  };
}

/** Returns the number of samples of the rows that are drawn. */
function countOf({ panels }: Comparison): number {
  return panels.flatMap(({ rows }) => rows).reduce((sum, { count }) => sum + count, 0);
}

function sectionOf({ subject, panels, parents }: Comparison, look: Look): Block {
  const title = words(subject);
  const isPair = panels.length > 1;
  const width = isPair ? (look.width - GAP) / 2 : look.width;
  const blocks = panels.map((panel) => panelOf(panel, { ...look, width }));
  const rows = Array.from({ length: Math.ceil(blocks.length / (isPair ? 2 : 1)) }, (_, row): Block => {
    const own = isPair ? blocks.slice(2 * row, 2 * row + 2) : [blocks[row]!];
    return {
      height: Math.max(...own.map(({ height }) => height)),
      nodes: own.map((block, index) => moved(block, index * (width + GAP), 0)),
    };
  });
  const heading = svg(
    "text",
    { class: "body-name", x: 0, y: 14 },
    `${title.charAt(0).toUpperCase()}${title.slice(1)} `,
    svg("tspan", { class: "lane-count" }, countText(parents)),
  );
  return stacked([{ height: TITLE, nodes: [heading] }, stacked(rows, ROW_GAP)]);
}

function panelOf(panel: Comparison["panels"][number], look: Look): Block {
  const layout = dotLayout(panel, look.nameOf, look.width);
  const notes = comparisonNotes(panel, layout);
  const height = TOP + layout.height + BOTTOM;
  const lines = notes === "" ? [] : wrapped(notes, look.width, NOTE_SIZE);
  const dots = { height, nodes: drawDots(layout, { ...look, unit: panel.unit }) };
  return {
    height: height + lines.length * NOTE_ROW,
    nodes: [
      moved(dots, 0, TOP),
      ...lines.map(
        (line, index): SvgNode => svg("text", { class: "tick", x: 0, y: px(height + 10 + index * NOTE_ROW) }, line),
      ),
    ],
  };
}
