/** Options with which the chart library draws a panel: axes, grid, lines, and the choice of a part of x. */
import uPlot from "uplot";
import { plainNumber } from "../../../units.ts";
import type { ColorOf } from "../../parts/colors.ts";
import { fontOf } from "../../time/text.ts";
import { drawUnit } from "./draw.ts";
import { DATES, EDGE, type Frame, heightOf, pointsIn, TOP, ticksOfX } from "./frame.ts";
import type { Line, Panel } from "./panels.ts";

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
        splits: () => ticksOfX(frame).map(({ at }) => at),
        values: () => ticksOfX(frame).map(({ text }) => (hasDates ? text : "")),
      },
      {
        ...{ ...shared, size: left, gap: 8 },
        splits: () => [...panel.ticks],
        values: (_, splits) => splits.map(plainNumber),
      },
    ],
    series: [{}, ...panel.lines.map((line) => seriesOf(line, colorOf))],
    hooks: {
      draw: [(chart) => drawUnitOn(chart, panel, left, colorOf), hooks.draw],
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
export function dataOf(panel: Panel, frame: Frame): uPlot.AlignedData {
  return uPlot.join(
    panel.lines.map((line) => {
      const { x, y } = pointsIn(line, panel, frame);
      return [x, y] as uPlot.AlignedData;
    }),
  );
}

function drawUnitOn({ ctx }: uPlot, { unit }: Panel, left: number, colorOf: ColorOf): void {
  ctx.save();
  ctx.scale(devicePixelRatio, devicePixelRatio);
  ctx.textBaseline = "alphabetic";
  drawUnit(ctx, unit, left, colorOf);
  ctx.restore();
}

/** Returns a color of the theme with this opacity. */
function fade(color: string, alpha: number): string {
  return `color-mix(in srgb, ${color} ${alpha * 100}%, transparent)`;
}
