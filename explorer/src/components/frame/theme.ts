/** The theme: that of the system, unless a person chooses another. */
import { deviceChoice } from "../../store.ts";

/** The themes. */
export const THEMES = ["system", "light", "dark"] as const;

/** Light, dark, or that of the system. */
export type Theme = (typeof THEMES)[number];

/** The theme of the page. */
export const theme = deviceChoice("explorer-theme", THEMES);

theme.subscribe(applyTheme);
// Another tab has chosen.
addEventListener("storage", theme.read);

/** Returns whether the page is dark. */
export function isDark(): boolean {
  const chosen = theme.get();
  return chosen === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : chosen === "dark";
}

/** Applies the theme; called before the first paint. */
export function applyTheme(): void {
  const { dataset } = document.documentElement;
  if (theme.get() === "system") delete dataset.theme;
  else dataset.theme = theme.get();
}
