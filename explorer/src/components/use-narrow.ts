/** Notices windows as narrow as a phone's. */
import { useSyncExternalStore } from "react";

/** The same width as in the style sheets. */
const narrow = matchMedia("(max-width: 40rem)");

/** Returns whether the window is narrow. */
export function useNarrow(): boolean {
  return useSyncExternalStore(listen, () => narrow.matches);
}

function listen(listener: () => void): () => void {
  narrow.addEventListener("change", listener);
  return () => narrow.removeEventListener("change", listener);
}
