/** Draws what is in focus: an outline, and a line to the item above it. */
import type { ColorOf } from "../../parts/colors.ts";
import { drawWords, fontOf } from "../../time/text.ts";
import { BAR, type Mark } from "../layout.ts";

/** The mark in focus or under the pointer, and the one above it. */
export interface Focus {
  readonly mark: Mark;
  readonly parent: Mark | undefined;
  /** Under the pointer; the link that has the focus shows that itself. */
  readonly isHovered: boolean;
}

/** Draws the focus over the picture. */
export function drawFocus(
  context: CanvasRenderingContext2D,
  { mark, parent, isHovered }: Focus,
  { colorOf, width }: { readonly colorOf: ColorOf; readonly width: number },
): void {
  if (parent) drawLine(context, mark, parent, colorOf);
  context.lineWidth = 1.5;
  context.strokeStyle = colorOf("ink");
  if (isHovered) context.strokeRect(mark.x0 - 1.5, mark.y - 1.5, mark.x1 - mark.x0 + 3, BAR + 3);
  context.font = fontOf(11, 600);
  // Where there is no room for it, the tip has it.
  if (mark.labelAt + context.measureText(mark.item.label).width > width) return;
  drawWords(
    context,
    mark.item.label,
    { x: mark.labelAt, y: mark.y + 7.5 },
    { fill: colorOf("ink"), halo: colorOf("sheet"), width: 4 },
  );
}

function drawLine(context: CanvasRenderingContext2D, mark: Mark, parent: Mark, colorOf: ColorOf): void {
  const from = mark.y + BAR / 2;
  const to = parent.y + BAR / 2;
  const at = mark.x0 + 2;
  context.strokeStyle = colorOf("ink");
  context.fillStyle = colorOf("ink");
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(at, from);
  context.lineTo(at, to);
  context.stroke();
  context.beginPath();
  context.arc(Math.max(parent.x0, Math.min(parent.x1, at)), to, 2.5, 0, 2 * Math.PI);
  context.fill();
  context.strokeRect(parent.x0 - 2.5, parent.y - 2.5, parent.x1 - parent.x0 + 5, BAR + 5);
}
