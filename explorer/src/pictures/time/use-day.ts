/** The day of a cursor. The fragment of the address keeps it. */
import { useCallback, useEffect, useRef, useState } from "react";
import { useFragment } from "../../address/use-fragment.ts";
import { dayOf, isoOf } from "./days.ts";

/** The wait after the last change before it is written to the address, in milliseconds. */
const SETTLE_MS = 250;

/** Returns the day of the fragment, or a default one; how to change it; and how to show another without naming it. */
export function useDay(
  otherwise: number,
): readonly [day: number, setDay: (day: number) => void, showDay: (day: number) => void] {
  const [fragment, change] = useFragment();
  const named = fragment.get("day");
  const [moving, setMoving] = useState<number>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const write = useRef(change);
  write.current = change;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address has caught up, or has changed by itself
  useEffect(() => setMoving(undefined), [named]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const show = useCallback((day: number) => {
    setMoving(day);
    clearTimeout(timer.current);
  }, []);
  const set = useCallback((day: number) => {
    setMoving(day);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => write.current({ day: isoOf(day) }), SETTLE_MS);
  }, []);
  return [moving ?? Math.floor(dayOf(named) ?? otherwise), set, show];
}
