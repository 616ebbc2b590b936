/** The layouts of a phone: names beside discs, from top to bottom. */
import { countText } from "../../../units.ts";
import { textWidth } from "../../layout/text-width.ts";
import type { Disc } from "../bodies.ts";
import {
  type Block,
  dropOf,
  type Labels,
  type Layout,
  type Limb,
  type Line,
  type PlacedDisc,
  reachOf,
  rulerAt,
} from "./placed.ts";

/** The margin of the page, which a body that is cut off fills. */
const NARROW_BLEED = 16;
const GAP = 17;
const NAME = 12;
/** The width of a column of the small ones, and half of that of their discs; both are at least this. */
const COLUMN = 88;
const LEAST_HALF = 6;
const ROW = 36;
const LIMB = 96;
/** The radius of the largest that goes around another. */
const LARGEST = 52;
/** The number of those that have names. */
const NAMED = 10;
/** The middle of the discs, and where their names begin. */
const MIDDLE = 62;
const NAMES = 126;
const PITCH = 12;
const IN_A_ROW = 9;

/** Places bodies in the order of their distance: the large ones in a row, the others below it. */
export function sideBySideNarrow(bodies: readonly Disc[], width: number, labels: Labels): Layout {
  const perPixel = scaleFor(bodies, width);
  const isLarge = (body: Disc) => isLargeAt(body, perPixel);
  const large = bodies.filter(isLarge);
  const small = bodies.filter((body) => !isLarge(body));
  const middle = large.length === 0 ? 0 : Math.max(...large.map((body) => dropOf(body, perPixel))) + 8;
  let x = 10;
  const row = large.map((body): PlacedDisc => {
    const r = body.radius / perPixel;
    const reach = reachOf(body, perPixel);
    const at = x + reach;
    x += 2 * reach + GAP;
    const line = (text: string, y: number, isName: boolean): Line => ({
      ...{ x: at, y, text, anchor: "middle", isName, isSmall: true },
    });
    return {
      ...{ body, x: at, y: middle, r },
      lines: [line(body.name, 2 * middle + 12, true), line(labels.plainRadius(body), 2 * middle + 26, false)],
    };
  });
  const top = large.length === 0 ? 16 : 2 * middle + 62;
  const half = Math.max(LEAST_HALF, ...small.map((body) => reachOf(body, perPixel)));
  const columns = Math.max(1, Math.floor(width / (COLUMN + half - LEAST_HALF)));
  const grid = small.map((body, index): PlacedDisc => {
    const at = (index % columns) * (width / columns) + Math.max(10, half);
    const y = top + Math.floor(index / columns) * ROW;
    const line = (text: string, dy: number, isName: boolean): Line => ({
      ...{ x: at + half + 6, y: y + dy, text, anchor: "start", isName, isSmall: true },
    });
    return {
      ...{ body, x: at, y, r: body.radius / perPixel },
      lines: [line(body.name, 0, true), line(labels.plainRadius(body), 13, false)],
    };
  });
  const height = top + Math.ceil(small.length / columns) * ROW + 14;
  return { width, height, perPixel, discs: [...row, ...grid], ruler: rulerAt(0, height - 6, perPixel, 70) };
}

/** Returns whether a disc is about as wide as its name. */
function isLargeAt({ name, radius }: Disc, perPixel: number): boolean {
  return (2 * radius) / perPixel >= textWidth(name, NAME) * 0.75;
}

/** Returns the scale at which the large ones fill the width. Which ones are large depends on the scale. */
function scaleFor(bodies: readonly Disc[], width: number): number {
  const rowAt = (perPixel: number) => bodies.filter((body) => isLargeAt(body, perPixel));
  const widthAt = (perPixel: number) =>
    rowAt(perPixel).reduce((all, body) => all + 2 * reachOf(body, perPixel) + GAP, -GAP);
  let perPixel = (2 * Math.max(...bodies.map(({ radius }) => radius))) / (width - 20);
  while (widthAt(perPixel) > width - 20) perPixel *= 1.01;
  return perPixel;
}

