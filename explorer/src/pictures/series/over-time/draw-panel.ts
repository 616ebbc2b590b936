/** Draws a panel where there is no chart library: its grid, axes and lines, and the samples on them. */
import { plainNumber } from "../../../units.ts";
import { linearScale } from "../../layout/scales.ts";
import type { ColorOf } from "../../parts/colors.ts";
import type { DrawingContext } from "../../svg/context.ts";
import { fontOf } from "../../time/text.ts";
import { drawSamples, drawUnit, type Plot, type Style } from "./draw.ts";
import { type Frame, type FramedPanel, pointsIn, TOP, ticksOfX } from "./frame.ts";
import type { Panel } from "./panels.ts";

/** Grid and lines are fainter than words and marks. */
const FAINT = 0.7;
/** The distances of words from the plot: at its left, and the base line of those below it. */
const BESIDE = 8;
const BELOW = 17;

/** Draws a panel. */
export function drawPanel(context: DrawingContext, framed: FramedPanel, style: Omit<Style, "hasNames">): void {
  const { panel, frame, hasNames } = framed;
  const plot = plotOf(panel, frame);
  drawAxes(context, framed, plot, style.colorOf);
  drawUnit(context, panel.unit, frame.left, style.colorOf);
  drawLines(context, framed, plot, style.colorOf);
  drawSamples(context, panel, plot, { ...style, hasNames });
}

function plotOf({ height, range }: Panel, { left, right, width, span }: Frame): Plot {
  const edges = { left, right: width - right, top: TOP, bottom: TOP + height };
  return {
    ...edges,
    x: linearScale(span, [edges.left, edges.right]),
    y: linearScale(range, [edges.bottom, edges.top]),
  };
}

function drawAxes(context: DrawingContext, { panel, frame }: FramedPanel, plot: Plot, colorOf: ColorOf): void {
  const marks = ticksOfX(frame);
  context.strokeStyle = colorOf("hairline");
  context.globalAlpha = FAINT;
  context.lineWidth = 1;
  context.beginPath();
  for (const { at } of marks) {
    context.moveTo(Math.round(plot.x(at)) + 0.5, plot.top);
    context.lineTo(Math.round(plot.x(at)) + 0.5, plot.bottom);
  }
  for (const tick of panel.ticks) {
    context.moveTo(plot.left, Math.round(plot.y(tick)) + 0.5);
    context.lineTo(plot.right, Math.round(plot.y(tick)) + 0.5);
  }
  context.stroke();
  context.globalAlpha = 1;
  context.font = fontOf();
  context.fillStyle = colorOf("ink-3");
  context.textAlign = "right";
  for (const tick of panel.ticks) context.fillText(plainNumber(tick), plot.left - BESIDE, plot.y(tick) + 4);
  context.textAlign = "center";
  if (frame.hasDates) for (const { at, text } of marks) context.fillText(text, plot.x(at), plot.bottom + BELOW);
}

function drawLines(context: DrawingContext, { panel, frame }: FramedPanel, plot: Plot, colorOf: ColorOf): void {
  context.save();
  context.beginPath();
  context.rect(plot.left, plot.top, plot.right - plot.left, plot.bottom - plot.top);
  context.clip();
  context.globalAlpha = FAINT;
  context.lineWidth = 1.25;
  for (const line of panel.lines.filter(({ isJoined }) => isJoined)) {
    const { x, y } = pointsIn(line, panel, frame);
    context.strokeStyle = colorOf(`c${line.hue}`);
    context.beginPath();
    x.forEach((at, index) => {
      const value = y[index] ?? undefined;
      if (value === undefined) return;
      const isFirst = y[index - 1] == null;
      context[isFirst ? "moveTo" : "lineTo"](plot.x(at), plot.y(value));
    });
    context.stroke();
  }
  context.restore();
}
