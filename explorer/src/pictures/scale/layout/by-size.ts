/** Bodies in the order of their size; if they go around one, that is cut off at the left. */
import { countText } from "../../../units.ts";
import { shorten, textWidth } from "../../layout/text-width.ts";
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

/** The width by which the picture reaches beyond the text, where its body is cut off. */
export const BLEED = 32;
const LIMB = 200;
const AFTER_LIMB = 34;
/** The pitch of those without names. */
const PITCH = 13;
const NAME = 13;
/** One name for so many pixels. */
const NAME_EVERY = 105;
const BIG = 32;
/** The longest name, and the most of them. */
const LONGEST_NAME = 110;
const MOST_NAMES = 60;
/** Between discs, and before the block. */
const LARGE_GAP = 16;
const SMALL_GAP = 9;
const BEFORE_BLOCK = 14;
/** The part of the width that the block may take, and the width of its words. */
const BLOCK = 0.4;
const LEAST_BLOCK = 84;
/** The room below the largest: its name, its radius, the ruler. */
const BELOW = 84;

/** Places bodies by size; `bodies` have the largest first. */
export function bySize(bodies: readonly Disc[], center: Disc | undefined, width: number, labels: Labels): Layout {
  const usual = Math.round(Math.min(560, Math.max(330, width * 0.43)));
  const left = center ? LIMB + AFTER_LIMB : 0;
  let perPixel = bodies[0]!.radius / Math.min(usual / 2 - BELOW, width / 2);
  let row = layRow(bodies, left, width, perPixel);
  // With small discs, names and block fit: their room is shared out.
  while (row.end > width) {
    perPixel *= 1.01;
    row = layRow(bodies, left, width, perPixel);
  }
  const highest = Math.max(...bodies.map((body) => dropOf(body, perPixel)));
  const half = Math.max(highest, row.rest.length > 0 ? (row.rows * PITCH) / 2 + 14 : 0);
  // A body that is cut off fills the usual height; without one, the height is what the others need.
  const needed = Math.ceil(2 * half + BELOW + 24);
  const height = center ? Math.max(usual, needed) : needed;
  const middle = Math.round(center ? height / 2 : half + 12);
  const discs = row.named.map(({ body, name, x, r }): PlacedDisc => {
    const isSmall = r <= BIG;
    const top = middle + Math.max(dropOf(body, perPixel), 8) + (isSmall ? 18 : 22);
    const line = (text: string, y: number, isName: boolean): Line => ({
      x,
      y,
      text,
      anchor: "middle",
      isName,
      isSmall,
    });
    const said = isSmall ? labels.plainRadius(body) : labels.radius(body);
    return { body, x, y: middle, r, lines: [line(name, top, true), line(said, top + (isSmall ? 13 : 16), false)] };
  });
  return {
    ...{ width, height, perPixel, discs },
    limb: center && limbOf(center, middle, height, perPixel, labels),
    block: blockOf(row, middle, perPixel, labels),
    ruler: rulerAt(left, height - 18, perPixel, 180),
  };
}

interface Row {
  readonly named: readonly { readonly body: Disc; readonly name: string; readonly x: number; readonly r: number }[];
  readonly rest: readonly Disc[];
  /** The beginning of the rest, and its number of rows. */
  readonly restX: number;
  readonly rows: number;
  readonly end: number;
}

function layRow(bodies: readonly Disc[], left: number, width: number, perPixel: number): Row {
  const room = width - left;
  const names = bodies.slice(0, MOST_NAMES).map(({ name }) => shorten(name, LONGEST_NAME, NAME));
  const fitting = (limit: number) => {
    let used = 0;
    for (const [index, name] of names.entries()) {
      used += textWidth(name, NAME) + SMALL_GAP;
      if (used > limit) return index;
    }
    return names.length;
  };
  const most = Math.max(1, Math.min(Math.floor(room / NAME_EVERY) + 2, fitting(room * (1 - BLOCK) - BEFORE_BLOCK)));
  const tooBigForBlock = bodies.findIndex(({ radius }) => radius / perPixel <= PITCH / 2 - 1);
  const least = tooBigForBlock === -1 ? bodies.length : tooBigForBlock;
  const isWhole = bodies.length <= Math.min(most + 1, fitting(room));
  const count = isWhole ? bodies.length : Math.max(most, least);
  let x = left;
  const named = bodies.slice(0, count).map((body, index) => {
    const r = body.radius / perPixel;
    const name = names[index] ?? body.name;
    const need = Math.max(reachOf(body, perPixel), textWidth(name, NAME) / 2);
    const at = x + need;
    x = at + need + (r > 10 ? LARGE_GAP : SMALL_GAP);
    return { body, name, x: at, r };
  });
  const rest = bodies.slice(count);
  const columns = Math.max(1, Math.floor((room * BLOCK) / PITCH));
  const rows = Math.max(5, Math.ceil(Math.sqrt(rest.length)), Math.ceil(rest.length / columns));
  const restX = x + BEFORE_BLOCK;
  const end = rest.length === 0 ? x : restX + Math.max(Math.ceil(rest.length / rows) * PITCH, LEAST_BLOCK);
  return { named, rest, restX, rows, end };
}

