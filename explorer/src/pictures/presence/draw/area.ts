/** Draws how many were there: steps, stacked by color. A column of one pixel is its fullest day. */
import { ticks } from "d3-array";
import type { ColorOf } from "../../parts/colors.ts";
import { drawRule } from "../../time/axis.ts";
import { fontOf } from "../../time/text.ts";
import { type Column, type Heads, stackOf } from "../heads.ts";
import type { Layout } from "../layout.ts";

/** Where the steps stand, and how high one is. */
export interface Ground {
  readonly left: number;
  readonly base: number;
  readonly perHead: number;
}

/** Draws the steps. */
export function drawSteps(
  context: CanvasRenderingContext2D,
  { heads, columns }: { readonly heads: Heads; readonly columns: readonly Column[] },
  { left, base, perHead }: Ground,
  colorOf: ColorOf,
): void {
  const levels = new Float64Array(columns.length);
  for (const hue of stackOf(heads)) {
    const counts = heads.byHue[hue];
    if (!counts) continue;
    context.fillStyle = colorOf(`c${hue}`);
    columns.forEach(({ day }, index) => {
      const count = counts[day - heads.first] ?? 0;
      if (count === 0) return;
      levels[index]! += count;
      context.fillRect(left + index, base - levels[index]! * perHead, 1, count * perHead);
    });
  }
}

/** Draws the steps with their grid. */
export function drawArea(context: CanvasRenderingContext2D, heads: Heads, layout: Layout, colorOf: ColorOf): void {
  const { x, base, perHead, fullest, columns } = layout;
  const [left, right] = [Math.round(x.range[0]), x.range[1]];
  // How many were there most is not written: it would be a record, which holds only if every stay is recorded.
  const most = fullest?.sum ?? 0;
  context.font = fontOf();
  context.textAlign = "right";
  context.fillStyle = colorOf("ink-3");
  for (const count of ticks(0, most, 3)) {
    if (count === 0 || !Number.isInteger(count)) continue;
    const y = base - count * perHead;
    drawRule(context, { y, left, right }, colorOf("hairline"), 0.55);
    context.fillText(String(count), left - 6, y + 4);
  }
  drawSteps(context, { heads, columns }, { left, base, perHead }, colorOf);
  drawRule(context, { y: base, left, right }, colorOf("ink-3"));
  context.textAlign = "left";
}
