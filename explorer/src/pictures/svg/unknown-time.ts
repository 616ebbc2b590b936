/** Draws where knowledge ends. */
import { px, type SvgNode, svg } from "./node.ts";

/** A part of a drawing, in pixels. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The distance of the lines of the hatch, along the edges. */
const SPACING = 8;
const WORDS = "not known";
/** A narrower hatch has no room for the words. */
const LEAST_FOR_WORDS = 58;

/** Draws a time of which nothing is known: a hatch behind a dotted edge, and the words where there is room. */
export function unknownTime({ left, right, top, bottom }: Box): SvgNode[] {
  const height = bottom - top;
  const lines: string[] = [];
  for (let at = left - height + SPACING / 2; at < right; at += SPACING) {
    // Each line rises to the right, from the base or the left edge to the top or the right edge.
    const from = Math.max(left, at);
    const to = Math.min(right, at + height);
    if (to > from) lines.push(`M${px(from)} ${px(bottom - (from - at))}L${px(to)} ${px(bottom - (to - at))}`);
  }
  const words = svg("text", { class: "note-word has-halo", x: right - 4, y: bottom - 8, "text-anchor": "end" }, WORDS);
  return [
    svg("path", { class: "unknown-line", fill: "none", d: lines.join("") }),
    svg("path", { class: "unknown-edge", d: `M${px(left)} ${px(top)}V${px(bottom)}` }),
    ...(right - left >= LEAST_FOR_WORDS ? [words] : []),
  ];
}

/** Returns whether two parts of a drawing touch. */
export function touch(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
