/** Many links as one stop of the Tab key: arrow keys go from one to the next (ARIA APG, roving tabindex). */
import { type FocusEvent, type KeyboardEvent, type RefObject, useRef, useState } from "react";

/** The props of the element around the links, and which of these Tab reaches. */
export interface Roving<E extends Element> {
  readonly ref: RefObject<E | null>;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onFocus: (event: FocusEvent) => void;
  /** Returns the `tabIndex` of a link. */
  readonly tabIndexOf: (key: string) => 0 | -1;
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * Moves with arrow keys, Home and End between the links inside an element, in their order. Each link has `data-key`.
 * @param keys of the links
 */
export function useRoving<E extends Element>(keys: readonly string[]): Roving<E> {
  const ref = useRef<E>(null);
  const [current, setCurrent] = useState<string>();
  const reached = current !== undefined && keys.includes(current) ? current : keys[0];
  const linkAt = (index: number) => ref.current?.querySelector<SVGElement>(`[data-key="${CSS.escape(keys[index]!)}"]`);
  return {
    ref,
    onKeyDown: (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const at = keys.indexOf(reached!);
      const step = STEPS[event.key];
      const target = event.key === "Home" ? 0 : event.key === "End" ? keys.length - 1 : at + (step ?? Number.NaN);
      if (!(target >= 0 && target < keys.length)) return;
      event.preventDefault();
      linkAt(target)?.focus();
    },
    onFocus: ({ target }) => {
      const key = target.closest("[data-key]")?.getAttribute("data-key");
      if (key != null) setCurrent(key);
    },
    tabIndexOf: (key) => (key === reached ? 0 : -1),
  };
}
