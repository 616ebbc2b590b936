/** Draws bodies on an axis of distance: each is a link. */
import { unitText } from "../../../units.ts";
import { numberWords } from "../../layout/number-words.ts";
import { textWidth } from "../../layout/text-width.ts";
import { px, type SvgNode, svg } from "../../svg/node.ts";
import type { Captions } from "../captions.ts";
import { type DistanceLayout, DOT, type PlacedDot, type Tick } from "../layout/distances.ts";

/** The look of an axis. */
export interface DistanceLook {
  readonly unit: string;
  readonly captions: Captions;
  /** Returns the `tabindex` of the link to a body. */
  readonly tabIndexOf?: (id: string) => number;
}

/** The unit stands at the end of the axis. */
const ROOM_FOR_UNIT = 44;
/** A number nearer to the start of the axis than this begins there, so that it does not reach beyond. */
const HALF_A_NUMBER = 20;

/** Returns dots in the order of their distance. */
export function inOrder({ dots }: DistanceLayout): PlacedDot[] {
  return [...dots].sort((a, b) => a.x - b.x);
}

/** Draws bodies by distance. */
export function drawDistances(layout: DistanceLayout, { unit, captions, tabIndexOf }: DistanceLook): SvgNode[] {
  const { width, y, ticks } = layout;
  const links = inOrder(layout).map((dot) => {
    const { id, path, name, isRetrograde } = dot.body;
    const label = [name, captions.distance(dot.body), isRetrograde && "retrograde"].filter(Boolean).join(", ");
    return svg(
      "a",
      { href: path, "data-key": id, tabindex: tabIndexOf?.(id), "aria-label": label },
      ...dotNodes(dot, width),
    );
  });
  return [
    svg(
      "g",
      { "aria-hidden": "true" },
      ...ticks.flatMap((tick) => tickNodes(tick, layout)),
      svg("text", { class: "tick", x: px(width), y: px(y + 26), "text-anchor": "end" }, unitText(unit)),
      svg("path", { class: "axis", d: `M8 ${px(y + 0.5)}H${px(width - 8)}` }),
    ),
    ...links,
  ];
}

function tickNodes({ x, value, isMajor, hasLabel }: Tick, { width, y }: DistanceLayout): SvgNode[] {
  const isFirst = x < HALF_A_NUMBER;
  const line = isMajor ? `M${px(x)} 0V${px(y + 9)}` : `M${px(x)} ${px(y - 5)}V${px(y + 5)}`;
  const place = { x: isFirst ? 0 : px(x), y: px(y + 26), "text-anchor": isFirst ? "start" : "middle" };
  return [
    svg("path", { class: isMajor ? "grid" : "grid is-soft", d: line }),
    ...(hasLabel && x < width - ROOM_FOR_UNIT ? [svg("text", { class: "tick", ...place }, ...numberWords(value))] : []),
  ];
}

function dotNodes({ body, x, y, nameY }: PlacedDot, width: number): SvgNode[] {
  const { hue, isRetrograde, name } = body;
  const filled = hue === undefined ? "plain" : `f${hue}`;
  const hollow = hue === undefined ? "hollow" : `hollow s${hue}`;
  const half = textWidth(name) / 2;
  const disc = { class: isRetrograde ? hollow : filled, cx: px(x), cy: px(y), r: isRetrograde ? DOT - 0.5 : DOT };
  if (nameY === undefined) return [svg("circle", disc)];
  const nameX = Math.max(Math.min(x, width - half), half);
  return [
    svg("circle", disc),
    ...(y - nameY > 14 ? [svg("path", { class: "tie", d: `M${px(x)} ${px(y - DOT - 1)}V${px(nameY + 3)}` })] : []),
    svg("text", { class: "lbl", x: px(nameX), y: px(nameY), "text-anchor": "middle" }, name),
  ];
}
