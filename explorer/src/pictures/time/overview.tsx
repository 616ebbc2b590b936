/** The whole time, 60 px high, with the window that the picture shows. Its two handles are sliders. */
import { type KeyboardEvent, type PointerEvent, useCallback, useState } from "react";
import { dateText } from "../../units.ts";
import { type ColorOf, useColors } from "../parts/colors.ts";
import { clamp, isoOf } from "./days.ts";
import { Surface } from "./surface.tsx";
import { fontOf } from "./text.ts";
import { type TimeScale, ticksOf, timeScale } from "./ticks.ts";
import { useGestures } from "./use-gestures.ts";
import type { ShownSpan } from "./use-span.ts";

/** The height of the strip. */
const STRIP_HEIGHT = 60;
/** The height of the line on which the columns of the strip stand, in pixels. */
export const STRIP_BASE = 46;

/** Draws the columns of the strip on a scale of the whole time. */
export type DrawStrip = (context: CanvasRenderingContext2D, x: TimeScale, colorOf: ColorOf) => void;

/** The strip. */
export function Overview({
  shown,
  width,
  density,
  left,
  right,
  notes,
  draw,
}: {
  readonly shown: ShownSpan;
  readonly width: number;
  readonly density: number;
  readonly left: number;
  readonly right: number;
  /** Names of the columns; they stand at the left, where there is room. */
  readonly notes: readonly string[];
  readonly draw: DrawStrip;
}) {
  const colorOf = useColors();
  const [place, setPlace] = useState<HTMLDivElement | null>(null);
  const { whole, span, show } = shown;
  const x = timeScale(whole, left, right);
  useGestures(place, x, shown, { isPlainWheel: true });
  const notesKey = notes.join("\n");
  const paint = useCallback(
    (context: CanvasRenderingContext2D) => {
      const scale = timeScale(whole, left, right);
      const [a, b] = [scale(span.from), scale(span.to)];
      context.fillStyle = colorOf("accent-wash");
      context.globalAlpha = 0.6;
      context.fillRect(a, 4, b - a, STRIP_BASE - 4);
      context.globalAlpha = 1;
      draw(context, scale, colorOf);
      context.font = fontOf();
      context.fillStyle = colorOf("ink-3");
      const besides = left > 60 ? notesKey.split("\n") : [];
      for (const [index, note] of besides.entries()) context.fillText(note, 0, 20 + 14 * index);
      context.fillRect(left, STRIP_BASE, right - left, 1);
      context.textAlign = "center";
      for (const { day, text } of ticksOf(scale, 90)) context.fillText(text, scale(day), STRIP_HEIGHT - 2);
    },
    [whole, span, left, right, colorOf, draw, notesKey],
  );
  return (
    <div className="overview" ref={setPlace}>
      <Surface width={width} height={STRIP_HEIGHT} density={density} paint={paint} />
      <Handle
        label="From"
        day={span.from}
        x={x}
        whole={whole}
        onMove={(from) => show({ from: Math.min(from, span.to - 31), to: span.to })}
      />
      <Handle
        label="To"
        day={span.to}
        x={x}
        whole={whole}
        onMove={(to) => show({ from: span.from, to: Math.max(to, span.from + 31) })}
      />
    </div>
  );
}

function Handle({
  label,
  day,
  x,
  whole,
  onMove,
}: {
  readonly label: string;
  readonly day: number;
  readonly x: TimeScale;
  readonly whole: { readonly from: number; readonly to: number };
  readonly onMove: (day: number) => void;
}) {
  const move = (next: number) => onMove(clamp(next, whole.from, whole.to));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined && event.key !== "Home" && event.key !== "End") return;
    event.preventDefault();
    if (step === undefined) move(event.key === "Home" ? whole.from : whole.to);
    else move(day + step * (event.shiftKey ? 10 : 1) * Math.max(1, Math.round((whole.to - whole.from) / 200)));
  };
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const left = event.currentTarget.parentElement!.getBoundingClientRect().left;
    move(x.invert(event.clientX - left));
  };
  const at = x(day);
  return (
    <div
      className={`handle ${label === "To" ? "is-end" : "is-start"}`}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={Math.round(whole.from)}
      aria-valuemax={Math.round(whole.to)}
      aria-valuenow={Math.round(day)}
      aria-valuetext={dateText(isoOf(label === "To" ? day - 1 : day))}
      style={{ left: at }}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onMouseDown={(event) => event.stopPropagation()}
      onPointerMove={drag}
    />
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };
