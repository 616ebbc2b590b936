/** Draws the grid of a time axis, and its words. */
import { textWidth } from "../layout/text-width.ts";
import { clamp } from "../time/days.ts";
import { type TimeScale, ticksOf } from "../time/ticks.ts";
import { px, type SvgNode, svg } from "./node.ts";

/** The place of an axis: the ends of its lines, the base line of its words, and the width of the drawing. */
export interface TimeAxisPlace {
  readonly top: number;
  readonly bottom: number;
  readonly words: number;
  readonly width: number;
}

const SPACING = 64;

/** Draws a line and a word at each mark. Words at an edge stand within it. */
export function timeAxis(x: TimeScale, { top, bottom, words, width }: TimeAxisPlace): SvgNode[] {
  return ticksOf(x, SPACING).flatMap(({ day, text, isStrong }) => {
    const at = Math.round(x(day)) + 0.5;
    const half = textWidth(text) / 2;
    return [
      svg("path", { class: `grid${isStrong ? "" : " is-soft"}`, d: `M${at} ${px(top)}V${px(bottom)}` }),
      svg("text", { class: "tick", x: px(clamp(at, half, width - half)), y: words, "text-anchor": "middle" }, text),
    ];
  });
}
