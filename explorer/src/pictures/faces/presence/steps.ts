/** Draws how many were there: steps, stacked by color, over a grid of counts. */
import { ticks } from "d3-array";
import { type Column, type Heads, stackOf } from "../../presence/heads.ts";
import { px, type SvgNode, svg } from "../../svg/node.ts";

const MOST_PER_HEAD = 44;

/** Returns the height of one member: whole pixels, so that steps have sharp edges, unless there are too many. */
export function perHeadOf(most: number, height: number): number {
  const each = Math.min(MOST_PER_HEAD, height / Math.max(1, most));
  return each >= 2 ? Math.floor(each) : each;
}

/** The place of steps, and the height of one. */
export interface Ground {
  readonly left: number;
  readonly base: number;
  readonly perHead: number;
}

/** Draws the steps of each color: a rectangle for each run of equal columns. */
export function stepsOf(heads: Heads, columns: readonly Column[], { left, base, perHead }: Ground): SvgNode[] {
  const below = new Int32Array(columns.length);
  return stackOf(heads).flatMap((hue) => {
    const counts = columns.map(({ day }) => heads.byHue[hue]?.[day - heads.first] ?? 0);
    let d = "";
    for (let from = 0, to = 1; from < columns.length; from = to, to += 1) {
      while (to < columns.length && counts[to] === counts[from] && below[to] === below[from]) to += 1;
      if (counts[from]! > 0)
        d += `M${left + from} ${px(base - below[from]! * perHead)}v${px(-counts[from]! * perHead)}h${to - from}v${px(counts[from]! * perHead)}z`;
    }
    counts.forEach((count, index) => {
      below[index]! += count;
    });
    return d === "" ? [] : [svg("path", { class: `f${hue}`, d })];
  });
}

/** Draws a line and a number at whole counts, up to a right edge. */
export function countGrid(most: number, { left, base, perHead }: Ground, right: number): SvgNode[] {
  return ticks(0, most, 3)
    .filter((count) => count > 0 && Number.isInteger(count))
    .flatMap((count) => {
      const y = px(base - count * perHead);
      return [
        svg("path", { class: "grid is-soft", d: `M${left} ${y}H${right}` }),
        svg("text", { class: "tick", x: left - 6, y: px(y + 4), "text-anchor": "end" }, String(count)),
      ];
    });
}
