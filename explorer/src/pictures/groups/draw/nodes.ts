/** Draws groups: each is a link to its list, and so are its pieces. */
import { px, type SvgNode, svg } from "../../svg/node.ts";
import type { Category } from "../numbers/categories.ts";
import type { Row } from "../numbers/drawn.ts";
import type { Layout, Piece, Place, Rect } from "./layout.ts";

/** The list that groups lead to, and their words. */
export interface DrawSettings {
  /** The path of the list. */
  readonly path: string;
  /** Says a group, or one of its pieces. */
  readonly say: (row: Row, category?: Category) => string;
}

/** The least size of a piece as it is drawn, and that of one with an edge, in pixels. */
const LEAST = 1;
const LEAST_FOR_EDGE = 4;

/** Returns what tells a piece of a group from all others. */
export function keyOfPiece(row: Row, category?: Category): string {
  return category === undefined ? row.key : `${row.key}\n${category.key}`;
}

/** Draws the groups of a picture, its grid, and its words. */
export function nodesOf({ places, grid, words }: Layout, settings: DrawSettings): SvgNode[] {
  return [
    svg("g", { "aria-hidden": "true" }, ...grid),
    ...places.map((place) => groupNode(place, settings)),
    svg("g", { class: "words", "aria-hidden": "true" }, ...words),
  ];
}

function groupNode({ row, box, pieces }: Place, { path, say }: DrawSettings): SvgNode {
  const linked = (search: string | undefined, category: Category | undefined, rects: readonly SvgNode[]) =>
    svg(
      search === undefined ? "g" : "a",
      {
        ...(search === undefined ? { role: "img" } : { href: `${path}${search}` }),
        ...{ tabindex: -1, "data-key": keyOfPiece(row, category), "aria-label": say(row, category) },
      },
      ...rects,
    );
  const colored = pieces.filter(({ category }) => !category.isAll);
  // Without colors, a group is one piece.
  const whole = pieces.filter(({ category }) => category.isAll);
  return svg(
    "g",
    { "data-group": row.key },
    linked(row.search, undefined, [rectNode("hit", box), ...whole.map(pieceNode)]),
    ...colored.map((piece) => linked(row.pieces.get(piece.category.key)?.search, piece.category, [pieceNode(piece)])),
  );
}

/** Draws a piece: it is seen even if its number is nearly zero, and has an edge if it is large enough for one. */
function pieceNode({ category, width, height, ...place }: Piece): SvgNode {
  const isEdged = Math.min(width, height) >= LEAST_FOR_EDGE;
  const size = { width: Math.max(LEAST, width), height: Math.max(LEAST, height) };
  return rectNode(`f${category.hue}${isEdged ? " is-edged" : ""}`, { ...place, ...size });
}

/** Draws a box. */
export function rectNode(className: string, { x, y, width, height }: Rect): SvgNode {
  return svg("rect", { class: className, x: fine(x), y: fine(y), width: fine(width), height: fine(height) });
}

/** Narrow columns need more than the tenth of a pixel. */
function fine(value: number): number {
  return px(value * 10) / 10;
}
