/** Columns over time: how many begin in each period. */
import type { DrawingContext } from "../svg/context.ts";
import type { TimeScale } from "../time/ticks.ts";
import type { TimeColumn } from "./items.ts";

/** Draws columns upwards from a base line; the tallest has the whole height. */
export function drawColumns(
  context: DrawingContext,
  columns: readonly TimeColumn[],
  x: TimeScale,
  { base, height, color }: { readonly base: number; readonly height: number; readonly color: string },
): void {
  const most = columns.reduce((largest, { count }) => Math.max(largest, count), 1);
  context.fillStyle = color;
  for (const { from, to, count } of columns) {
    const own = (count / most) * height;
    context.fillRect(x(from) + 0.75, base - own, Math.max(1, x(to) - x(from) - 1.5), own);
  }
}
