/** The colors of the theme as a canvas needs them. */
import { useEffect, useState } from "react";

/** Reads a token: `c1`, `ink-2`. */
export type ColorOf = (token: string) => string;

/**
 * Returns the colors of the current theme. The function changes with the theme, so what depends on it is drawn again.
 */
export function useColors(): ColorOf {
  const [colorOf, setColors] = useState<ColorOf>(() => readColors());
  useEffect(() => {
    const renew = () => setColors(() => readColors());
    const queries = ["(prefers-color-scheme: dark)", "(forced-colors: active)"].map((query) => matchMedia(query));
    for (const query of queries) query.addEventListener("change", renew);
    const observer = new MutationObserver(renew);
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    return () => {
      for (const query of queries) query.removeEventListener("change", renew);
      observer.disconnect();
    };
  }, []);
  return colorOf;
}

/** Reads the colors from an element that uses them: `light-dark()` is resolved where a color is used. */
function readColors(): ColorOf {
  const known = new Map<string, string>();
  return (token) => {
    let color = known.get(token);
    if (color === undefined) {
      const probe = document.createElement("i");
      probe.hidden = true;
      // Categories keep their colors where the system forces others.
      probe.style.setProperty("forced-color-adjust", "none");
      probe.style.color = `var(--${token})`;
      document.body.append(probe);
      color = getComputedStyle(probe).color;
      probe.remove();
      known.set(token, color);
    }
    return color;
  };
}
