/** Draws the line of a record in a narrow timeline. */
import { SvgContext } from "../../svg/context.ts";
import type { SvgNode } from "../../svg/node.ts";
import { AXIS_SPACING, ticksOf } from "../../time/ticks.ts";
import { drawBar } from "../draw/bar.ts";
import type { Drawing } from "../draw/timeline.ts";
import type { Item } from "../items.ts";
import { BAR } from "../layout.ts";
import { placeOf } from "../pack.ts";

/** Its height. */
export const LINE = 16;
/** The length in which a bar fades that goes on. */
const FADE = 28;

/** Draws the bar of a record over the grid. */
export function drawLine(item: Item, { x, now, isPast, colorOf }: Drawing): readonly SvgNode[] {
  const context = new SvgContext(`${item.id}-`);
  const line = (at: number, token: string) => {
    context.strokeStyle = colorOf(token);
    context.beginPath();
    context.moveTo(at, 0);
    context.lineTo(at, LINE);
    context.stroke();
  };
  for (const { day } of ticksOf(x, AXIS_SPACING)) line(Math.round(x(day)) + 0.5, "hairline");
  const y = (LINE - BAR) / 2;
  const fade = [x(now) - FADE, x(now)] as const;
  const mark = { ...placeOf(item, x, () => 0), row: 0, hasLabel: false, y };
  drawBar(context, mark, { colorOf, fade });
  if (!isPast && now >= x.span.from && now <= x.span.to) line(Math.round(x(now)) + 0.5, "signal");
  return context.nodes;
}
