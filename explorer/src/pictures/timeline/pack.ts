/** Rows of a lane: each item is put into the first row with room for it, and for its label while there is room. */
import type { Measure } from "../time/labels.ts";
import type { TimeScale } from "../time/ticks.ts";
import type { Item } from "./items.ts";

/** The least width of a bar, and the width of a dot. */
export const LEAST = 3;
export const DOT = 6;
/** Between what is drawn and the next item of the row. */
const GAP = 3;
const LABEL_GAP = 6;
/** The width that bars are drawn beyond the right edge. */
const BEYOND = 12;
/** A lane of n items has at least this many times √n rows before labels are given up. */
const ROWS_FACTOR = 1.12;

/** An item in its row. */
export interface Packed {
  readonly item: Item;
  readonly row: number;
  readonly x0: number;
  /** The end of the roughly known part, from which the bar is filled; `x0` if the start is exact. */
  readonly solid: number;
  readonly x1: number;
  /** The end of the known part; `x1` if that is its end. */
  readonly known: number;
  /** It continues beyond the right edge. */
  readonly isCut: boolean;
  /** The end of its drawing, with the sign at its end. */
  readonly end: number;
  /** The beginning of its label. */
  readonly labelAt: number;
  /** The end that its label would have. */
  readonly room: number;
  readonly hasLabel: boolean;
}

/** The items of a lane in rows. */
export interface Rows {
  readonly packed: readonly Packed[];
  readonly count: number;
}

type Placed = Omit<Packed, "row" | "hasLabel">;

/** Returns the place of an item on the x axis. It is cut off at the left and the right edge. */
export function placeOf(item: Item, x: TimeScale, measure: Measure): Placed {
  const [left, right] = x.range;
  const x0 = Math.max(left - LEAST, x(item.from));
  const until = item.to ?? (item.isRough ? item.begun : undefined);
  const last = until === undefined ? x0 + DOT : Math.max(x0 + LEAST, x(until));
  const x1 = Math.min(last, right + BEYOND);
  const isCut = last > x1;
  const solid = item.isRough ? Math.min(x1, Math.max(x0 + LEAST, x(item.begun))) : x0;
  const known = item.known === undefined ? x1 : Math.min(x1, Math.max(solid, x0 + LEAST, x(item.known)));
  const sign = isCut ? 0 : item.tone === "fault" ? 9 : item.isGoing ? 8 : 0;
  const labelAt = x1 + Math.max(sign, 4);
  return {
    item,
    x0,
    solid,
    known,
    x1,
    isCut,
    end: x1 + sign,
    labelAt,
    room: labelAt + measure(item.label) + LABEL_GAP,
  };
}

/** Puts items, in the order of their start, into rows. No two of a row overlap. */
export function pack(items: readonly Item[], x: TimeScale, measure: Measure): Rows {
  const places = items.map((item) => placeOf(item, x, measure));
  const most = Math.max(rowsNeeded(places), Math.ceil(Math.sqrt(places.length) * ROWS_FACTOR), 2);
  const rows: Placed[][] = [];
  const rowOf = places.map((place) => {
    const row = rowFor(place, rows, most);
    const own = rows[row];
    if (own) own.push(place);
    else rows[row] = [place];
    return row;
  });
  const next = new Map<Placed, Placed>();
  for (const row of rows) for (const [index, place] of row.slice(1).entries()) next.set(row[index]!, place);
  const packed = places.map((place, index): Packed => {
    const after = next.get(place);
    return { ...place, row: rowOf[index]!, hasLabel: after === undefined || place.room - GAP <= after.x0 };
  });
  return { packed, count: rows.length };
}

/** Returns the number of rows without labels. */
function rowsNeeded(places: readonly Placed[]): number {
  const ends: number[] = [];
  for (const { x0, end } of places) {
    const row = ends.findIndex((each) => each + GAP <= x0);
    ends[row < 0 ? ends.length : row] = end;
  }
  return ends.length;
}

function rowFor({ x0 }: Placed, rows: readonly Placed[][], most: number): number {
  const free = rows.findIndex((row) => row.at(-1)!.room <= x0);
  if (free >= 0) return free;
  if (rows.length < most) return rows.length;
  // The shortest of the bars that end the rows gives its label up.
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  rows.forEach((row, index) => {
    const last = row.at(-1)!;
    if (last.end + GAP > x0 || last.x1 - last.x0 >= least) return;
    best = index;
    least = last.x1 - last.x0;
  });
  return best < 0 ? rows.length : best;
}
