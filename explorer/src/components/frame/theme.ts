/** The theme: that of the system, unless a person chooses another. */
import { store } from "../../store.ts";

/** The themes. */
export const THEMES = ["system", "light", "dark"] as const;

/** Light, dark, or that of the system. */
export type Theme = (typeof THEMES)[number];

const NAME = "explorer-theme";

/** The theme of the page. */
export const theme = store<Theme>(storedTheme());

/** Chooses a theme, on this device. */
export function chooseTheme(chosen: Theme): void {
  if (chosen === "system") localStorage.removeItem(NAME);
  else localStorage.setItem(NAME, chosen);
  theme.set(chosen);
  applyTheme();
}

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

// Another tab has chosen.
addEventListener("storage", ({ key }) => {
  if (key !== NAME) return;
  theme.set(storedTheme());
  applyTheme();
});

function storedTheme(): Theme {
  const stored = localStorage.getItem(NAME);
  return THEMES.find((each) => each === stored) ?? "system";
}
