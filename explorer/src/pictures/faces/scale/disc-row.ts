/** Places discs beside each other to one scale, beside the limb of a much larger one if that is given. */
import { shorten, textWidth } from "../../layout/text-width.ts";
import type { Disc } from "../../scale/bodies.ts";
import { dropOf, type Line, type PlacedDisc, type Ruler, reachOf, rulerAt } from "../../scale/layout/placed.ts";
import type { Box } from "./names.ts";

/** The visible part of a body that is cut off. */
export interface Limb {
  readonly body: Disc;
  readonly outline: string;
  readonly lines: readonly Line[];
}

/** Discs in a row. */
export interface DiscRow {
  /** The length of a pixel in the unit of the radii. */
  readonly perPixel: number;
  readonly limb: Limb | undefined;
  readonly discs: readonly PlacedDisc[];
  readonly ruler: Ruler;
}

const GAP = 28;
const LIMB = 48;
/** From so many times the largest on, the body in the center is cut off. */
const CUT = 3;
/** Room for two lines of words below, and for the ruler. */
const WORDS = 36;
const RULER = 26;
/** The least distance of discs from the edges, and their greatest height. */
const EDGE = 4;
const MOST = 190;
const LONGEST_RULER = 90;
/** The size of words, and how much wider those in bold are. */
const NAME = 13;
const BOLD = 1.1;
/** The least radius of what marks a disc. */
const SPOT = 3;

/** Says what is written under a disc: its name, and its size. */
export type Says = (body: Disc) => readonly [name: string, size: string];

/** Returns whether a body is so much larger than others that only its limb is drawn beside them. */
export function isCutOff({ radius }: Disc, others: readonly Disc[]): boolean {
  return radius > CUT * Math.max(...others.map((other) => other.radius));
}

/** Places discs in a box, and the body in the center at their left. */
export function placeDiscs(own: readonly Disc[], center: Disc | undefined, box: Box, says: Says): DiscRow {
  const isCut = center !== undefined && isCutOff(center, own);
  const discs = center && !isCut ? [center, ...own] : own;
  const limbWidth = isCut ? LIMB + GAP : 0;
  const room = { width: box.width - limbWidth, height: box.height - WORDS - RULER };
  const most = { ...room, height: Math.min(MOST, room.height - 2 * EDGE) };
  const wordRoom = (room.width - GAP * (discs.length - 1)) / discs.length;
  const said = discs.map((body) => says(body).map((text) => shorten(text, wordRoom / BOLD, NAME)));
  const widths = said.map((lines) =>
    Math.min(wordRoom, Math.max(...lines.map((text) => textWidth(text, NAME) * BOLD))),
  );
  const columnsAt = (perPixel: number) =>
    discs.map((body, index) => Math.max(2 * Math.max(SPOT, reachOf(body, perPixel)), widths[index]!));
  const perPixel = scaleFor(discs, most, columnsAt);
  const columns = columnsAt(perPixel);
  const middle = box.y + room.height / 2;
  let x = box.x + limbWidth + (room.width - sumOf(columns) - GAP * (discs.length - 1)) / 2;
  const placed = discs.map((body, index): PlacedDisc => {
    const at = x + columns[index]! / 2;
    x += columns[index]! + GAP;
    const y = middle + Math.max(SPOT, dropOf(body, perPixel)) + 18;
    return { body, x: at, y: middle, r: body.radius / perPixel, lines: linesAt(said[index]!, at, y, "middle") };
  });
  return {
    ...{ perPixel, discs: placed },
    limb: isCut ? limbOf(center, perPixel, { ...box, width: LIMB, height: room.height }, says(center)) : undefined,
    ruler: rulerAt(box.x, box.y + box.height - 4, perPixel, Math.min(LONGEST_RULER, box.width / 3)),
  };
}

const sumOf = (lengths: readonly number[]): number => lengths.reduce((all, each) => all + each, 0);

/** Returns the scale at which the discs fill the room. */
function scaleFor(
  discs: readonly Disc[],
  room: { readonly width: number; readonly height: number },
  columnsAt: (perPixel: number) => readonly number[],
): number {
  let low = Math.max(...discs.map(({ radius }) => radius)) / room.height;
  let high = low * 1_000;
  for (let step = 0; step < 40; step++) {
    const middle = Math.sqrt(low * high);
    const isTooWide = sumOf(columnsAt(middle)) + GAP * (discs.length - 1) > room.width;
    const isTooHigh = Math.max(...discs.map((body) => 2 * dropOf(body, middle))) > room.height;
    if (isTooWide || isTooHigh) low = middle;
    else high = middle;
  }
  return high;
}

function linesAt(said: readonly string[], x: number, y: number, anchor: Line["anchor"]): Line[] {
  return said.map((text, index) => ({ ...{ x, text, anchor, isSmall: true }, y: y + index * 15, isName: index === 0 }));
}

/** Returns the part of a body that reaches into a box from the left. */
function limbOf(body: Disc, perPixel: number, { x, y, width, height }: Box, [name]: ReturnType<Says>): Limb {
  const r = body.radius / perPixel;
  const half = Math.min(height / 2, Math.sqrt(Math.max(0, r ** 2 - (r - width) ** 2)));
  const edge = x + width - r + Math.sqrt(Math.max(0, r ** 2 - half ** 2));
  const middle = y + height / 2;
  return {
    body,
    outline: `M${x} ${middle - half}H${edge}A${r} ${r} 0 0 1 ${edge} ${middle + half}H${x}z`,
    lines: linesAt([shorten(name, width + GAP / 2, NAME)], x, middle + half + 18, "start"),
  };
}
