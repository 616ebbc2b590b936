/** The shortcuts that work on every page. */
import { useEffect } from "react";
import { store } from "../../../store.ts";
import { paletteOpen } from "../../palette/is-open.ts";
import { panelOpen } from "../../request-panel/is-open.ts";
import { singleKeys } from "./single-keys.ts";

/** True while the list of shortcuts is open. */
export const shortcutsOpen = store(false);

/** Adds the shortcuts: Ctrl K and `/` open the palette, Ctrl . the request panel, `?` the list of shortcuts. */
export function useShortcuts(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (isCommand && event.key === "k") paletteOpen.set(!paletteOpen.get());
      else if (isCommand && event.key === ".") panelOpen.set(!panelOpen.get());
      else if (event.key === "/" && isFree(event)) paletteOpen.set(true);
      else if (event.key === "?" && isFree(event)) shortcutsOpen.set(true);
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

/** Returns whether a single key is free for a shortcut: the focus is in no text field and no dialog. */
function isFree({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isTyping =
    target instanceof Element && target.closest("input, textarea, select, [contenteditable], [role=dialog]");
  return singleKeys.get() && !isTyping && !ctrlKey && !metaKey && !altKey;
}