/** Places bodies in the order of their size; if they go around one, that is cut off at the top. */
export function bySizeNarrow(bodies: readonly Disc[], center: Disc | undefined, width: number, labels: Labels): Layout {
  const perPixel = Math.max(...bodies.map((body) => reachOf(body, 1))) / LARGEST;
  let y = center ? LIMB + 22 : 0;
  const discs = bodies.slice(0, NAMED).map((body): PlacedDisc => {
    const r = body.radius / perPixel;
    const height = Math.max(2 * dropOf(body, perPixel) + 8, 24);
    const middle = y + height / 2;
    y += height;
    const said = [labels.radius(body), labels.times(body)].filter((text) => text !== undefined).join(" · ");
    const shared = { y: middle + 4, isSmall: true };
    return {
      ...{ body, x: MIDDLE, y: middle, r },
      lines: [
        { ...shared, x: NAMES, text: body.name, anchor: "start", isName: true },
        { ...shared, x: width, text: said, anchor: "end", isName: false },
      ],
    };
  });
  const rest = bodies.slice(NAMED);
  const block = blockOf(rest, y, perPixel, labels);
  const height = y + (rest.length > 0 ? 20 + Math.max(32, Math.ceil(rest.length / IN_A_ROW) * PITCH) : 12) + 26;
  return {
    ...{ width, height, perPixel, discs, block },
    limb: center && limbOf(center, width, perPixel, labels),
    ruler: rulerAt(MIDDLE - LARGEST, height - 6, perPixel, 100),
  };
}

function blockOf(rest: readonly Disc[], top: number, perPixel: number, labels: Labels): Block | undefined {
  const [first] = rest;
  if (!first) return undefined;
  const left = MIDDLE - 48;
  const line = (text: string, dy: number, isName: boolean): Line => ({
    ...{ x: NAMES, y: top + dy, text, anchor: "start", isName, isSmall: true },
  });
  return {
    discs: rest.map((body, index) => ({
      ...{ body, r: body.radius / perPixel, lines: [] },
      x: left + (index % IN_A_ROW) * PITCH,
      y: top + 14 + Math.floor(index / IN_A_ROW) * PITCH,
    })),
    ...{ x: left, width: IN_A_ROW * PITCH, braceY: undefined },
    lines: [
      line(`${countText(rest.length)} more`, 24, true),
      line(`radius ${labels.radius(first)} and less`, 38, false),
    ],
  };
}

/** Returns the lower edge of the body in the center. */
function limbOf(body: Disc, width: number, perPixel: number, labels: Labels): Limb {
  const r = body.radius / perPixel;
  const x = width / 2;
  const reach = width / 2 + NARROW_BLEED;
  const said = [`radius ${labels.radius(body)}`, labels.times(body)].filter((text) => text !== undefined).join(" · ");
  const shared = { x, anchor: "middle" as const, isSmall: false, onHue: body.hue ?? 0 };
  return {
    ...{ body, outline: outlineOf(r, x, reach), x, y: LIMB },
    lines: [
      { ...shared, y: 34, text: body.name, isName: true },
      { ...shared, y: 52, text: said, isName: false },
    ],
  };
}

/**
 * Returns the visible outline of a disc whose lowest point is at the limb, within the top line and the page's edges.
 */
function outlineOf(r: number, x: number, reach: number): string {
  const center = LIMB - r;
  const half = Math.min(reach, r);
  const edge = center + Math.sqrt(Math.max(0, r * r - half * half));
  if (half === reach && edge > 0) return `M${x - reach} 0V${edge}A${r} ${r} 0 0 0 ${x + reach} ${edge}V0z`;
  const chord = Math.sqrt(Math.max(0, r * r - center * center));
  return `M${x - chord} 0A${r} ${r} 0 ${center > 0 ? 1 : 0} 0 ${x + chord} 0z`;
}
