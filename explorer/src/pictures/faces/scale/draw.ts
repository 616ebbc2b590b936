/** Draws the face of a scale: discs, the ways around one, and the far ones; side by side, on a phone below each other. */
import { plainNumber, unitText } from "../../../units.ts";
import { textWidth } from "../../layout/text-width.ts";
import type { Body, Disc } from "../../scale/bodies.ts";
import type { Far } from "../../scale/layout/distances.ts";
import type { Ruler } from "../../scale/layout/placed.ts";
import { type Drawing, px, type SvgNode, svg } from "../../svg/node.ts";
import { type Around, placeAround } from "./around.ts";
import { aroundShapes } from "./around-shapes.ts";
import { placeDiscs, type Says } from "./disc-row.ts";
import { discShapes, type Links } from "./disc-shapes.ts";
import type { Box } from "./names.ts";

/** Ways that are drawn together, under a title. */
export interface Group {
  readonly title: string;
  readonly bodies: readonly Far[];
  readonly kind: "near" | "far";
}

/** The content of a face. */
export interface Shown extends Links {
  readonly label: string;
  readonly discs: readonly Disc[];
  /** The body in the center, if it is drawn beside the discs. */
  readonly beside: Disc | undefined;
  readonly says: Says;
  /** The body around which the others go. */
  readonly center: Body;
  readonly groups: readonly Group[];
  readonly units: { readonly radius: string; readonly distance: string };
}

/** The most names of a group: among far ones, none would stand free. */
const NAMES = { near: 14, far: 0 };
const NARROW = 560;
const GAP = 24;
const WIDEST = 580;
const TITLE = 20;
/** The heights of discs alone, of all beside each other, and of each on a phone. */
const ALONE = 190;
/** The height of all beside each other. */
export const BESIDE = 320;
const NARROW_DISCS = 200;

/** Draws a face. */
export function drawScale(shown: Shown, width: number): Drawing {
  const boxes = boxesOf(1 + shown.groups.length, width);
  const last = boxes[boxes.length - 1]!;
  const arounds = shown.groups.map((group, index) => aroundIn(group, shown, boxes[index + 1]!));
  const nodes = [
    ...discPanel(shown, boxes[0]!),
    ...boxInFar(arounds, boxes),
    ...arounds.flatMap((around, index) => groupPanel(around, shown.groups[index]!, shown, boxes[index + 1]!)),
  ];
  return { width, height: last.y + last.height, label: shown.label, nodes: [svg("g", { class: "scale" }, ...nodes)] };
}

function boxesOf(count: number, width: number): Box[] {
  if (width < NARROW)
    return Array.from({ length: count }, (_, index) => ({
      ...{ x: 0, y: index === 0 ? 0 : NARROW_DISCS + GAP + (index - 1) * (BESIDE + GAP), width },
      height: index === 0 ? NARROW_DISCS : BESIDE,
    }));
  const each = Math.min(WIDEST, (width - GAP * (count - 1)) / count);
  const height = count === 1 ? ALONE : BESIDE;
  return Array.from({ length: count }, (_, index) => ({ x: index * (each + GAP), y: 0, width: each, height }));
}

function discPanel(shown: Shown, box: Box): SvgNode[] {
  const row = placeDiscs(shown.discs, shown.beside, box, shown.says);
  return [...discShapes(row, shown), rulerShape(row.ruler, shown.units.radius, box)];
}

/** The largest have their names first; the record of the page before all. */
function aroundIn({ bodies, kind }: Group, { self, center, units }: Shown, box: Box): Around {
  const rank = ({ id, radius = 0 }: Far) => (id === self ? Number.MAX_VALUE : radius);
  const named = [...bodies].sort((a, b) => rank(b) - rank(a)).slice(0, NAMES[kind]);
  const radius = units.radius === units.distance ? (center.radius ?? 0) : 0;
  return placeAround(bodies, { radius, named }, { ...box, y: box.y + TITLE, height: box.height - TITLE });
}

function groupPanel(around: Around, { title, kind }: Group, shown: Shown, box: Box): SvgNode[] {
  return [
    svg("g", { class: `is-${kind}` }, ...aroundShapes(around, shown.center, shown)),
    svg("text", { class: "lbl", x: px(box.x + box.width / 2), y: box.y + 12, "text-anchor": "middle" }, title),
    rulerShape(around.ruler, shown.units.distance, box),
  ];
}

/** Draws what the near ones enclose among the far ones, and lines from there to their own drawing. */
function boxInFar([near, far]: readonly Around[], [, nearBox, box]: readonly Box[]): SvgNode[] {
  if (!near || !far || !nearBox || !box) return [];
  const ratio = near.perPixel / far.perPixel;
  const left = far.x - (near.x - near.extent.x) * ratio;
  const [width, height] = [near.extent.width * ratio, near.extent.height * ratio];
  const top = far.y - height / 2;
  const start = `M${px(left)} ${px(top)}L${px(box.x)} ${px(box.y + TITLE)}`;
  const end =
    box.x > nearBox.x
      ? `M${px(left)} ${px(top + height)}L${px(box.x)} ${px(box.y + box.height - TITLE)}`
      : `M${px(left + width)} ${px(top)}L${px(box.x + box.width)} ${px(box.y + TITLE)}`;
  return [
    svg("path", { class: "drop", d: start + end }),
    svg("rect", { class: "axis", x: px(left), y: px(top), width: px(width), height: px(height) }),
  ];
}

/** The powers of a thousand from which on lengths are written in words. */
const POWERS = ["million", "billion", "trillion"] as const;

/** Writes a length: `500,000`, `2 million`. */
function lengthText(value: number): string {
  const power = Math.min(Math.floor(Math.log10(value) / 3), POWERS.length + 1);
  return power < 2 ? plainNumber(value) : `${plainNumber(value / 1_000 ** power)} ${POWERS[power - 2]}`;
}

function rulerShape({ y, length, value, parts }: Ruler, unit: string, box: Box): SvgNode {
  const text = `${lengthText(value)} ${unitText(unit)}`.trim();
  const x = box.x + (box.width - length - 8 - textWidth(text)) / 2;
  const marks = Array.from({ length: parts - 1 }, (_, at) => `M${px(x + (length * (at + 1)) / parts)} ${y - 3}v3`);
  return svg(
    "g",
    { class: "ruler" },
    svg("path", { d: `M${px(x)} ${y - 4}v4h${px(length)}v-4${marks.join("")}` }),
    svg("text", { x: px(x + length + 8), y: y + 1 }, text),
  );
}
