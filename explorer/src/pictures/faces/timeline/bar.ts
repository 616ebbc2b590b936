/** Draws a bar of a face: solid for the record itself, quiet with an edge for the others. */
import { px, type SvgAttributes, type SvgNode, svg } from "../../svg/node.ts";
import type { Item } from "../../timeline/items.ts";
import type { Row, RowKind } from "./layout.ts";

type PlacedMark = NonNullable<Row["mark"]>;

/** Returns the fades of what goes on, one for each color. */
export function fadesOf(rows: readonly Row[]): SvgNode {
  const hues = new Set(rows.filter(({ mark }) => mark?.shape === "fading").map(({ item }) => item.hue));
  const stops = (hue: number) =>
    [
      [0.5, 1],
      [1, 0.1],
    ].map(([offset, opacity]) => svg("stop", { offset, "stop-color": `var(--c${hue})`, "stop-opacity": opacity }));
  return svg("defs", {}, ...[...hues].map((hue) => svg("linearGradient", { id: fadeOf(hue) }, ...stops(hue))));
}

function fadeOf(hue: number): string {
  return `face-fade-${hue}`;
}

/** Draws the bar of an item. */
export function barNodes(kind: RowKind, { hue }: Item, mark: PlacedMark): SvgNode[] {
  const { shape, x0, solid, x1, y, height } = mark;
  const paint = paintOf(kind, hue, shape === "fading");
  const middle = px(y + height / 2);
  if (shape === "dot") {
    const radius = px((x1 - x0) / 2);
    return [svg("circle", { ...paint, cx: px(x0 + radius), cy: middle, r: radius })];
  }
  const part = (from: number, to: number, attributes: SvgAttributes, inset = 0) =>
    svg("rect", {
      ...attributes,
      ...{ x: px(from + inset), y: px(y + inset) },
      ...{ width: px(Math.max(1, to - from - 2 * inset)), height: px(height - 2 * inset) },
    });
  return [
    ...(solid > x0 ? [part(x0, solid, { class: `dash s${hue}` }, OUTLINE)] : []),
    ...(x1 > solid ? [part(solid, x1, paint, kind === "other" ? EDGE : 0)] : []),
    ...(mark.isCutBefore ? [chevron(hue, x0 + SIGN + 1, middle, -SIGN)] : []),
    ...(mark.isCutAfter ? [chevron(hue, x1 - SIGN - 1, middle, SIGN)] : []),
  ];
}

/** Half of the lines around outlines and bars. */
const OUTLINE = 0.75;
const EDGE = 0.5;
/** The width of a chevron, and half its height. */
const SIGN = 3.5;

function paintOf(kind: RowKind, hue: number, isFading: boolean): SvgAttributes {
  const quiet = kind === "own" ? "" : kind === "member" ? " is-member" : " is-quiet";
  if (!isFading) return { class: kind === "other" ? `f${hue} s${hue}${quiet}` : `f${hue}${quiet}` };
  const fade = `url(#${fadeOf(hue)})`;
  return { class: quiet.trim() || undefined, fill: fade, stroke: kind === "other" ? fade : undefined };
}

function chevron(hue: number, x: number, y: number, width: number): SvgNode {
  return svg("path", { class: `on s${hue}`, d: `M${px(x)} ${px(y - SIGN)}l${width} ${SIGN}l${-width} ${SIGN}` });
}
