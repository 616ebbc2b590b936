/** A disc of a scale: flat; hollow if it goes backward; a ring marks the spot of one that is too small to see. */
import { type SvgNode, svg } from "../svg/node.ts";
import type { Body } from "./bodies.ts";
import { ringRadius } from "./layout/placed.ts";

const SMALLEST = 1;
const SPOT = 2.5;
/** From here on, rings keep their proportion to the disc. */
const LARGE = 12;

/** The body of a disc, its middle and its radius in pixels. */
export interface PlaceOfDisc {
  readonly body: Body;
  readonly x: number;
  readonly y: number;
  readonly r: number;
}

/** Returns the nodes of a disc with its rings. */
export function discNodes(place: PlaceOfDisc): SvgNode[] {
  const { body, x, y, r } = place;
  const { hue, hasRings, isRetrograde } = body;
  const fill = hue === undefined ? "plain" : `f${hue}`;
  const at = { cx: x, cy: y };
  if (r < SMALLEST) {
    const spot = svg("circle", { class: isRetrograde ? "spot is-back" : "spot", ...at, r: SPOT });
    return isRetrograde ? [spot] : [spot, svg("circle", { class: fill, ...at, r: Math.max(r, 0.4) })];
  }
  if (isRetrograde)
    return [svg("circle", { class: hue === undefined ? "hollow" : `hollow s${hue}`, ...at, r: Math.max(1, r - 0.6) })];
  return hasRings ? [ringed(place, fill)] : [svg("circle", { class: fill, ...at, r })];
}

/** Rings are one ellipse, leaning as the axis does, behind the disc and before it. Their width means nothing. */
function ringed({ body, x, y, r }: PlaceOfDisc, fill: string): SvgNode {
  const isLarge = r > LARGE;
  const rx = ringRadius(r);
  const ry = isLarge ? r * 0.17 : 1.6;
  const width = isLarge ? Math.max(1.25, r / 70) : 1;
  const stroke = body.hue === undefined ? "hoop hollow" : `hoop s${body.hue}`;
  const back = `M${-rx} 0A${rx} ${ry} 0 0 1 ${rx} 0`;
  const front = `M${-rx} 0A${rx} ${ry} 0 0 0 ${rx} 0`;
  return svg(
    "g",
    { transform: `translate(${x} ${y}) rotate(${body.tilt})` },
    svg("path", { class: stroke, "stroke-width": width, d: back }),
    svg("circle", { class: fill, r }),
    svg("path", { class: "hoop-in", "stroke-width": width + 2.5, d: front }),
    svg("path", { class: stroke, "stroke-width": width, d: front }),
  );
}
