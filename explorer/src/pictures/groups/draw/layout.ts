/** A picture of groups, laid out: the boxes of its groups and of their pieces, its grid, and its words. */
import { textWidth } from "../../layout/text-width.ts";
import type { SvgNode } from "../../svg/node.ts";
import type { Category } from "../numbers/categories.ts";
import type { Drawn, Row } from "../numbers/drawn.ts";
import type { Way } from "../numbers/shape.ts";

/** A part of the picture, in pixels. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A piece of a group. */
export interface Piece extends Rect {
  readonly category: Category;
}

/** A group: all of the picture in which it is pointed at, and its pieces. */
export interface Place {
  readonly row: Row;
  readonly box: Rect;
  readonly pieces: readonly Piece[];
}

/** A picture, ready to be drawn. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly places: readonly Place[];
  /** Behind the pieces, and before them. */
  readonly grid: readonly SvgNode[];
  readonly words: readonly SvgNode[];
}

/** The room of a picture, and how it is drawn. */
export interface LayoutSettings {
  readonly width: number;
  /** The height of columns; undefined for that of a page. */
  readonly columnHeight?: number;
  readonly way: Way;
  /** The last day that is known, and what the period that it is in is called: `2025: to 30 June`. */
  readonly partial?: Partial | undefined;
}

/** A period that is known only to a day. */
export interface Partial {
  readonly key: string;
  /** The end of that day. */
  readonly end: number;
  readonly text: string;
}

/** A word below an axis, and its middle. */
export interface Label {
  readonly text: string;
  readonly at: number;
}

/** Between two words, in pixels. */
const GAP = 6;

/** Returns the words that have room between two ends and beside one another. */
export function apart<L extends Label>(labels: readonly L[], [left, right]: readonly [number, number]): L[] {
  let end = left - GAP;
  return labels.filter(({ text, at }) => {
    const half = textWidth(text) / 2;
    const fits = at - half >= end + GAP && at + half <= right;
    if (fits) end = at + half;
    return fits;
  });
}

/** Returns a box between two ends of each axis, in any order. */
export function rectOf([x0, x1]: readonly [number, number], [y0, y1]: readonly [number, number]): Rect {
  return { x: Math.min(x0, x1), y: Math.min(y0, y1), width: Math.abs(x1 - x0), height: Math.abs(y1 - y0) };
}

/** Narrower pictures are laid out for a phone. */
export const NARROW = 560;

/** Returns how many categories stand beside one another. */
export function besideIn({ categories }: Drawn, way: Way): number {
  return way === "beside" ? categories.length : 1;
}
