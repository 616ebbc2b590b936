/** Draws a record among its neighbors. */

import { textWidth } from "../../layout/text-width.ts";
import { GAP } from "../../presence/names.ts";
import { type Drawing, px, type SvgNode, svg } from "../../svg/node.ts";
import { unknownTime } from "../../svg/unknown-time.ts";
import { AXIS_SPACING, MONTHS_ROOM, ticksOf } from "../../time/ticks.ts";
import type { TimelineParts } from "../../timeline/parts.ts";
import { sayItem } from "../../timeline/say.ts";
import { barNodes, fadesOf } from "./bar.ts";
import { type Layout, NOTE_SIZE, type Row, TOP } from "./layout.ts";
import { endOfItem } from "./neighbors.ts";

/** Between the line of the axis and its words. */
const BESIDE = 4;
/** The least days between two marks of the axis: months, not weeks. */
const MONTH = 30;

/** Draws a layout. @param label says what it shows */
export function drawingOf(layout: Layout, parts: TimelineParts, label: string): Drawing {
  const { width, height, rows } = layout;
  return {
    ...{ width, height: px(height), label },
    nodes: [
      fadesOf(rows),
      ...unknownNodes(layout),
      ...bandNodes(layout),
      ...axisNodes(layout),
      ...rows.map((row) => rowNode(row, parts)),
    ],
  };
}

/** Marks the record's own time through all rows. */
function bandNodes({ own, known, x, height }: Layout): SvgNode[] {
  const [from, to] = [px(x(own.from)), px(x(endOfItem(own, known)))];
  const top = TOP - BESIDE;
  return [
    svg("rect", { class: "band", x: from, y: top, width: px(to - from), height: px(height - top) }),
    svg("path", { class: "band-edge", d: `M${from} ${top}V${px(height)}M${to} ${top}V${px(height)}` }),
  ];
}

function axisNodes({ x, width, height }: Layout): SvgNode[] {
  const days = x.span.to - x.span.from;
  const ticks = ticksOf(x, Math.max(AXIS_SPACING, (MONTH * width) / (days * MONTHS_ROOM)));
  return ticks.flatMap(({ day, text }) => {
    const at = px(x(day));
    const words = svg("text", { class: "tick", x: at + BESIDE, y: 12 }, text);
    const hasRoom = at + BESIDE + textWidth(text) <= width;
    return [svg("path", { class: "grid", d: `M${at} ${TOP - BESIDE}V${px(height)}` }), ...(hasRoom ? [words] : [])];
  });
}

/** Hatches what comes after the last day that is known. */
function unknownNodes({ x, known, width, height }: Layout): SvgNode[] {
  if (known >= x.span.to) return [];
  return unknownTime({ left: Math.max(0, x(known)), right: width, top: TOP - BESIDE, bottom: height });
}

function rowNode({ kind, item, mark, words, top, height }: Row, parts: TimelineParts): SvgNode {
  const { name, note, y } = words;
  const end = words.isBefore && mark ? mark.x0 - GAP : undefined;
  const noteWidth = note ? textWidth(note.text, NOTE_SIZE) : 0;
  const placed = (start: number, back: number) =>
    end === undefined ? { x: px(start), y: px(y) } : { x: px(end - back), y: px(y), "text-anchor": "end" };
  const named = [
    ...(mark ? barNodes(kind, item, mark) : []),
    svg(
      "text",
      { class: kind === "own" ? "lbl is-self" : "lbl", ...placed(words.x, note ? noteWidth + GAP : 0) },
      name,
    ),
  ];
  const remark = note && svg("text", { class: "lbl note-word", ...placed(note.x, 0) }, note.text);
  if (kind === "own" || !mark) return svg("g", {}, ...named, remark);
  // Where it can be pointed at: from the bar to its name, as high as the row.
  const from = Math.min(mark.x0, words.x);
  const to = Math.max(mark.x1, words.x + textWidth(name, words.size));
  const hit = { class: "hit", x: px(from), y: px(top), width: px(to - from), height: px(height) };
  const label = kind === "other" ? sayItem(item, parts) : undefined;
  return svg("g", {}, svg("a", { href: item.path, "aria-label": label }, svg("rect", hit), ...named), remark);
}