/** Places those without names, in columns. */
function blockOf({ rest, restX, rows }: Row, middle: number, perPixel: number, labels: Labels): Block | undefined {
  const [first] = rest;
  if (!first) return undefined;
  const used = Math.min(rows, rest.length);
  const top = middle - ((used - 1) / 2) * PITCH;
  const width = Math.ceil(rest.length / rows) * PITCH;
  const braceY = top + (used - 1) * PITCH + 20;
  const x = restX + width / 2 - PITCH / 2;
  const line = (text: string, y: number, isName: boolean): Line => ({
    ...{ x, y, text, anchor: "middle", isName, isSmall: true },
  });
  return {
    discs: rest.map((body, index) => ({
      ...{ body, r: body.radius / perPixel, lines: [] },
      x: restX + Math.floor(index / rows) * PITCH,
      y: top + (index % rows) * PITCH,
    })),
    ...{ x: restX - PITCH / 2, width, braceY },
    lines: [
      line(`${countText(rest.length)} more`, braceY + 20, true),
      line(`${labels.radius(first)} and less`, braceY + 33, false),
    ],
  };
}

/** Returns the body in the center: whole if it is small enough, otherwise the part of it that is seen. */
function limbOf(body: Disc, middle: number, height: number, perPixel: number, labels: Labels): Limb {
  const r = body.radius / perPixel;
  const isWhole = 2 * r <= LIMB + BLEED - 8;
  const x = isWhole ? LIMB - r : LIMB;
  const outline = isWhole
    ? `M${x - r} ${middle}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`
    : cutAtLeft(r, middle, height);
  const isInside = !isWhole || textWidth(labels.radius(body), 13) + 30 < 2 * r;
  const said = [`radius ${labels.radius(body)}`, labels.times(body)].filter((text) => text !== undefined);
  const at = isWhole ? x : 0;
  const top = isWhole && !isInside ? middle + r + 24 : middle - 8;
  const shared = {
    ...{ x: at, anchor: isWhole ? ("middle" as const) : ("start" as const), isSmall: false },
    onHue: isInside ? (body.hue ?? 0) : undefined,
  };
  return {
    ...{ body, outline, x: isWhole ? x + r : LIMB, y: middle },
    lines: [
      { ...shared, y: top, text: body.name, isName: true },
      ...said.map((text, index) => ({ ...shared, y: top + 19 + index * 16, text, isName: false })),
    ],
  };
}

/**
 * Returns the outline of a disc whose right edge is at the limb, cut off by the frame at its left, above and below.
 */
function cutAtLeft(r: number, middle: number, height: number): string {
  const top = middle - height / 2 <= 0 ? 0 : middle - height / 2;
  const half = Math.min(r, middle - top);
  const center = LIMB - r;
  const edge = center + Math.sqrt(Math.max(0, r * r - half * half));
  const bottom = Math.min(height, middle + half);
  if (half < r && edge > -BLEED) return `M${-BLEED} ${top}H${edge}A${r} ${r} 0 0 1 ${edge} ${bottom}H${-BLEED}z`;
  // The edge leaves the frame at the left before it reaches the lines.
  const high = Math.sqrt(Math.max(0, r * r - (-BLEED - center) ** 2));
  return `M${-BLEED} ${middle - high}A${r} ${r} 0 ${center > -BLEED ? 1 : 0} 1 ${-BLEED} ${middle + high}z`;
}
