/** A disc of a scale: flat; hollow if it goes backward; a ring marks the spot of one that is too small to see. */
import { type SvgNode, svg } from "../svg/node.ts";
import type { Disc, Rings } from "./bodies.ts";
import { ringRadius, SLANT } from "./layout/placed.ts";

const SMALLEST = 1;
const SPOT = 2.5;
/** The least height of the ellipse of rings whose width is not known, in half. */
const LEAST_HEIGHT = 1.6;

/** The body of a disc, its middle and its radius in pixels. */
export interface PlaceOfDisc {
  readonly body: Disc;
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

/** Rings lean as the axis does, behind the disc and before it. */
function ringed({ body, x, y, r }: PlaceOfDisc, fill: string): SvgNode {
  const [back, front] = body.rings ? bandOf(body.rings, r / body.radius, fill) : hoopOf(body, r);
  return svg(
    "g",
    { transform: `translate(${x} ${y}) rotate(${body.tilt})` },
    ...back,
    svg("circle", { class: fill, r }),
    ...front,
  );
}

type Halves = readonly [back: readonly SvgNode[], front: readonly SvgNode[]];

/** Rings whose width is known are a band to scale. */
function bandOf({ inner, outer }: Rings, scale: number, fill: string): Halves {
  const [near, far] = [inner * scale, outer * scale];
  const arc = (r: number, sweep: number) => `A${Math.abs(r)} ${Math.abs(r) * SLANT} 0 0 ${sweep} ${r} 0`;
  const half = (sweep: number) => `M${-far} 0${arc(far, sweep)}H${near}${arc(-near, 1 - sweep)}z`;
  const edges = `M${-far} 0${arc(far, 0)}M${-near} 0${arc(near, 0)}`;
  return [
    [svg("path", { class: `rings ${fill}`, d: half(1) })],
    [svg("path", { class: `rings ${fill}`, d: half(0) }), svg("path", { class: "hoop-in", d: edges })],
  ];
}

/** Others are one ellipse: its width means nothing. */
function hoopOf(body: Disc, r: number): Halves {
  const rx = ringRadius(r, body);
  const ry = Math.max(LEAST_HEIGHT, rx * SLANT);
  const width = Math.max(1, r / 70);
  const stroke = body.hue === undefined ? "hoop hollow" : `hoop s${body.hue}`;
  const half = (sweep: number) => `M${-rx} 0A${rx} ${ry} 0 0 ${sweep} ${rx} 0`;
  return [
    [svg("path", { class: stroke, "stroke-width": width, d: half(1) })],
    [
      svg("path", { class: "hoop-in", "stroke-width": width + 2.5, d: half(0) }),
      svg("path", { class: stroke, "stroke-width": width, d: half(0) }),
    ],
  ];
}
