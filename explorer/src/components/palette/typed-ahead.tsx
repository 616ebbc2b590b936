/** Keeps what is typed before the palette is there, so that it is not lost and does nothing on the page below. */
import { type RefObject, useEffect } from "react";
import { paletteOpen } from "./is-open.ts";

let typed = "";

/** Keeps what is typed until the input of the palette has the focus. */
export function TypedAhead() {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || (target instanceof Element && target.closest(".palette"))) return;
      if (key.length === 1) typed += key;
      else if (key === "Backspace") typed = typed.slice(0, -1);
      else if (key === "Escape") paletteOpen.set(false);
      else if (key !== "Enter") return;
      event.preventDefault();
      event.stopPropagation();
    };
    typed = "";
    addEventListener("keydown", press, { capture: true });
    return () => removeEventListener("keydown", press, { capture: true });
  }, []);
  return null;
}

/** Types a text, and what was kept, into an input, as if it were typed now. */
export function TypeAhead({
  input,
  initial = "",
}: {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly initial?: string | undefined;
}) {
  useEffect(() => {
    // The list of what is found has to be there: it is drawn after the input.
    const frame = requestAnimationFrame(() => {
      const text = initial + typed;
      if (text === "" || !input.current) return;
      const how = { bubbles: true, inputType: "insertText", data: text };
      input.current.dispatchEvent(new InputEvent("beforeinput", how));
      // Keys that were pressed meanwhile come after it, and the caret after them.
      const caret = text.length + (input.current.selectionEnd ?? 0);
      input.current.setRangeText(text, 0, 0);
      input.current.setSelectionRange(caret, caret);
      typed = "";
      input.current.dispatchEvent(new InputEvent("input", how));
    });
    return () => cancelAnimationFrame(frame);
  }, [input, initial]);
  return null;
}
