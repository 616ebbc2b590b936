/** Options with which the chart library draws a panel: axes, grid, lines, and the choice of a part of x. */
import { ticks } from "d3-array";
import uPlot from "uplot";
import { plainNumber } from "../../../units.ts";
import type { ColorOf } from "../../parts/colors.ts";
import { fontOf } from "../../time/text.ts";
import { ticksOf, timeScale } from "../../time/ticks.ts";
import { unitName } from "../captions.ts";
import { columnsOf, type Points, pointsOf } from "./columns.ts";
import type { Line, Panel } from "./panels.ts";

/** The size of a panel, and what it has around its plot. */
export interface Frame {
  readonly width: number;
  readonly left: number;
  readonly right: number;
  /** Whether the marks of the axis of x have words. */
  readonly hasDates: boolean;
  /** The ends of x. */
  readonly span: readonly [number, number];
  readonly isTime: boolean;
}

/** From so many samples of a panel on, each column of pixels is drawn by its least and greatest value. */
export const MOST_MARKS = 50_000;
const DAY = 86_400;
const TOP = 24;
const DATES = 26;
const EDGE = 6;

/** Returns the height of a panel with its axis. */
export function heightOf({ height }: Panel, { hasDates }: Frame): number {
  return TOP + height + (hasDates ? DATES : EDGE);
}

/** Returns the options of a panel. */
export function optionsOf(
  panel: Panel,
  frame: Frame,
  colorOf: ColorOf,
  hooks: { readonly draw: (chart: uPlot) => void; readonly choose: (from: number, to: number) => void },
): uPlot.Options {
  const { width, left, right, hasDates } = frame;
  const grid = { stroke: fade(colorOf("hairline"), 0.7), width: 1 };
  const shared = { font: fontOf(), stroke: colorOf("ink-3"), grid, ticks: { show: false }, border: { show: false } };
  return {
    width,
    height: heightOf(panel, frame),
    padding: [TOP, right, hasDates ? 0 : EDGE, 0],
    legend: { show: false },
    cursor: {
      ...{ y: false, points: { show: false }, sync: { key: "series" }, lock: false },
      drag: { x: true, y: false, setScale: false, dist: 6 },
      focus: { prox: -1 },
    },
    scales: { x: { time: false, range: () => [...frame.span] }, y: { range: () => [...panel.range] } },
    axes: [
      {
        ...{ ...shared, size: hasDates ? DATES : 0, gap: 8 },
        splits: () => ticksOfX(frame, width - left - right).map(({ at }) => at),
        values: () => ticksOfX(frame, width - left - right).map(({ text }) => (hasDates ? text : "")),
      },
      {
        ...{ ...shared, size: left, gap: 8 },
        splits: () => [...panel.ticks],
        values: (_, splits) => splits.map(plainNumber),
      },
    ],
    series: [{}, ...panel.lines.map((line) => seriesOf(line, colorOf))],
    hooks: {
      draw: [(chart) => drawUnit(chart, panel, left, colorOf), hooks.draw],
      setSelect: [
        (chart) => {
          const { left: from, width: length } = chart.select;
          if (length < 2) return;
          chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
          hooks.choose(chart.posToVal(from, "x"), chart.posToVal(from + length, "x"));
        },
      ],
    },
  };
}

function seriesOf({ hue, isJoined }: Line, colorOf: ColorOf): uPlot.Series {
  return {
    ...{ stroke: fade(colorOf(`c${hue}`), 0.7), width: 1.25, points: { show: false } },
    ...(isJoined ? {} : { paths: () => null }),
  };
}

/** Returns the table of a panel: x, and each line where it has a value. */
export function dataOf({ lines, count }: Panel, { width, span: [from, to] }: Frame): uPlot.AlignedData {
  const isReduced = count > MOST_MARKS;
  const reduce = ({ samples, breaks }: Line): Points =>
    isReduced ? columnsOf(samples, from, to, width) : pointsOf(samples, breaks);
  return uPlot.join(lines.map((line) => [reduce(line).x, reduce(line).y] as uPlot.AlignedData));
}

function ticksOfX({ span, isTime }: Frame, width: number): { readonly at: number; readonly text: string }[] {
  if (!isTime) return ticks(...span, width / 84).map((at) => ({ at, text: plainNumber(at) }));
  const scale = timeScale({ from: span[0] / DAY, to: span[1] / DAY }, 0, Math.max(1, width));
  return ticksOf(scale, 84).map(({ day, text }) => ({ at: day * DAY, text }));
}

/** Draws the unit above the axis. */
function drawUnit({ ctx }: uPlot, { unit }: Panel, left: number, colorOf: ColorOf): void {
  ctx.save();
  ctx.scale(devicePixelRatio, devicePixelRatio);
  ctx.font = fontOf(11.5, 600);
  ctx.fillStyle = colorOf("ink-2");
  ctx.textAlign = "right";
  ctx.textBaseline = "alphabetic";
  const text = unitName(unit) || "no unit";
  const isLong = ctx.measureText(text).width > left - 8;
  if (isLong) ctx.textAlign = "left";
  ctx.fillText(text, isLong ? 0 : left - 8, 11);
  ctx.restore();
}

/** Returns a color of the theme with this opacity. */
function fade(color: string, alpha: number): string {
  return `color-mix(in srgb, ${color} ${alpha * 100}%, transparent)`;
}
