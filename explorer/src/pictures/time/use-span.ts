/** The span of time that a picture shows: a part of the whole one. The fragment of the address keeps it. */
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useFragment } from "../../address/use-fragment.ts";
import { isoOf, type Span } from "./days.ts";
import { spanBetween, within } from "./span.ts";

/** The wait after the last change before it is written to the address, in milliseconds. */
const SETTLE_MS = 250;
/** The factor by which a button or a key zooms, and the part by which it moves. */
const STEP = 1.6;
const MOVE = 0.2;

/** The span that is shown, and how to change it. */
export interface ShownSpan {
  readonly span: Span;
  readonly whole: Span;
  readonly isWhole: boolean;
  readonly show: (span: Span) => void;
  /** Zooms in by a factor, around a day; by default around the middle. */
  readonly zoom: (factor: number, around?: number) => void;
  readonly zoomIn: () => void;
  readonly zoomOut: () => void;
  readonly showAll: () => void;
  /** Moves by a fraction of what is shown. */
  readonly move: (fraction: number) => void;
}

/** Returns the span of the fragment within the whole one. */
export function useSpan(whole: Span): ShownSpan {
  const [fragment, change] = useFragment();
  const [from, to] = [fragment.get("from"), fragment.get("to")];
  const requested = useMemo(() => spanBetween(from, to, whole), [from, to, whole]);
  const [moving, setMoving] = useState<Span>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const write = useRef(change);
  write.current = change;
  // The address has caught up, or has changed by itself.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only then
  useEffect(() => setMoving(undefined), [from, to]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const show = useCallback(
    (next: Span) => {
      const span = within(next, whole);
      const isWhole = span.from <= whole.from && span.to >= whole.to;
      setMoving(span);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        const named = isWhole ? { from: undefined, to: undefined } : { from: isoOf(span.from), to: isoOf(span.to - 1) };
        write.current(named);
      }, SETTLE_MS);
    },
    [whole],
  );
  const span = moving ?? requested;
  const zoom = (factor: number, around = (span.from + span.to) / 2) =>
    show({ from: around - (around - span.from) / factor, to: around + (span.to - around) / factor });
  return {
    ...{ span, whole, show, zoom },
    isWhole: span.from <= whole.from && span.to >= whole.to,
    zoomIn: () => zoom(STEP),
    zoomOut: () => zoom(1 / STEP),
    showAll: () => show(whole),
    move: (fraction) => {
      const by = (span.to - span.from) * fraction;
      show({ from: span.from + by, to: span.to + by });
    },
  };
}

/** Zooms and moves by keys. Returns whether it was one of them. */
export function zoomByKey(key: string, shown: ShownSpan): boolean {
  const actions: Readonly<Record<string, () => void>> = {
    "+": shown.zoomIn,
    "=": shown.zoomIn,
    "-": shown.zoomOut,
    "0": shown.showAll,
    PageUp: () => shown.move(-MOVE),
    PageDown: () => shown.move(MOVE),
  };
  actions[key]?.();
  return key in actions;
}
