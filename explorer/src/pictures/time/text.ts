/** Words in pictures: 88 % wide, in the face of the pages. */

import type { DrawingContext } from "../svg/context.ts";
import { isolated } from "../svg/isolated.ts";
import type { Measure } from "./labels.ts";

let family: string | undefined;

/** Returns a font of the canvas. */
export function fontOf(size = 11, weight = 420, isNarrow = true): string {
  family ??= familyOfPage() || "sans-serif";
  return `${isNarrow ? "semi-condensed " : ""}${weight} ${size}px ${family}`;
}

/** Returns the face of the page; what is drawn without one has the face of its document. */
function familyOfPage(): string | undefined {
  if (typeof document === "undefined") return undefined;
  return getComputedStyle(document.documentElement).getPropertyValue("--sans").trim();
}

/** Measures texts in a font, each only once. */
export function measureIn(font: string): Measure {
  const context = document.createElement("canvas").getContext("2d")!;
  context.font = font;
  const widths = new Map<string, number>();
  return (text) => {
    let width = widths.get(text);
    if (width === undefined) {
      width = context.measureText(text).width;
      widths.set(text, width);
    }
    return width;
  };
}

/** The point on the base line where words begin, or on which they are centered. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Draws words with a halo, so that lines and bars below do not cross them. */
export function drawWords(
  context: DrawingContext,
  text: string,
  { x, y }: Point,
  { fill, halo, width = 2 }: { readonly fill: string; readonly halo: string; readonly width?: number },
): void {
  context.lineJoin = "round";
  context.lineWidth = width;
  context.strokeStyle = halo;
  const words = isolated(text);
  context.strokeText(words, x, y);
  context.fillStyle = fill;
  context.fillText(words, x, y);
}
