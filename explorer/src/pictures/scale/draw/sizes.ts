/** Draws bodies to size: each is a link. */
import { px, type SvgNode, svg } from "../../svg/node.ts";
import type { Body } from "../bodies.ts";
import type { Captions } from "../captions.ts";
import { discNodes } from "../disc-nodes.ts";
import type { Block, Layout, Limb, Line, PlacedDisc } from "../layout/placed.ts";
import { drawRuler } from "./ruler.ts";

/** The look of a drawing to size. */
export interface SizeLook {
  readonly unit: string;
  readonly captions: Captions;
  /** The reach of the lines above and below at the left; 0 without lines. */
  readonly bleed: number;
  /** Returns the `tabindex` of the link to a body. */
  readonly tabIndexOf?: (id: string) => number;
}

/** The least size of what is pointed at. */
const TARGET = 12;

/** Returns all discs that are drawn whole. */
export function discsIn({ discs, block }: Layout): PlacedDisc[] {
  return [...discs, ...(block?.discs ?? [])];
}

/** Draws a layout. */
export function drawSizes(layout: Layout, look: SizeLook): SvgNode[] {
  const { width, height, limb, block, ruler } = layout;
  const { bleed } = look;
  return [
    ...(limb ? limbNodes(limb, look) : []),
    ...(bleed > 0
      ? [svg("path", { class: "frame-line", d: `M${-bleed} .5H${width}M${-bleed} ${px(height - 0.5)}H${width}` })]
      : []),
    ...discsIn(layout).flatMap((disc) => discLink(disc, limb?.body, look)),
    ...(block ? [blockWords(block)] : []),
    drawRuler(ruler, look.unit),
  ];
}

function limbNodes({ body, outline, lines }: Limb, look: SizeLook): SvgNode[] {
  const shape = svg("path", { class: body.hue === undefined ? "plain" : `f${body.hue}`, d: outline });
  return [link(body, look.captions.whole(body), look, [shape, ...namesIn(lines)]), sizesIn(lines)];
}

function discLink(disc: PlacedDisc, center: Body | undefined, look: SizeLook): SvgNode[] {
  const { body, x, y, r, lines } = disc;
  // Larger than a disc that would be hard to hit.
  const target = svg("circle", { class: "hit", cx: px(x), cy: px(y), r: px(Math.max(r, TARGET / 2)) });
  const shapes = [...(r < TARGET ? [target] : []), ...discNodes(disc), ...namesIn(lines)];
  return [link(body, look.captions.whole(body, center), look, shapes), ...(lines.length > 0 ? [sizesIn(lines)] : [])];
}

function link({ id, path }: Body, label: string, { tabIndexOf }: SizeLook, nodes: readonly SvgNode[]): SvgNode {
  return svg("a", { href: path, "data-key": id, tabindex: tabIndexOf?.(id), "aria-label": label }, ...nodes);
}

function blockWords({ x, width, braceY, lines }: Block): SvgNode {
  const brace = svg("path", { class: "brace", d: `M${px(x)} ${px(braceY ?? 0)}v5H${px(x + width)}v-5` });
  return svg("g", { "aria-hidden": "true" }, ...(braceY === undefined ? [] : [brace]), ...lines.map(words));
}

function namesIn(lines: readonly Line[]): SvgNode[] {
  return lines.filter(({ isName }) => isName).map(words);
}

/** The words under a name, which are part of the name of the link (WCAG 2.5.3). */
function sizesIn(lines: readonly Line[]): SvgNode {
  return svg("g", { "aria-hidden": "true" }, ...lines.filter(({ isName }) => !isName).map(words));
}

function words({ x, y, text, anchor, isName, isSmall, onHue }: Line): SvgNode {
  const own = isName ? `body-name${isSmall ? " is-small" : ""}` : "body-r";
  const kind = onHue === undefined ? own : `${own} in-${onHue}`;
  return svg("text", { class: kind, x: px(x), y: px(y), "text-anchor": anchor }, text);
}
