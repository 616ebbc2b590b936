/** The places of everything in a presence: the area above, the rows below. */

import type { Span } from "../time/days.ts";
import { type TimeScale, timeScale } from "../time/ticks.ts";
import { type Column, columnsOf, type Heads } from "./heads.ts";
import { type Bar, LEAST_BAR, NAMED_PITCH, pitchFor, type Row, type RowKind, rowsOf } from "./rows.ts";
import type { Member } from "./stays.ts";

/** Above the area: the flag of the cursor. */
export const TOP = 34;
/** The bar of a row that has its name, and its distance from the top of the row. */
const NAMED_BAR = 8;
const NAMED_INSET = 3;
/** At the right of rows with names. */
const NAME_ROOM = 150;

/** The area, ready to be drawn. */
export interface Area {
  readonly x: TimeScale;
  readonly top: number;
  /** Its ground, and the height of one member in it. */
  readonly base: number;
  readonly perHead: number;
  readonly columns: readonly Column[];
  readonly fullest: Column | undefined;
}

/** A presence, ready to be drawn. */
export interface Layout extends Area {
  readonly width: number;
  readonly height: number;
  readonly rows: readonly Row[];
  readonly rowsTop: number;
  readonly pitch: number;
  readonly isNamed: boolean;
  readonly bar: { readonly height: number; readonly inset: number };
}

/** Lays members out. */
export function layoutOf(
  members: readonly Member[],
  heads: Heads,
  { span, width, kind, isNarrow }: { span: Span; width: number; kind: RowKind; isNarrow: boolean },
): Layout {
  const [left, margin] = isNarrow ? [20, 2] : [26, 8];
  const scale = (end: number) => timeScale(span, left, Math.max(left + 1, width - end));
  const first = rowsOf(members, kind, scale(margin));
  const isNamed = !isNarrow && kind !== "compact" && pitchFor(first.length) >= NAMED_PITCH;
  const x = scale(isNamed ? NAME_ROOM : margin);
  const rows = kind === "compact" ? rowsOf(members, kind, x) : first;
  const pitch = pitchFor(rows.length);
  const area = isNarrow ? 110 : isNamed ? 120 : 150;
  const base = TOP + area;
  const rowsTop = base + (isNamed || isNarrow ? 34 : 42);
  return {
    ...areaOf(heads, x, { top: TOP, height: area }),
    ...{ width, rows, rowsTop, pitch, isNamed },
    height: Math.ceil(rowsTop + rows.length * pitch + 6),
    bar: isNamed ? { height: NAMED_BAR, inset: NAMED_INSET } : { height: Math.max(1, gapped(pitch)), inset: 0 },
  };
}

/** Lays the area out. */
export function areaOf(
  heads: Heads,
  x: TimeScale,
  { top, height }: { readonly top: number; readonly height: number },
): Area {
  const columns = columnsOf(heads, x);
  const fullest = columns.reduce<Column | undefined>(
    (most, column) => (headsIn(column) > headsIn(most) ? column : most),
    undefined,
  );
  const each = height / (Math.max(1, headsIn(fullest)) + 0.5);
  return { x, top, base: top + height, perHead: each >= 2 ? Math.floor(each) : each, columns, fullest };
}

/** Returns the height of a column: those who are not known stand on the others. */
export function headsIn(column: Column | undefined): number {
  return column ? column.sum + column.unknown : 0;
}

/** Returns the height of the bars of rows, which have a gap between them if they are high. */
function gapped(pitch: number): number {
  return pitch >= 4 ? pitch - 1 : pitch;
}

/** Returns the base line of the words of the axis. */
export function wordsOf({ base, isNamed }: Layout): number {
  return base + (isNamed ? 18 : 20);
}

/** A bar and where it is. */
export interface Mark {
  readonly bar: Bar;
  readonly row: number;
  readonly x0: number;
  /** The end of the known part. */
  readonly known: number;
  readonly x1: number;
  /** Its top. */
  readonly y: number;
}

/** Returns the place of a bar. */
export function markOf({ x, rowsTop, pitch, bar: { inset } }: Layout, bar: Bar, row: number): Mark {
  const [left, right] = x.range;
  const x0 = Math.max(left, Math.min(right - LEAST_BAR, x(bar.stay.from)));
  const x1 = Math.min(right, Math.max(x0 + LEAST_BAR, x(bar.stay.to + 1)));
  const known = Math.min(x1, Math.max(x0, x(bar.stay.known + 1)));
  return { bar, row, x0, known: bar.stay.known < bar.stay.to ? known : x1, x1, y: rowsTop + row * pitch + inset };
}

/** Returns all bars, row by row. */
export function marksOf(layout: Layout): Mark[] {
  return layout.rows.flatMap(({ bars }, row) => bars.map((bar) => markOf(layout, bar, row)));
}

/** Returns the bar at a point, or the nearest within a few pixels. */
export function markAt(layout: Layout, at: { readonly x: number; readonly y: number }): Mark | undefined {
  const { rowsTop, pitch, rows } = layout;
  const near = Math.max(1, Math.ceil(3 / pitch));
  const middle = Math.floor((at.y - rowsTop) / pitch);
  let best: Mark | undefined;
  let least = 5;
  for (let row = Math.max(0, middle - near); row <= Math.min(rows.length - 1, middle + near); row += 1)
    for (const bar of rows[row]!.bars) {
      const mark = markOf(layout, bar, row);
      const distance =
        Math.max(mark.x0 - at.x, at.x - mark.x1, 0) + Math.max(mark.y - at.y, at.y - mark.y - layout.bar.height, 0);
      if (distance < least) [best, least] = [mark, distance];
    }
  return best;
}
