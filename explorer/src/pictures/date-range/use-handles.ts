/** Moves the handles of a strip: by pointer and by keyboard. What they choose is applied when they come to rest. */
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import type { TimeScale } from "../time/ticks.ts";
import type { Bars } from "./bars.ts";
import { timeAt } from "./drawing.ts";
import { type End, type Handles, handlesAround, movedByBars, movedTo } from "./handles.ts";

/** The wait after the last key before the period is applied, in milliseconds. */
const SETTLE_MS = 300;
/** A page of bars. */
const PAGE = 10;
const STEPS: Readonly<Record<string, number>> = {
  ...{ ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 },
  ...{ PageUp: PAGE, PageDown: -PAGE, Home: Number.NEGATIVE_INFINITY, End: Number.POSITIVE_INFINITY },
};

/** The target of a drag: a handle, or the end of a period that began somewhere. */
type Drag = { readonly end: End } | { readonly anchor: number };

/** The handles, and what moves them. */
export interface MovedHandles {
  /** Their places, also while they move. */
  readonly handles: Handles;
  /** Of the strip. Handles have `data-end`. */
  readonly pointer: {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerUp: () => void;
    readonly onPointerCancel: () => void;
  };
  readonly keyDown: (end: End) => (event: KeyboardEvent) => void;
  /** Applies at once what the keys have chosen. */
  readonly settle: () => void;
}

/** The places of handles as an address has them. */
interface Places {
  readonly placed: Handles;
  /** Reads them from the address, which may have changed since the strip was rendered. */
  readonly placedNow: () => Handles;
}

/** Returns the handles of a strip. */
export function useHandles(
  bars: Bars,
  x: TimeScale,
  { placed, placedNow }: Places,
  apply: (handles: Handles) => void,
): MovedHandles {
  const [moved, setMoved] = useState<Handles>();
  const drag = useRef<Drag>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef({ moved, apply });
  latest.current = { moved, apply };
  const handles = moved ?? placed;
  const move = (next: Handles | undefined) => {
    latest.current.moved = next;
    setMoved(next);
  };
  const settle = () => {
    clearTimeout(timer.current);
    const { moved: chosen, apply: applyNow } = latest.current;
    if (!chosen) return;
    move(undefined);
    applyNow(chosen);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const timeOf = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) =>
    timeAt(x, clientX - currentTarget.getBoundingClientRect().left);
  return {
    handles,
    settle,
    pointer: {
      onPointerDown: (event) => {
        if (event.button !== 0) return;
        const { end } = (event.target as HTMLElement).dataset;
        drag.current = end === "from" || end === "to" ? { end } : { anchor: timeOf(event) };
        event.currentTarget.setPointerCapture(event.pointerId);
        if ("anchor" in drag.current) move(handlesAround(bars, timeOf(event), timeOf(event)));
      },
      onPointerMove: (event) => {
        if (!drag.current) return;
        const time = timeOf(event);
        if ("end" in drag.current) move(movedTo(bars, latest.current.moved ?? placedNow(), drag.current.end, time));
        else move(handlesAround(bars, drag.current.anchor, time));
      },
      onPointerUp: () => {
        drag.current = undefined;
        settle();
      },
      onPointerCancel: () => {
        drag.current = undefined;
        move(undefined);
      },
    },
    keyDown: (end) => (event) => {
      const step = STEPS[event.key];
      if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      const count = Number.isFinite(step) ? step : Math.sign(step) * bars.edges.length;
      move(movedByBars(bars, latest.current.moved ?? placedNow(), end, count));
      clearTimeout(timer.current);
      timer.current = setTimeout(settle, SETTLE_MS);
    },
  };
}
