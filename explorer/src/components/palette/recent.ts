/** The entries that were recently opened from the palette, in this tab. */
import type { PaletteEntry } from "./entry.ts";

const NAME = "explorer-recent";
const KEPT = 5;

type Recent = Pick<PaletteEntry, "id" | "label" | "hint"> & { readonly to: string };

/** Returns the latest entries first. */
export function recentEntries(): Recent[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(NAME) ?? "[]");
    return Array.isArray(stored) ? (stored as Recent[]) : [];
  } catch {
    return [];
  }
}

/** Adds an opened entry. */
export function keepRecent({ label, hint, to }: PaletteEntry): void {
  if (to === undefined) return;
  const entry = { id: `recent ${to}`, label, hint, to };
  const others = recentEntries().filter((each) => each.to !== to);
  sessionStorage.setItem(NAME, JSON.stringify([entry, ...others].slice(0, KEPT)));
}
