/** Draws the discs of the face of a scale. */
import type { Body } from "../../scale/bodies.ts";
import { discNodes } from "../../scale/disc-nodes.ts";
import type { Line } from "../../scale/layout/placed.ts";
import { px, type SvgNode, svg } from "../../svg/node.ts";
import type { DiscRow, Limb } from "./disc-row.ts";

/** The record of the page, which is no link, and the names of links to the others. */
export interface Links {
  readonly self: string;
  readonly labelOf: (body: Body) => string;
}

/** The least target of a pointer, and the distance of the ring of the focus from a disc. */
const TARGET = 12;
const OFF = 3.5;

/** Returns the color of a body. */
export function fillOf({ hue }: Body): string {
  return hue === undefined ? "plain" : `f${hue}`;
}

/** Draws what is of a body: a link to it, unless the page is its own. */
export function linkTo(body: Body, { self, labelOf }: Links, ...nodes: readonly SvgNode[]): SvgNode {
  if (body.id === self) return svg("g", {}, ...nodes);
  return svg("a", { href: body.path, "aria-label": labelOf(body) }, ...nodes);
}

/** Draws discs in a row. */
export function discShapes({ discs, limb }: DiscRow, links: Links): SvgNode[] {
  const shapes = discs.flatMap(({ body, x, y, r, lines }) => {
    const target = svg("circle", { class: "hit", cx: px(x), cy: px(y), r: px(Math.max(r + OFF, TARGET)) });
    // In which direction it goes around is shown beside the discs.
    const disc = discNodes({ body: { ...body, isRetrograde: false }, x: px(x), y: px(y), r });
    return [
      linkTo(body, links, target, ...disc, ...wordsOf(lines.filter(({ isName }) => isName))),
      ...wordsOf(lines.filter(({ isName }) => !isName)),
    ];
  });
  return [...(limb ? [limbShape(limb, links)] : []), ...shapes];
}

function limbShape({ body, outline, lines }: Limb, links: Links): SvgNode {
  const shape = svg("path", { class: fillOf(body), d: outline });
  return linkTo(body, links, shape, svg("path", { class: "hit", d: outline }), ...wordsOf(lines));
}

function wordsOf(lines: readonly Line[]): SvgNode[] {
  return lines.map(({ x, y, text, anchor, isName }) => {
    const kind = isName ? "body-name is-small" : "body-r";
    return svg("text", { class: kind, x: px(x), y: px(y), "text-anchor": anchor }, text);
  });
}
