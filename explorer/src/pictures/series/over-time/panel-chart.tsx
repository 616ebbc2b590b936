/** A panel of samples over time: a chart, a link over the sample in focus, and its tip. */
import "uplot/dist/uPlot.min.css";
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router";
import uPlot from "uplot";
import { pageOf } from "../../../address/address.ts";
import { Link, useDatedPage } from "../../../description/past/link.tsx";
import { quantity } from "../../../units.ts";
import type { ColorOf } from "../../parts/colors.ts";
import { useFonts } from "../../time/surface.tsx";
import { captionOf, unitName } from "../captions.ts";
import type { Sample, SeriesParts } from "../samples.ts";
import { SampleTip } from "../tip.tsx";
import { dataOf, optionsOf } from "./chart-options.ts";
import { drawSamples, type Plot } from "./draw.ts";
import { type Frame, heightOf, MOST_MARKS } from "./frame.ts";
import { type At, moved, nearestTo, sampleAt } from "./nearest.ts";
import type { Panel } from "./panels.ts";

/** The greatest distance of the pointer, and the greatest move of it during a click, in pixels. */
const REACH = 16;
const STILL = 4;
/** The room for the focus around a sample. */
const TARGET = 12;

interface PanelProps {
  readonly panel: Panel;
  readonly parts: SeriesParts;
  readonly frame: Frame;
  readonly colorOf: ColorOf;
  readonly shapeOf: (mark: string | undefined) => number;
  /** Called when a part of x was chosen. */
  readonly choose: (from: number, to: number) => void;
  /** Announces a sentence to screen readers. */
  readonly say: (text: string) => void;
  readonly hintId: string;
  /** Whether the names of lines stand beside them. */
  readonly hasNames: boolean;
}

/** The chart of one unit. */
export function PanelChart({ panel, parts, frame, colorOf, shapeOf, choose, say, hintId, hasNames }: PanelProps) {
  const place = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<uPlot>();
  const hasFonts = useFonts();
  const chosen = useRef(choose);
  chosen.current = choose;
  const frameKey = JSON.stringify(frame);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all of the frame; drawn again with the fonts
  useEffect(() => {
    const draw = (drawn: uPlot) => {
      const { ctx } = drawn;
      ctx.save();
      ctx.scale(devicePixelRatio, devicePixelRatio);
      ctx.textBaseline = "alphabetic";
      drawSamples(ctx, panel, plotOf(drawn), { colorOf, shapeOf, hasNames, hasMarks: panel.count <= MOST_MARKS });
      ctx.restore();
    };
    const options = optionsOf(panel, frame, colorOf, { draw, choose: (from, to) => chosen.current(from, to) });
    const made = new uPlot(options, dataOf(panel, frame), place.current!);
    setChart(made);
    return () => made.destroy();
  }, [panel, frameKey, colorOf, shapeOf, hasFonts, hasNames]);

  const [at, setAt] = useState<At>();
  const [isFocused, setFocused] = useState(false);
  const [hovered, setHovered] = useState<At>();
  const navigate = useNavigate();
  const dated = useDatedPage();
  const current = useMemo(() => currentOf(panel, at), [panel, at]);
  const plot = chart && plotOf(chart);
  const pointed = hovered ?? (isFocused ? current : undefined);
  const tip = plot && pointed && pointOf(plot, sampleAt(pointed));
  const focus = plot && current && pointOf(plot, sampleAt(current));

  const under = (event: PointerEvent<HTMLElement>) => {
    if (!plot || panel.count > MOST_MARKS) return undefined;
    const box = event.currentTarget.getBoundingClientRect();
    const point = { x: event.clientX - box.left, y: event.clientY - box.top };
    const perPixel = (frame.span[1] - frame.span[0]) / (plot.right - plot.left);
    const x = frame.span[0] + (point.x - plot.left) * perPixel;
    const span = [x - REACH * perPixel, x + REACH * perPixel] as const;
    return nearestTo(panel, point, (sample) => pointOf(plot, sample), { span, reach: REACH });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !current) return;
    const next = moved(panel, current, event.key);
    if (!next) return;
    event.preventDefault();
    setAt(next);
    say(captionOf(sampleAt(next), parts));
  };
  const pressed = useRef<{ readonly x: number; readonly y: number }>(undefined);
  return (
    <div
      className={`panel${hovered ? " is-hover" : ""}`}
      style={{ height: heightOf(panel, frame) }}
      onPointerMove={(event) => event.pointerType !== "touch" && setHovered(under(event))}
      onPointerLeave={() => setHovered(undefined)}
      onPointerDown={({ clientX: x, clientY: y }) => {
        pressed.current = { x, y };
      }}
      onPointerUp={(event) => {
        const { x = 0, y = 0 } = pressed.current ?? {};
        const hit = Math.hypot(event.clientX - x, event.clientY - y) < STILL ? under(event) : undefined;
        if (hit && event.button === 0) void navigate(dated(pageOf(sampleAt(hit).path)));
      }}
    >
      <div ref={place} aria-hidden />
      {current && focus && (
        <Link
          className="pic-focus is-round"
          to={pageOf(sampleAt(current).path)}
          aria-label={`${sizeText(panel)}. ${captionOf(sampleAt(current), parts)}`}
          aria-describedby={hintId}
          style={{ left: focus.x - TARGET / 2, top: focus.y - TARGET / 2, width: TARGET, height: TARGET }}
          onKeyDown={onKeyDown}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
        />
      )}
      {tip && <SampleTip sample={sampleAt(pointed!)} parts={parts} {...tip} width={frame.width} />}
    </div>
  );
}

/** Describes a panel in words: `°C, 26 samples`. */
function sizeText({ unit, count }: Panel): string {
  return `${unitName(unit) || "no unit"}, ${quantity(count, "sample")}`;
}

/** Returns the sample in focus: the one before, if it is still drawn, otherwise the first. */
function currentOf({ lines }: Panel, at: At | undefined): At | undefined {
  const line = lines.find(({ key }) => key === at?.line.key) ?? lines[0];
  if (!line) return undefined;
  const index = at ? line.samples.findIndex(({ id }) => id === sampleAt(at).id) : 0;
  return { line, index: Math.max(0, index) };
}

/** Returns the place of the plot of a chart. */
function plotOf(chart: uPlot): Plot {
  const { left, top, width, height } = chart.bbox;
  const [x, y] = [left / devicePixelRatio, top / devicePixelRatio];
  return {
    ...{ left: x, top: y, right: x + width / devicePixelRatio, bottom: y + height / devicePixelRatio },
    x: (value) => x + chart.valToPos(value, "x"),
    y: (value) => y + chart.valToPos(value, "y"),
  };
}

function pointOf(plot: Plot, { x, y }: Sample): { readonly x: number; readonly y: number } {
  return { x: plot.x(x), y: plot.y(y) };
}
