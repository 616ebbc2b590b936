/** Draws the ways of bodies around a center, and the bodies on them. */
import { px, type SvgNode, svg } from "../../svg/node.ts";
import type { Body } from "../bodies.ts";
import { drawRuler } from "../draw/ruler.ts";
import type { Far } from "../layout/distances.ts";
import { DOT, dotsOf, labelsOf } from "./dots.ts";
import type { Panel } from "./panels.ts";

/** The least size of what is pointed at. */
const TARGET = 12;

/** Draws all that stays as it is. */
export function drawWays(panels: readonly Panel[], center: Body | undefined, unit: string): SvgNode[] {
  return panels.map(({ box, x, y, r, all, title, inner, ruler }) =>
    svg(
      "g",
      { "aria-hidden": "true" },
      ...(title === undefined ? [] : [svg("text", { class: "lbl", x: px(box.x), y: px(box.y - 10) }, title)]),
      svg("path", { class: "drop", d: `M${px(x)} ${px(y)}H${px(box.x + box.width)}` }),
      ...(inner === undefined ? [] : [svg("circle", { class: "drop", cx: px(x), cy: px(y), r: px(inner) })]),
      ...all.map(({ body, ellipse: { x: middle, rx, ry } }) =>
        svg("path", {
          class: `way s${hueOf(body)}${body.isRetrograde ? " is-back" : ""}`,
          d: `M${px(x + middle - rx)} ${px(y)}a${px(rx)} ${px(ry)} 0 1 1 ${px(2 * rx)} 0a${px(rx)} ${px(ry)} 0 1 1 ${px(-2 * rx)} 0z`,
        }),
      ),
      svg("circle", {
        class: center?.hue === undefined ? "plain" : `f${center.hue}`,
        ...{ cx: px(x), cy: px(y), r: px(r) },
      }),
      drawRuler(ruler, unit),
    ),
  );
}

/** A body after some time. */
export interface Moved {
  readonly body: Far;
  /** The place of its name, from its own, as text: that rarely changes. Undefined if there is no room. */
  readonly at: string | undefined;
  readonly transform: string;
}

/** Returns the bodies of a box after some time, in the unit of their periods. */
export function movedIn(panel: Panel, time: number): Moved[] {
  const dots = dotsOf(panel, time);
  const labels = labelsOf(dots, panel);
  return dots.map((dot) => {
    const { body, x, y } = dot;
    const label = labels.get(dot);
    const at = label && `${px(label.x - x)} ${px(label.y - y)}`;
    return { body, at, transform: `translate(${px(x)} ${px(y)})` };
  });
}

/** Draws a body at 0, 0: a link with its name. */
export function drawBody({ body, at }: Omit<Moved, "transform">, label: string, tabIndex?: number): SvgNode {
  const [x, y] = at?.split(" ") ?? [];
  return svg(
    "a",
    { href: body.path, "data-key": body.id, tabindex: tabIndex, "aria-label": label },
    svg("circle", { class: "hit", r: TARGET }),
    svg("circle", { class: `way-dot f${hueOf(body)}`, r: DOT }),
    ...(at === undefined ? [] : [svg("text", { class: "lbl", x, y }, body.name)]),
  );
}

/** Without categories, the color says the direction. */
function hueOf({ hue, isRetrograde }: Body): number {
  return hue ?? (isRetrograde ? 2 : 1);
}
