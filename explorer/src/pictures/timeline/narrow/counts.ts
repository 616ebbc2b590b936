/** Draws how many records the lanes and the periods of a narrow timeline have. */
import { px, type SvgNode, svg } from "../../svg/node.ts";
import type { TimeScale } from "../../time/ticks.ts";
import type { FoldedLane, Period } from "./layout.ts";

/** The heights of the columns of a lane, and of the squares of a period. */
export const COLUMNS = 30;
export const SQUARE = 12;
/** The widest square, and the narrowest that stands apart from the next one. */
const WIDEST = 9;
const LEAST_APART = 4;

/**
 * Draws how many records of a lane begin in each period, by color.
 * @param most in one period of all lanes
 * @param tallest the height of the column of so many, in pixels
 */
export function drawPeriods({ periods }: FoldedLane, x: TimeScale, most: number, tallest = COLUMNS): SvgNode[] {
  const [left, right] = x.range;
  const columns = periods.flatMap(({ bin, hues }) => {
    if (!bin) return [];
    const from = Math.max(left, x(bin.from));
    const width = Math.max(1, Math.min(right, x(bin.to)) - from - 0.75);
    let y = tallest;
    return hues.map(({ hue, count }) => {
      const height = (count / most) * tallest;
      y -= height;
      return svg("rect", { class: `f${hue}`, x: px(from), y: px(y), width: px(width), height: px(height) });
    });
  });
  return [...columns, svg("path", { class: "axis", d: `M${left} ${px(tallest) + 0.5}H${right}` })];
}

/** Draws a square for each record of a period; one for each color if they would be too narrow. */
export function drawSquares({ hues }: Period, most: number, width: number): SvgNode[] {
  const each = Math.min(WIDEST, width / most);
  let x = 0;
  return hues.flatMap(({ hue, count }) => {
    const [squares, own] = each < LEAST_APART ? [1, each * count] : [count, each];
    const gap = each < LEAST_APART ? 0 : 1;
    return Array.from({ length: squares }, () => {
      const at = x;
      x += own;
      return svg("rect", { class: `f${hue}`, x: px(at), y: 0, width: px(own - gap), height: SQUARE });
    });
  });
}
