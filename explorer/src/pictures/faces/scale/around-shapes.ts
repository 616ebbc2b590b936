/** Draws the ways of bodies around another, their nearest points, and the names of those. */
import type { Body } from "../../scale/bodies.ts";
import { px, type SvgNode, svg } from "../../svg/node.ts";
import type { Around, Placed } from "./around.ts";
import { fillOf, type Links, linkTo } from "./disc-shapes.ts";
import type { PlacedName } from "./names.ts";

/** The radius of dots, and the least target of a pointer. */
const DOT = 2.5;
const OWN_DOT = 4;
const TARGET = 7;

/** Draws the ways around a body. Those of others are faint if the record of the page is among them. */
export function aroundShapes({ x, y, r, all, names }: Around, center: Body, links: Links): SvgNode[] {
  const isOwn = ({ body }: Placed) => body.id === links.self;
  const isAmong = all.some(isOwn);
  const nameOf = new Map(names.map((name) => [name.named, name]));
  const ways = all.map(({ body, ellipse }) => {
    const kind = `way ${body.isRetrograde ? "s2 is-back" : "s1"}${isAmong && body.id !== links.self ? " is-faint" : ""}`;
    const place = { cx: px(x + ellipse.x), cy: px(y), rx: px(ellipse.rx), ry: px(ellipse.ry) };
    return svg("ellipse", { class: kind, ...place }, svg("title", {}, links.labelOf(body)));
  });
  const dots = all.map((placed) => {
    const name = nameOf.get(placed);
    const at = { cx: px(placed.x), cy: px(y) };
    const dot = `${placed.body.isRetrograde ? "f2" : "f1"} way-dot`;
    return linkTo(
      placed.body,
      links,
      svg("title", {}, links.labelOf(placed.body)),
      ...(name ? nameShapes(name, y, isOwn(placed) ? "lbl is-own" : "lbl") : []),
      svg("circle", { class: dot, ...at, r: isOwn(placed) ? OWN_DOT : DOT }),
      svg("circle", { class: "hit", ...at, r: TARGET }),
    );
  });
  return [...ways, svg("circle", { class: fillOf(center), cx: px(x), cy: px(y), r: px(r) }), ...dots];
}

function nameShapes({ named, x, y, lineTo }: PlacedName<Placed>, from: number, kind: string): SvgNode[] {
  return [
    svg("path", { class: "tie", d: `M${px(named.x)} ${px(from)}V${px(lineTo)}` }),
    svg("text", { class: kind, x: px(x), y: px(y) }, named.name),
  ];
}
