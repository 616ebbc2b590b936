/** Draws how many were there: steps, stacked by color. A column of one pixel is its fullest day. */
import { ticks } from "d3-array";
import { shortDateText } from "../../../units.ts";
import type { ColorOf } from "../../parts/colors.ts";
import type { DrawingContext } from "../../svg/context.ts";
import { drawRule } from "../../time/axis.ts";
import { fillHatched, type Rect } from "../../time/bars.ts";
import { isoOf } from "../../time/days.ts";
import { drawWords, fontOf } from "../../time/text.ts";
import { type Column, type Heads, stackOf } from "../heads.ts";
import { type Area, headsIn } from "../layout.ts";

/** The place of the steps, and the height of one. */
export interface Ground {
  readonly left: number;
  readonly base: number;
  readonly perHead: number;
}

/** So many pixels the words above the hatch take. */
const UNKNOWN_ROOM = 150;
/** Between them and a narrow hatch. */
const UNKNOWN_GAP = 8;

/** Draws the steps; what is not known is a hatch on top of them. */
export function drawSteps(
  context: DrawingContext,
  { heads, columns }: { readonly heads: Heads; readonly columns: readonly Column[] },
  { left, base, perHead }: Ground,
  colorOf: ColorOf,
): void {
  const levels = new Float64Array(columns.length);
  for (const hue of stackOf(heads)) {
    const counts = heads.byHue[hue];
    if (!counts) continue;
    context.fillStyle = colorOf(`c${hue}`);
    columns.forEach(({ day }, index) => {
      const count = counts[day - heads.first] ?? 0;
      if (count === 0) return;
      levels[index]! += count;
      context.fillRect(left + index, base - levels[index]! * perHead, 1, count * perHead);
    });
  }
  const hatched = columns.flatMap(({ sum, unknown }, index): Rect[] =>
    unknown === 0 ? [] : [[left + index, base - (sum + unknown) * perHead, 1, unknown * perHead]],
  );
  fillHatched(context, colorOf("ink-3"), hatched);
}

/** Says what the hatch is: above it, or before it where it is narrow. */
function drawUnknown(
  context: DrawingContext,
  { x, top, base, perHead, columns }: Area,
  from: number,
  colorOf: ColorOf,
): void {
  const first = columns.findIndex(({ unknown }) => unknown > 0);
  const last = columns.findLastIndex(({ unknown }) => unknown > 0);
  if (last < 0) return;
  // Where the hatch is narrow, the cursor often stands at its beginning.
  const end = last - first >= UNKNOWN_ROOM ? last + 1 : first - UNKNOWN_GAP;
  const near = columns.slice(Math.max(0, end - UNKNOWN_ROOM), end);
  const y = base - Math.max(0, ...near.map(headsIn)) * perHead - 6;
  context.font = fontOf(11, 600);
  context.textAlign = "right";
  const text = `not known after ${shortDateText(isoOf(from - 1))}`;
  const at = { x: Math.round(x.range[0]) + end, y: Math.max(top + 10, y) };
  drawWords(context, text, at, { fill: colorOf("ink-2"), halo: colorOf("sheet"), width: 3 });
  context.textAlign = "left";
}

/** Draws the steps with their grid. */
export function drawArea(
  context: DrawingContext,
  { heads, unknownFrom }: { readonly heads: Heads; readonly unknownFrom: number | undefined },
  layout: Area,
  colorOf: ColorOf,
): void {
  const { x, base, perHead, fullest, columns } = layout;
  const [left, right] = [Math.round(x.range[0]), x.range[1]];
  // How many were there most is not written: it would be a record, which holds only if every stay is recorded.
  const most = headsIn(fullest);
  context.font = fontOf();
  context.textAlign = "right";
  context.fillStyle = colorOf("ink-3");
  for (const count of ticks(0, most, 3)) {
    if (count === 0 || !Number.isInteger(count)) continue;
    const y = base - count * perHead;
    drawRule(context, { y, left, right }, colorOf("hairline"), 0.55);
    context.fillText(String(count), left - 6, y + 4);
  }
  drawSteps(context, { heads, columns }, { left, base, perHead }, colorOf);
  drawRule(context, { y: base, left, right }, colorOf("ink-3"));
  context.textAlign = "left";
  if (unknownFrom !== undefined) drawUnknown(context, layout, unknownFrom, colorOf);
}
