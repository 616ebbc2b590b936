/** The grid and the words of a time axis on a canvas. */
import type { ColorOf } from "../parts/colors.ts";
import type { DrawingContext } from "../svg/context.ts";
import { clamp } from "./days.ts";
import { fontOf } from "./text.ts";
import { AXIS_SPACING, type TimeScale, ticksOf } from "./ticks.ts";

/** A part of the width. */
export type Interval = readonly [from: number, to: number];

/** The place of an axis. */
export interface AxisPlace {
  readonly top: number;
  readonly bottom: number;
  /** The base line of its words. */
  readonly words: number;
  /** The width of the drawing. */
  readonly width: number;
  /** Words that would touch these are left out. */
  readonly avoid?: readonly Interval[];
  /** Words stand at the right of their lines, not on them. */
  readonly isBeside?: boolean;
}

/** Draws the grid and its words. */
export function drawAxis(
  context: DrawingContext,
  x: TimeScale,
  colorOf: ColorOf,
  { top, bottom, words, width: whole, avoid = [], isBeside = false }: AxisPlace,
): void {
  context.font = fontOf();
  context.lineWidth = 1;
  const [left, right] = x.range;
  for (const { day, text, isStrong } of ticksOf(x, AXIS_SPACING)) {
    const at = Math.round(x(day)) + 0.5;
    if (at < left - 1 || at > right + 1) continue;
    context.strokeStyle = colorOf("hairline");
    context.globalAlpha = isStrong ? 1 : 0.55;
    context.beginPath();
    context.moveTo(at, top);
    context.lineTo(at, bottom);
    context.stroke();
    context.globalAlpha = 1;
    context.fillStyle = colorOf("ink-3");
    const width = context.measureText(text).width;
    // Words at an edge stand within it.
    const begin = clamp(isBeside ? at + 3 : at - width / 2, 0, whole - width);
    const isFree = avoid.every(([from, to]) => begin > to || begin + width < from);
    if (isFree) context.fillText(text, begin, words);
  }
}

/** Draws a horizontal line. */
export function drawRule(
  context: DrawingContext,
  { y, left, right }: { readonly y: number; readonly left: number; readonly right: number },
  color: string,
  alpha = 1,
): void {
  context.save();
  context.globalAlpha = alpha;
  context.strokeStyle = color;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(left, y + 0.5);
  context.lineTo(right, y + 0.5);
  context.stroke();
  context.restore();
}
