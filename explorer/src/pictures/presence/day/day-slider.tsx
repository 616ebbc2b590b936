/** The handle of the day cursor: a slider over its flag. */
import { type KeyboardEvent, type PointerEvent, useId } from "react";
import { addMonths, clamp } from "../../time/days.ts";
import type { TimeScale } from "../../time/ticks.ts";
import type { ShownSpan } from "../../time/use-span.ts";
import { useToday } from "../../time/use-today.ts";

/** Left and right move by a day, with Shift by a month; T is today. */
export function DaySlider({
  day,
  said,
  text,
  x,
  height,
  shown,
  first,
  last,
  onMove,
}: {
  readonly day: number;
  /** The day that is said, and the text for it. */
  readonly said: number;
  readonly text: string;
  readonly x: TimeScale;
  readonly height: number;
  readonly shown: ShownSpan;
  /** Home and End go there. */
  readonly first: number;
  readonly last: number;
  readonly onMove: (day: number) => void;
}) {
  const hint = useId();
  const { span, whole } = shown;
  const go = (to: number) => {
    const next = clamp(to, Math.floor(whole.from), Math.ceil(whole.to) - 1);
    onMove(next);
    if (next >= span.from && next < span.to) return;
    const length = span.to - span.from;
    shown.show({ from: next - length / 2, to: next + length / 2 });
  };
  const now = useToday();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { shiftKey } = event;
    const steps: Readonly<Record<string, () => number>> = {
      ArrowRight: () => (shiftKey ? addMonths(day, 1) : day + 1),
      ArrowUp: () => (shiftKey ? addMonths(day, 1) : day + 1),
      ArrowLeft: () => (shiftKey ? addMonths(day, -1) : day - 1),
      ArrowDown: () => (shiftKey ? addMonths(day, -1) : day - 1),
      PageUp: () => addMonths(day, 12),
      PageDown: () => addMonths(day, -12),
      Home: () => first,
      End: () => last,
      t: () => now,
      T: () => now,
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    go(Math.floor(step()));
  };
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { left } = event.currentTarget.parentElement!.getBoundingClientRect();
    onMove(Math.floor(clamp(x.invert(event.clientX - left), span.from, span.to - 1)));
  };
  const isShown = day >= span.from && day < span.to;
  const at = clamp(x(day + 0.5), x.range[0], x.range[1]);
  return (
    <>
      <div
        className="day-slider"
        role="slider"
        tabIndex={0}
        aria-label="Day"
        aria-valuemin={Math.floor(whole.from)}
        aria-valuemax={Math.ceil(whole.to) - 1}
        aria-valuenow={said}
        aria-valuetext={text}
        aria-describedby={hint}
        data-out={isShown ? undefined : ""}
        style={{ left: at, height }}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onMouseDown={(event) => event.stopPropagation()}
        onClick={(event) => event.stopPropagation()}
        onPointerMove={drag}
      />
      <p className="sr" id={hint}>
        Arrow keys move by a day, with Shift by a month, Page Up and Page Down by a year; Home and End go to the first
        and the last known day, T to today, or to the day that the page shows. Space plays.
      </p>
    </>
  );
}
