/** Groups and their pieces as one stop of the Tab key: arrow keys go along groups, and across to their pieces. */
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from "react";

/** The props of the element around the links, and the link that has the focus. */
export interface GridKeys {
  readonly ref: RefObject<SVGSVGElement | null>;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onFocus: (event: { readonly target: EventTarget }) => void;
  readonly onBlur: () => void;
  readonly focused: string | undefined;
}

/**
 * Moves the focus by arrow keys, Home and End. Each link has `data-key`.
 * @param lines the keys of each group: its own, and those of its pieces
 * @param isDown whether groups stand below one another
 */
export function useGridKeys(lines: readonly (readonly string[])[], isDown: boolean): GridKeys {
  const ref = useRef<SVGSVGElement>(null);
  const [reached, setReached] = useState<string>();
  const [isFocused, setFocused] = useState(false);
  const at = Math.max(
    0,
    lines.findIndex((line) => line.includes(reached ?? "")),
  );
  const current = lines[at]?.includes(reached ?? "") ? reached : lines[0]?.[0];
  const linkAt = (key: string | undefined) =>
    key === undefined ? undefined : ref.current?.querySelector<SVGElement>(`[data-key="${CSS.escape(key)}"]`);
  // As attributes: a picture has many links, of which one changes.
  useLayoutEffect(() => {
    ref.current?.querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
    linkAt(current)?.setAttribute("tabindex", "0");
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const [along, across] = stepsOf(event.key, isDown);
    const line = lines[at] ?? [];
    const ends: Readonly<Record<string, number>> = { Home: 0, End: lines.length - 1 };
    const key = across
      ? line[line.indexOf(current!) + across]
      : lines[ends[event.key] ?? (along ? at + along : Number.NaN)]?.[0];
    if (key === undefined) return;
    event.preventDefault();
    linkAt(key)?.focus();
  };
  return {
    ref,
    onKeyDown,
    onFocus: ({ target }) => {
      setFocused(true);
      setReached((target as Element).closest("[data-key]")?.getAttribute("data-key") ?? undefined);
    },
    onBlur: () => setFocused(false),
    focused: isFocused ? current : undefined,
  };
}

/** Returns the steps along groups and across to pieces; pieces of columns follow one another upward. */
function stepsOf(key: string, isDown: boolean): readonly [along: number, across: number] {
  const [x, y] = STEPS[key] ?? [0, 0];
  return isDown ? [-y, x] : [x, y];
}

const STEPS: Readonly<Record<string, readonly [right: number, up: number]>> = {
  ...{ ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] },
};
