/** Fillings that say more than a color: a hatch for rough dates, a fade for ongoing items. */
import type { DrawingContext } from "../svg/context.ts";

/** A part of a drawing, in pixels. */
export type Rect = readonly [x: number, y: number, width: number, height: number];

/** The distance of the lines of a hatch along an edge: 3 of 5 pixels across are filled. */
const SPACING = 5 * Math.SQRT2;
const THICKNESS = 3;

/** Fills boxes with diagonals that meet from box to box. */
export function fillHatched(context: DrawingContext, color: string, boxes: readonly Rect[]): void {
  if (boxes.length === 0) return;
  const ends = boxes.reduce(
    ([left, top, right, bottom], [x, y, width, height]) =>
      [
        ...[Math.min(left, x), Math.min(top, y)],
        ...[Math.max(right, x + width), Math.max(bottom, y + height)],
      ] as const as [number, number, number, number],
    [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
  const [left, right] = [ends[0], ends[2]];
  // The ends of the lines are cut off with the rest.
  const [top, bottom] = [ends[1] - THICKNESS, ends[3] + THICKNESS];
  context.save();
  context.beginPath();
  for (const box of boxes) context.rect(...box);
  context.clip();
  context.strokeStyle = color;
  context.lineWidth = THICKNESS;
  context.beginPath();
  for (let at = Math.floor((left + top) / SPACING) * SPACING; at <= right + bottom + SPACING; at += SPACING) {
    context.moveTo(at - top, top);
    context.lineTo(at - bottom, bottom);
  }
  context.stroke();
  context.restore();
}

/** Returns a color that fades towards the right. */
export function fade(context: DrawingContext, color: string, from: number, to: number): CanvasGradient {
  const gradient = context.createLinearGradient(from, 0, to, 0);
  gradient.addColorStop(0, color);
  gradient.addColorStop(1, faint(color, 0.3));
  return gradient;
}

/** Returns a color of a token, as `getComputedStyle` writes it, with less opacity. */
function faint(color: string, alpha: number): string {
  const parts = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(color);
  return parts ? `rgba(${parts[1]}, ${parts[2]}, ${parts[3]}, ${alpha})` : color;
}
