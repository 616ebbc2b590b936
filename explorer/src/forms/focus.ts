/** Moves the focus to what is wrong. */
import type { Fault } from "../../../client/index.ts";
import { elementId } from "./form-context.ts";

/** The pointer of a fault. */
export type Pointed = Pick<Fault, "pointer">;

/** Returns the element of the control to which a fault belongs; undefined if there is none. */
export function controlAt({ pointer }: Pointed): HTMLElement | undefined {
  for (let at = pointer ?? ""; at !== ""; at = at.slice(0, at.lastIndexOf("/"))) {
    const element = document.getElementById(elementId(at));
    if (element) return element;
  }
  return undefined;
}

/** Focuses it once it is drawn, and after the heading of the page or a dialog had the focus. */
export function focusFirstLater(faults: readonly Pointed[]): void {
  requestAnimationFrame(() => requestAnimationFrame(() => focusFirst(faults)));
}

/** Focuses the first control with a fault, in the order of the page. @returns whether there is one */
export function focusFirst(faults: readonly Pointed[]): boolean {
  const [first] = faults
    .flatMap((fault) => controlAt(fault) ?? [])
    .sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  first?.focus();
  return first !== undefined;
}
