/** Draws a bar and its label: what is known of its start, its end and its state is in its shape. */
import type { ColorOf } from "../../parts/colors.ts";
import type { DrawingContext } from "../../svg/context.ts";
import { fade, fillHatched } from "../../time/bars.ts";
import { drawWords } from "../../time/text.ts";
import { BAR, type Mark } from "../layout.ts";

/** The colors of bars, and their fade. */
export interface BarDrawing {
  readonly colorOf: ColorOf;
  /** The beginning and the end of the fade of ongoing items. */
  readonly fade: readonly [from: number, to: number];
}

/** Draws a bar. */
export function drawBar(context: DrawingContext, mark: Mark, drawing: BarDrawing): void {
  const { item, x0, x1, y } = mark;
  const color = drawing.colorOf(`c${item.hue}`);
  context.fillStyle = color;
  context.strokeStyle = color;
  if (item.tone === "plan") drawPlanned(context, { x0, x1, y });
  else if (item.to === undefined && !item.isRough) drawDot(context, { x0, y });
  else drawFilled(context, mark, color, drawing);
  if (mark.isCut) return;
  if (item.isGoing) drawArrow(context, { x1, y });
  context.strokeStyle = drawing.colorOf("ink");
  context.lineWidth = 1.5;
  if (item.tone === "fault") drawCross(context, { x1, y });
  if (item.tone === "off") line(context, [x0 - 2, y + BAR / 2], [x1 + 2, y + BAR / 2]);
}

function drawFilled(context: DrawingContext, mark: Mark, color: string, drawing: BarDrawing): void {
  const { item, x0, x1, y } = mark;
  const solid = Math.min(mark.solid, x1);
  if (item.tone === "off") context.globalAlpha = 0.55;
  if (item.isGoing && item.known === undefined)
    context.fillStyle = fade(
      context,
      color,
      Math.min(Math.max(x0, drawing.fade[0]), drawing.fade[1] - 1),
      drawing.fade[1],
    );
  context.fillRect(solid, y, mark.known - solid, BAR);
  if (solid > x0) {
    fillHatched(context, color, [[x0, y, solid - x0, BAR]]);
    context.lineWidth = 1;
    context.strokeRect(x0 + 0.5, y + 0.5, Math.max(1, solid - x0 - 1), BAR - 1);
  }
  if (x1 > mark.known) fillHatched(context, color, [[mark.known, y, x1 - mark.known, BAR]]);
  context.globalAlpha = 1;
}

/** Narrower outlines have no dashes: what is left of them would look like a figure. */
const LEAST_DASHED = 14;

function drawPlanned(context: DrawingContext, { x0, x1, y }: { x0: number; x1: number; y: number }): void {
  context.lineWidth = 1.5;
  if (x1 - x0 >= LEAST_DASHED) context.setLineDash([3.5, 2.5]);
  context.strokeRect(x0 + 0.75, y + 0.75, Math.max(4, x1 - x0 - 1.5), BAR - 1.5);
  context.setLineDash([]);
}

function drawDot(context: DrawingContext, { x0, y }: { x0: number; y: number }): void {
  context.beginPath();
  context.arc(x0 + 3, y + BAR / 2, 3, 0, 2 * Math.PI);
  context.fill();
}

function drawArrow(context: DrawingContext, { x1, y }: { x1: number; y: number }): void {
  context.lineWidth = 1.5;
  context.beginPath();
  context.moveTo(x1 + 1.5, y + 0.5);
  context.lineTo(x1 + 5, y + 4);
  context.lineTo(x1 + 1.5, y + 7.5);
  context.stroke();
}

function drawCross(context: DrawingContext, { x1, y }: { x1: number; y: number }): void {
  line(context, [x1 + 1.5, y + 1], [x1 + 7.5, y + 7]);
  line(context, [x1 + 7.5, y + 1], [x1 + 1.5, y + 7]);
}

function line(context: DrawingContext, from: [number, number], to: [number, number]): void {
  context.beginPath();
  context.moveTo(...from);
  context.lineTo(...to);
  context.stroke();
}

/** Draws the label of a bar. */
export function drawLabel(
  context: DrawingContext,
  mark: Mark,
  { colorOf, width }: { colorOf: ColorOf; width: number },
): void {
  if (mark.room > width + 6) return;
  const at = { x: mark.labelAt, y: mark.y + 7.5 };
  drawWords(context, mark.item.label, at, { fill: colorOf("ink-2"), halo: colorOf("sheet") });
}
