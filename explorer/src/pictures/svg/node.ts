/**
 * A drawing as data: a picture is a pure function from records to it. The browser makes elements of it (`drawing.tsx`), and
 * whatever has no browser can write it as text.
 */

/** An SVG element. */
export interface SvgNode {
  readonly tag:
    | "svg"
    | "g"
    | "path"
    | "rect"
    | "circle"
    | "ellipse"
    | "line"
    | "text"
    | "tspan"
    | "a"
    | "title"
    | "style"
    | Definition;
  /** By their SVG names: `class`, `text-anchor`. An `a` has the path of a record in the API as `href`. */
  readonly attributes: SvgAttributes;
  readonly children: readonly SvgChild[];
}

type Definition = "defs" | "pattern" | "linearGradient" | "stop" | "clipPath";

/** The attributes of an element; undefined ones are left out. */
export type SvgAttributes = Readonly<Record<string, string | number | undefined>>;

/** A child of an element: another one, or text; nothing if undefined. */
export type SvgChild = SvgNode | string | undefined;

/** Makes an element. @example svg("rect", { x: 0, y: 0, width: 8, height: 8, class: "f1" }) */
export function svg(tag: SvgNode["tag"], attributes: SvgAttributes, ...children: readonly SvgChild[]): SvgNode {
  return { tag, attributes, children };
}

/** Writes a number with at most one decimal. */
export function px(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The size of a drawing, and what it says to those who do not see it. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly label: string;
  readonly nodes: readonly SvgNode[];
}
