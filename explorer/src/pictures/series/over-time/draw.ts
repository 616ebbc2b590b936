/** Draws what the chart library does not: marks by shape, whiskers, and names at the ends of lines. */
import { words } from "../../../../../kit/description/words.ts";
import { countText } from "../../../units.ts";
import type { ColorOf } from "../../parts/colors.ts";
import type { DrawingContext } from "../../svg/context.ts";
import { drawWords, fontOf, type Point } from "../../time/text.ts";
import { unitName } from "../captions.ts";
import type { Sample } from "../samples.ts";
import type { Line, Panel } from "./panels.ts";

/** The plot in CSS pixels, and where values are in it. */
export interface Plot {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
}

/** The style of a panel. */
export interface Style {
  readonly colorOf: ColorOf;
  /** Returns the place of each mark among the words of its field. */
  readonly shapeOf: (mark: string | undefined) => number;
  /** Whether names stand at the right. */
  readonly hasNames: boolean;
  /** Whether each sample has its mark. */
  readonly hasMarks: boolean;
}

const RADIUS = 3.25;
const OPEN = 3;
const WHISKER = 2.5;
const NAME_HEIGHT = 29;
const NAME_WIDTH = 150;
const UNDER_NAME = 12;
/** From so many samples in a line on, marks are smaller. */
const DENSE = 400;
const DENSE_SIZE = 0.6;
const DENSE_RADIUS = RADIUS * DENSE_SIZE;

/** Draws the unit above the axis of values, which ends at the left of the plot. */
export function drawUnit(context: DrawingContext, unit: string, left: number, colorOf: ColorOf): void {
  const text = unitName(unit) || "no unit";
  context.font = fontOf(11.5, 600);
  context.fillStyle = colorOf("ink-2");
  const isLong = context.measureText(text).width > left - 8;
  context.textAlign = isLong ? "left" : "right";
  context.fillText(text, isLong ? 0 : left - 8, 11);
}

/** Draws the samples of a panel. */
export function drawSamples(context: DrawingContext, panel: Panel, plot: Plot, style: Style): void {
  context.save();
  context.beginPath();
  context.rect(plot.left - 5, plot.top - 5, plot.right - plot.left + 10, plot.bottom - plot.top + 10);
  context.clip();
  if (style.hasMarks) for (const line of panel.lines) drawLine(context, line, plot, style);
  context.restore();
  if (style.hasNames) drawNames(context, panel, plot, style.colorOf);
}

function drawLine(context: DrawingContext, { samples, hue }: Line, plot: Plot, style: Style): void {
  const color = style.colorOf(`c${hue}`);
  const sheet = style.colorOf("sheet");
  const isDense = samples.length > DENSE;
  context.strokeStyle = color;
  context.lineWidth = 1.25;
  context.beginPath();
  for (const sample of samples) if (sample.uncertainty) addWhisker(context, sample, plot);
  context.stroke();
  const discs: Point[] = [];
  for (const { x, y, mark } of samples) {
    const [left, top] = [plot.x(x), plot.y(y)];
    if (left < plot.left - 4 || left > plot.right + 4) continue;
    if (isDense && style.shapeOf(mark) === 0) {
      discs.push({ x: left, y: top });
      continue;
    }
    drawMark(context, { shape: style.shapeOf(mark), x: left, y: top, size: isDense ? DENSE_SIZE : 1 }, color, sheet);
  }
  // One path of many discs is filled much faster than each by itself.
  context.beginPath();
  for (const { x, y } of discs) {
    context.moveTo(x + DENSE_RADIUS, y);
    context.arc(x, y, DENSE_RADIUS, 0, 2 * Math.PI);
  }
  context.fillStyle = color;
  context.fill();
}

function addWhisker(context: DrawingContext, { x, y, uncertainty = 0 }: Sample, plot: Plot): void {
  const at = plot.x(x);
  const [top, bottom] = [plot.y(y + uncertainty), plot.y(y - uncertainty)];
  context.moveTo(at, top);
  context.lineTo(at, bottom);
  for (const end of [top, bottom]) {
    context.moveTo(at - WHISKER, end);
    context.lineTo(at + WHISKER, end);
  }
}

/** Draws a mark: a disc, a ring, a cross, a square, by the place of its word. */
function drawMark(
  context: DrawingContext,
  { shape, x, y, size }: { readonly shape: number; readonly x: number; readonly y: number; readonly size: number },
  color: string,
  sheet: string,
): void {
  const reach = OPEN * size;
  context.beginPath();
  if (shape === 2) {
    context.moveTo(x - reach, y - reach);
    context.lineTo(x + reach, y + reach);
    context.moveTo(x + reach, y - reach);
    context.lineTo(x - reach, y + reach);
  } else if (shape >= 3) context.rect(x - reach, y - reach, 2 * reach, 2 * reach);
  else context.arc(x, y, (shape === 1 ? OPEN : RADIUS) * size, 0, 2 * Math.PI);
  context.fillStyle = shape === 0 ? color : sheet;
  if (shape !== 2) context.fill();
  context.lineWidth = shape === 0 ? 1 : 1.75;
  context.strokeStyle = shape === 0 ? sheet : color;
  context.stroke();
}

/** Draws names at the last samples; those that would touch move apart. */
function drawNames(context: DrawingContext, { lines }: Panel, plot: Plot, colorOf: ColorOf): void {
  const names = lines
    .map((line) => ({ line, last: line.samples.at(-1)! }))
    .map(({ line, last }) => ({ line, x: Math.min(plot.x(last.x), plot.right) + 12, y: plot.y(last.y) + 1 }))
    .sort((a, b) => a.y - b.y);
  const lowest = plot.bottom - UNDER_NAME;
  const isNear = (a: { x: number }, b: { x: number }) => Math.abs(a.x - b.x) < NAME_WIDTH;
  names.forEach((name, index) => {
    for (const above of names.slice(0, index))
      if (isNear(name, above)) name.y = Math.max(name.y, above.y + NAME_HEIGHT);
  });
  for (let index = names.length - 1; index >= 0; index--) {
    const name = names[index]!;
    name.y = Math.min(name.y, lowest);
    for (const below of names.slice(index + 1))
      if (isNear(name, below)) name.y = Math.min(name.y, below.y - NAME_HEIGHT);
  }
  const halo = colorOf("sheet");
  context.textAlign = "left";
  for (const { line, x, y } of names) {
    context.font = fontOf(12, 540);
    drawWords(context, line.name, { x, y }, { fill: colorOf("ink"), halo, width: 3 });
    context.font = fontOf();
    const count = countText(line.samples.length);
    const detail = [words(line.detail), count].filter(Boolean).join(" · ");
    drawWords(context, detail, { x, y: y + 14 }, { fill: colorOf("ink-3"), halo, width: 3 });
  }
}
