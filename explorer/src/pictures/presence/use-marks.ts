/** Moving over the bars of a presence by keyboard. */
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { type ShownSpan, zoomByKey } from "../time/use-span.ts";
import type { Mark } from "./layout.ts";

/** Returns the identity of a bar. */
export function keyOf({ bar: { member, stay }, row }: Mark): string {
  return `${row} ${member.id} ${stay.from}`;
}

/** Returns the bar that the keyboard is at: the arrow keys move to the next one, row by row. */
export function useMarks(marks: readonly Mark[], shown: ShownSpan) {
  const [key, setKey] = useState<string>();
  const [isFocused, setFocused] = useState(false);
  const found = key === undefined ? -1 : marks.findIndex((mark) => keyOf(mark) === key);
  const at = Math.max(0, found);
  const mark = marks[at];
  const link = useRef<HTMLAnchorElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link has moved to another bar
  useLayoutEffect(() => {
    if (document.activeElement === link.current) link.current?.scrollIntoView({ block: "nearest" });
  }, [key]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const steps: Readonly<Record<string, number>> = {
      ...{ ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1 },
      ...{ Home: 0, End: marks.length - 1 },
    };
    const next = steps[event.key];
    const to = next === undefined ? undefined : marks[Math.max(0, Math.min(marks.length - 1, next))];
    if (to) setKey(keyOf(to));
    if (next !== undefined || zoomByKey(event.key, shown)) event.preventDefault();
  };
  return {
    mark,
    key: mark && keyOf(mark),
    isFocused,
    bind: { ref: link, onKeyDown, onFocus: () => setFocused(true), onBlur: () => setFocused(false) },
  };
}
