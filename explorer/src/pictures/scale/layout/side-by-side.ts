/** Bodies in the order of their distance. Those that are smaller than their names share a column. */
import { textWidth } from "../../layout/text-width.ts";
import type { Disc } from "../bodies.ts";
import { dropOf, type Labels, type Layout, type Line, type PlacedDisc, reachOf, rulerAt } from "./placed.ts";

const GAP = 32;
/** The pitch of the rows of a column. */
const ROW = 34;
/** Room for words inside a disc, and below one. */
const INSIDE_RADIUS = 60;
const NAME = 15;
const UPRIGHT = 0.7;
const SMALL_NAME = 12;

interface Group {
  readonly isColumn: boolean;
  readonly discs: Disc[];
  readonly width: number;
}

/** Places all bodies; `bodies` are in the order of their distance. */
export function sideBySide(bodies: readonly Disc[], width: number, labels: Labels): Layout {
  const perPixel = scaleFor(bodies, width);
  const largest = Math.max(...bodies.map((body) => dropOf(body, perPixel)));
  const groups = groupsOf(bodies, perPixel);
  const columnHeight = Math.max(0, ...groups.filter((each) => each.isColumn).map((each) => heightOf(each, perPixel)));
  const words = groups.some((each) => !each.isColumn && !fitsInside(each.discs[0]!, perPixel)) ? 60 : 0;
  const middle = Math.max(largest + 14, columnHeight / 2 + 4);
  const below = Math.max(
    0,
    ...groups
      .filter(({ isColumn, discs }) => !isColumn && !fitsInside(discs[0]!, perPixel))
      .map(({ discs }) => dropOf(discs[0]!, perPixel) + words),
  );
  const height = middle + Math.max(middle - 4, below) + 34;
  let x = 0;
  const discs = groups.flatMap((group) => {
    const placed = group.isColumn
      ? placeColumn(group, x, middle, perPixel, labels)
      : [placeAlone(group.discs[0]!, x, middle, perPixel, labels)];
    x += group.width + GAP;
    return placed;
  });
  return { width, height, perPixel, discs, ruler: rulerAt(0, height - 8, perPixel, 110) };
}

/** Returns the scale at which all groups fill the width. */
function scaleFor(bodies: readonly Disc[], width: number): number {
  let low = Math.max(...bodies.map(({ radius }) => radius)) / width;
  let high = low * 1_000;
  for (let step = 0; step < 40; step++) {
    const middle = Math.sqrt(low * high);
    const groups = groupsOf(bodies, middle);
    const sum = groups.reduce((all, group) => all + group.width, GAP * (groups.length - 1));
    if (sum > width) low = middle;
    else high = middle;
  }
  return high;
}

function groupsOf(bodies: readonly Disc[], perPixel: number): Group[] {
  const runs: { isColumn: boolean; discs: Disc[] }[] = [];
  for (const body of bodies) {
    const isColumn = (2 * body.radius) / perPixel < textWidth(body.name, NAME);
    const last = runs.at(-1);
    if (isColumn && last?.isColumn) last.discs.push(body);
    else runs.push({ isColumn, discs: [body] });
  }
  return runs.map(({ isColumn, discs }) => ({
    isColumn,
    discs,
    width: isColumn ? columnWidth(discs, perPixel) : 2 * reachOf(discs[0]!, perPixel),
  }));
}

function discWidth(discs: readonly Disc[], perPixel: number): number {
  return Math.max(6, ...discs.map((body) => reachOf(body, perPixel)));
}

function columnWidth(discs: readonly Disc[], perPixel: number): number {
  return 2 * discWidth(discs, perPixel) + 10 + Math.max(...discs.map(({ name }) => textWidth(name, SMALL_NAME) * 1.1));
}

function rowHeights({ discs }: Group, perPixel: number): number[] {
  return discs.map((body) => Math.max(ROW, 2 * dropOf(body, perPixel) + 8));
}

function heightOf(group: Group, perPixel: number): number {
  return rowHeights(group, perPixel).reduce((all, each) => all + each, 0);
}

function placeColumn(group: Group, x: number, middle: number, perPixel: number, labels: Labels): PlacedDisc[] {
  const half = discWidth(group.discs, perPixel);
  const heights = rowHeights(group, perPixel);
  let top = middle - heights.reduce((all, each) => all + each, 0) / 2;
  return group.discs.map((body, index) => {
    const y = top + heights[index]! / 2;
    top += heights[index]!;
    const at = x + 2 * half + 10;
    const line = (text: string, dy: number, isName: boolean): Line => ({
      ...{ x: at, y: y + dy, text, anchor: "start", isName, isSmall: true },
    });
    return {
      ...{ body, x: x + half, y, r: body.radius / perPixel },
      lines: [line(body.name, -1, true), line(labels.plainRadius(body), 12, false)],
    };
  });
}

/** Rings that stand upright, or are wide, would cross the words. */
function fitsInside({ name, radius, hasRings, rings, tilt }: Disc, perPixel: number): boolean {
  const r = radius / perPixel;
  const isUpright = hasRings && Math.abs(Math.sin((tilt * Math.PI) / 180)) > UPRIGHT;
  return r > INSIDE_RADIUS && textWidth(name, NAME) + 16 < 2 * r && !isUpright && !rings;
}

function placeAlone(body: Disc, left: number, y: number, perPixel: number, labels: Labels): PlacedDisc {
  const r = body.radius / perPixel;
  const x = left + reachOf(body, perPixel);
  const isInside = fitsInside(body, perPixel);
  const top = isInside ? y + r * 0.5 : y + dropOf(body, perPixel) + 26;
  const said = [labels.radius(body), labels.times(body)].filter((text) => text !== undefined);
  const onHue = isInside ? body.hue : undefined;
  const shared = { x, anchor: "middle" as const, isSmall: false, onHue };
  return {
    ...{ body, x, y, r },
    lines: [
      { ...shared, y: top, text: body.name, isName: true },
      ...said.map((text, index) => ({ ...shared, y: top + 16 + index * 15, text, isName: false })),
    ],
  };
}
