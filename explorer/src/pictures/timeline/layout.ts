/** The places of everything in a timeline. */
import type { Measure } from "../time/labels.ts";
import type { TimeScale } from "../time/ticks.ts";
import { type Strip, stripsOf } from "./density.ts";
import type { Item } from "./items.ts";
import type { Lane } from "./lanes.ts";
import { type Packed, pack, placeOf } from "./pack.ts";

/** The height of a row, of a bar in it, and of a strip. */
export const ROW = 14;
export const BAR = 8;
export const STRIP = 10;
/** Above the first lane: the words of the axis. */
export const TOP = 26;
const PADDING = 5;
/** More records than this are not drawn one by one. */
export const MOST_RECORDS = 50_000;
/** More bars than this become strips. */
export const MOST_BARS = 2_000;

/** A bar and where it is. */
export interface Mark extends Packed {
  /** Its top. */
  readonly y: number;
}

/** A lane and where it is. */
export interface PlacedLane {
  readonly lane: Lane;
  /** The number of its items in the span that is shown. */
  readonly count: number;
  readonly y: number;
  readonly height: number;
  /** The top of its rows. */
  readonly rows: number;
  readonly strips: readonly Strip[];
}

/** A timeline, ready to be drawn. */
export interface Layout {
  readonly lanes: readonly PlacedLane[];
  readonly marks: readonly Mark[];
  readonly isDense: boolean;
  readonly height: number;
  /** Whether any of it is not known. */
  readonly hasUnknown: boolean;
  /** The items in the span that is shown: those of the table. */
  readonly inView: readonly Item[];
}

/** Returns whether any of an item is in the span of a scale. */
export function isInView({ from, to, begun }: Item, { span }: TimeScale): boolean {
  return from < span.to && Math.max(to ?? begun, begun) > span.from;
}

/** Returns whether a part of an item that is not known is in the span of a scale. */
function isUnknownIn({ known, to }: Item, { span }: TimeScale): boolean {
  return known !== undefined && known < span.to && to! > span.from;
}

/** Lays lanes out, one below the other. */
export function layoutOf(lanes: readonly Lane[], x: TimeScale, measure: Measure): Layout {
  const seen = lanes.map(({ items }) => items.filter((item) => isInView(item, x)));
  const inView = seen.flat();
  const isDense = inView.length > MOST_BARS;
  const placed: PlacedLane[] = [];
  const marks: Mark[] = [];
  let y = TOP;
  lanes.forEach((lane, index) => {
    const items = seen[index]!;
    const rows = y + PADDING;
    const strips = isDense ? stripsOf(items, x) : [];
    const packed = isDense ? { packed: [], count: 0 } : pack(items, x, measure);
    for (const each of packed.packed) marks.push({ ...each, y: rows + each.row * ROW + (ROW - BAR) / 2 });
    const content = Math.max(isDense ? strips.length * STRIP : packed.count * ROW, 2 * ROW);
    const height = rows - y + content + PADDING;
    placed.push({ lane, count: items.length, y, height, rows, strips });
    y += height;
  });
  marks.sort((a, b) => a.item.from - b.item.from || (a.item.id < b.item.id ? -1 : 1));
  return {
    lanes: placed,
    marks,
    isDense,
    height: y + 2,
    hasUnknown: inView.some((item) => isUnknownIn(item, x)),
    inView,
  };
}

/** Returns the place of an item: its bar, or its place in a strip. */
export function markOf(item: Item, layout: Layout, x: TimeScale, measure: Measure): Mark | undefined {
  const mark = layout.marks.find((each) => each.item.id === item.id);
  if (mark || !layout.isDense || !isInView(item, x)) return mark;
  const lane = layout.lanes.find(({ lane: { items } }) => items.includes(item));
  if (!lane) return undefined;
  const row = lane.strips.findIndex(({ hue }) => hue === item.hue);
  return { ...placeOf(item, x, measure), row, hasLabel: true, y: lane.rows + row * STRIP };
}

/** Returns the bar at a point, or the nearest within a few pixels. */
export function markAt(layout: Layout, at: { readonly x: number; readonly y: number }): Mark | undefined {
  let best: Mark | undefined;
  let least = 5;
  for (const mark of layout.marks) {
    const isInRow = at.y >= mark.y - 3 && at.y < mark.y + BAR + 3;
    if (!isInRow) continue;
    const distance = Math.max(mark.x0 - at.x, at.x - mark.x1, 0);
    if (distance < least) [best, least] = [mark, distance];
  }
  return best;
}
