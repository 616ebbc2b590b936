/** Moving over the items of a timeline by keyboard. */
import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from "react";
import type { TimeScale } from "../../time/ticks.ts";
import { type ShownSpan, zoomByKey } from "../../time/use-span.ts";
import type { Item } from "../items.ts";
import { isInView, type Layout, type Mark } from "../layout.ts";

/** The item that the keyboard is at. */
export interface Keys {
  /** Its place among all. */
  readonly at: number;
  readonly isFocused: boolean;
  readonly hintId: string;
  /** For the link that has the focus. */
  readonly bind: {
    readonly ref: RefObject<HTMLAnchorElement | null>;
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onFocus: () => void;
    readonly onBlur: () => void;
  };
}

/**
 * Moves by keys: left and right by start, up and down to the nearest in another row, Home and End to the first and the
 * last.
 */
export function useKeys({
  items,
  layout,
  x,
  shown,
}: {
  readonly items: readonly Item[];
  readonly layout: Layout;
  readonly x: TimeScale;
  readonly shown: ShownSpan;
}): Keys {
  const [id, setId] = useState<string>();
  const [isFocused, setFocused] = useState(false);
  const hintId = useId();
  const reached = items.findIndex((item) => item.id === id);
  const { from } = x.span;
  // Items that begin here rather than ongoing ones: the next ones are here too.
  const begins = () => items.findIndex((item) => item.from >= from && isInView(item, x));
  const first = () => (begins() < 0 ? items.findIndex((item) => isInView(item, x)) : begins());
  const at = Math.max(0, reached < 0 ? first() : reached);
  const link = useRef<HTMLAnchorElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link has moved to another item
  useLayoutEffect(() => {
    if (document.activeElement === link.current) link.current?.scrollIntoView({ block: "nearest" });
  }, [id]);
  const go = (item: Item | undefined) => {
    if (!item) return;
    setId(item.id);
    if (isInView(item, x)) return;
    const length = shown.span.to - shown.span.from;
    shown.show({ from: item.from - length / 2, to: item.from + length / 2 });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const steps: Readonly<Record<string, () => Item | undefined>> = {
      ArrowRight: () => items[Math.min(items.length - 1, at + 1)],
      ArrowLeft: () => items[Math.max(0, at - 1)],
      ArrowDown: () => neighbor(layout, items[at], 1),
      ArrowUp: () => neighbor(layout, items[at], -1),
      Home: () => items[0],
      End: () => items.at(-1),
    };
    const step = steps[event.key];
    if (step) go(step());
    if (step || zoomByKey(event.key, shown)) event.preventDefault();
  };
  return {
    at,
    isFocused,
    hintId,
    bind: { ref: link, onKeyDown, onFocus: () => setFocused(true), onBlur: () => setFocused(false) },
  };
}

/** Returns the mark nearest to an item in the next row up or down. */
function neighbor({ marks }: Layout, item: Item | undefined, direction: 1 | -1): Item | undefined {
  const own = marks.find((mark) => mark.item === item);
  if (!own) return undefined;
  const beyond = marks.filter(({ y }) => (y - own.y) * direction > 0);
  const row = beyond.reduce((nearest, { y }) => Math.min(nearest, Math.abs(y - own.y)), Number.POSITIVE_INFINITY);
  const distance = (mark: Mark) => Math.max(mark.x0 - own.x1, own.x0 - mark.x1, 0);
  return beyond.filter(({ y }) => Math.abs(y - own.y) === row).sort((a, b) => distance(a) - distance(b))[0]?.item;
}
