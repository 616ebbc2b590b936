/** Draws the day of the cursor, and the bar under the pointer. */
import type { ColorOf } from "../../parts/colors.ts";
import { fontOf } from "../../time/text.ts";
import { AXIS_SPACING, ticksOf } from "../../time/ticks.ts";
import type { Here } from "../heads.ts";
import { type Layout, type Mark, markOf, TOP, wordsOf } from "../layout.ts";

/** The day, what its flag says, and who is there. */
export interface Cursor {
  readonly day: number;
  readonly text: string;
  readonly here: readonly Here[];
}

/** Draws the line through all, its flag, and a dot on each bar that it crosses. */
export function drawCursor(context: CanvasRenderingContext2D, layout: Layout, cursor: Cursor, colorOf: ColorOf): void {
  const { x, width, height, isNamed } = layout;
  const { day, text, here } = cursor;
  if (day < x.span.from || day >= x.span.to) return;
  const at = Math.round(x(day + 0.5)) + 0.5;
  if (!isNamed) coverWords(context, layout, at, colorOf);
  for (const [color, lineWidth, alpha] of [["sheet", 4, 0.85] as const, ["signal", 1.5, 1] as const]) {
    context.globalAlpha = alpha;
    context.strokeStyle = colorOf(color);
    context.lineWidth = lineWidth;
    context.beginPath();
    context.moveTo(at, TOP - 8);
    context.lineTo(at, height);
    context.stroke();
  }
  if (!isNamed) drawDots(context, layout, { at, here, day }, colorOf);
  context.font = fontOf(11.5, 600);
  const flag = context.measureText(text).width + 18;
  const left = Math.max(0, Math.min(width - flag, at - (isNamed ? flag / 2 : 12)));
  context.fillStyle = colorOf("signal-ink");
  context.beginPath();
  context.roundRect(left, TOP - 30, flag, 21, 3);
  context.fill();
  context.fillStyle = colorOf("on-fill");
  context.textAlign = "center";
  context.fillText(text, left + flag / 2, TOP - 15.5);
  context.textAlign = "left";
}

/** Covers words of the axis that the line would cross. */
function coverWords(context: CanvasRenderingContext2D, layout: Layout, at: number, colorOf: ColorOf): void {
  context.fillStyle = colorOf("sheet");
  for (const { day } of ticksOf(layout.x, AXIS_SPACING))
    if (Math.abs(layout.x(day) - at) < 18) context.fillRect(layout.x(day) - 16, wordsOf(layout) - 10, 32, 14);
}

function drawDots(
  context: CanvasRenderingContext2D,
  layout: Layout,
  { at, here, day }: { readonly at: number; readonly here: readonly Here[]; readonly day: number },
  colorOf: ColorOf,
): void {
  const present = new Set(here.map(({ member }) => member));
  context.fillStyle = colorOf("signal");
  context.strokeStyle = colorOf("sheet");
  context.lineWidth = 1.25;
  layout.rows.forEach(({ bars }, row) => {
    const bar = bars.find(({ member, stay }) => present.has(member) && stay.from <= day && day <= stay.known);
    if (!bar) return;
    context.beginPath();
    context.arc(at, markOf(layout, bar, row).y + layout.bar.height / 2, 3, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
  });
}

/** Draws an outline around a bar. */
export function drawOutline(
  context: CanvasRenderingContext2D,
  { x0, x1, y }: Mark,
  height: number,
  colorOf: ColorOf,
): void {
  context.strokeStyle = colorOf("ink");
  context.lineWidth = 1.5;
  context.strokeRect(x0 - 1.5, y - 1.5, x1 - x0 + 3, height + 3);
}
