/** Draws a timeline on a canvas. */
import { countText } from "../../../units.ts";
import type { ColorOf } from "../../parts/colors.ts";
import type { DrawingContext } from "../../svg/context.ts";
import { isolated } from "../../svg/isolated.ts";
import { drawAxis, drawRule, type Interval } from "../../time/axis.ts";
import { fillHatched, type Rect } from "../../time/bars.ts";
import { fontOf } from "../../time/text.ts";
import type { TimeScale } from "../../time/ticks.ts";
import { type Layout, type PlacedLane, STRIP, TOP } from "../layout.ts";
import { drawBar, drawLabel } from "./bar.ts";

/** The settings that a timeline is drawn with. */
export interface Drawing {
  readonly x: TimeScale;
  readonly width: number;
  /** The day that the picture shows: today, unless it is one of the past. */
  readonly now: number;
  readonly isPast: boolean;
  readonly colorOf: ColorOf;
}

/** The width of the names of lanes, and of the room at the right for labels of ongoing items. */
export const SIDE = 128;
export const GUTTER = 140;

/** From the line of today to the words at its side. */
const TODAY_ROOM = 26;

/** Draws everything but what is in focus. */
export function drawTimeline(context: DrawingContext, layout: Layout, drawing: Drawing): void {
  const { x, width, now, colorOf } = drawing;
  const [left] = x.range;
  const head = { bottom: layout.height - 2, hasUnknown: layout.hasUnknown };
  drawTime(context, head, drawing);
  for (const lane of layout.lanes) drawLane(context, lane, drawing);
  context.save();
  context.beginPath();
  context.rect(left - 4, 0, width - left + 8, layout.height);
  context.clip();
  if (layout.isDense) drawStrips(context, layout, colorOf);
  const fade = [x(now) - 72, x(now)] as const;
  for (const mark of layout.marks) drawBar(context, mark, { colorOf, fade });
  drawKnown(context, head, drawing);
  context.font = fontOf();
  for (const mark of layout.marks)
    if (mark.hasLabel && mark.labelAt + 12 < width) drawLabel(context, mark, { colorOf, width });
  context.restore();
}

/** The head of a timeline, and what its lines reach down to. */
export interface Head {
  readonly bottom: number;
  /** Whether any of what is drawn below is not known. */
  readonly hasUnknown: boolean;
}

/** Draws the grid of a timeline and its words. */
export function drawTime(context: DrawingContext, head: Head, drawing: Drawing): void {
  const { x, width, colorOf } = drawing;
  const { today, unknown } = placesOf(context, head, drawing);
  drawAxis(context, x, colorOf, {
    ...{ top: TOP - 4, bottom: head.bottom, words: TOP - 11, width },
    avoid: [...(today === undefined ? [] : [todayAt(today)]), ...(unknown ? [unknown] : [])],
  });
}

/** Draws today, and says what the hatch is. */
export function drawKnown(context: DrawingContext, head: Head, drawing: Drawing): void {
  const { today, unknown } = placesOf(context, head, drawing);
  if (today !== undefined) drawNow(context, { at: today, bottom: head.bottom }, drawing.colorOf);
  if (unknown) drawUnknown(context, unknown, drawing.colorOf);
}

/** Returns the place of today, if it is shown, and that of the words for the hatch. */
function placesOf(context: DrawingContext, { hasUnknown }: Head, drawing: Drawing) {
  const { x, now, isPast } = drawing;
  const isNowShown = !isPast && now >= x.span.from && now <= x.span.to;
  const today = isNowShown ? Math.round(x(now)) + 0.5 : undefined;
  return { today, unknown: hasUnknown ? unknownAt(context, today, drawing) : undefined };
}

/** The text of the hatch at the end of bars. */
const UNKNOWN = "hatched: not known";

/** Returns the interval of "today", with some room. */
function todayAt(at: number): Interval {
  return [at - 34, at + 34];
}

/** Returns the place of the words for the hatch: after "today", before it, or at the right edge. */
function unknownAt(context: DrawingContext, today: number | undefined, { x, width }: Drawing): Interval {
  context.font = fontOf(11, 600);
  const needed = context.measureText(UNKNOWN).width;
  if (today === undefined) return [x.range[1] - needed, x.range[1]];
  const after = today + TODAY_ROOM;
  return after + needed <= width ? [after, after + needed] : [today - TODAY_ROOM - needed, today - TODAY_ROOM];
}

function drawUnknown(context: DrawingContext, [from]: Interval, colorOf: ColorOf): void {
  context.font = fontOf(11, 600);
  context.fillStyle = colorOf("ink-2");
  context.fillText(UNKNOWN, from, TOP - 11);
}

function drawNow(context: DrawingContext, place: { at: number; bottom: number }, colorOf: ColorOf): void {
  context.strokeStyle = colorOf("signal");
  context.lineWidth = 1.25;
  context.beginPath();
  context.moveTo(place.at, TOP - 7);
  context.lineTo(place.at, place.bottom);
  context.stroke();
  context.font = fontOf(11, 600);
  context.textAlign = "center";
  context.fillStyle = colorOf("signal-ink");
  context.fillText("today", place.at, TOP - 11);
  context.textAlign = "left";
}

/** Draws the line above a lane, and its name beside it. */
export function drawLane(
  context: DrawingContext,
  placed: Pick<PlacedLane, "lane" | "y" | "count">,
  drawing: Drawing,
): void {
  const { width, colorOf } = drawing;
  const { lane, y } = placed;
  drawRule(context, { y, left: 0, right: width }, colorOf("rule"), 0.28);
  const count = `${countText(placed.count)}${lane.note ? ` · ${lane.note}` : ""}`;
  context.font = fontOf(12, 600);
  context.fillStyle = colorOf("ink");
  context.fillText(isolated(shortened(context, lane.name, SIDE - 10)), 0, y + 17);
  context.font = fontOf();
  context.fillStyle = colorOf("ink-3");
  context.fillText(count, 0, y + 31);
}

/** Shortens a text to fit, with an ellipsis where it was cut. */
function shortened(context: DrawingContext, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  let end = text.length - 1;
  while (end > 1 && context.measureText(`${text.slice(0, end)}…`).width > width) end -= 1;
  return `${text.slice(0, end).trimEnd()}…`;
}

function drawStrips(context: DrawingContext, layout: Layout, colorOf: ColorOf): void {
  const most = Math.max(
    1,
    ...layout.lanes.flatMap(({ strips }) => strips.flatMap(({ runs }) => runs.map(({ count }) => count))),
  );
  for (const { strips, rows } of layout.lanes)
    strips.forEach(({ hue, runs, unknown }, index) => {
      const top = rows + index * STRIP;
      context.fillStyle = colorOf(`c${hue}`);
      for (const { x, width, count } of runs) {
        context.globalAlpha = 0.25 + 0.75 * Math.sqrt(count / most);
        context.fillRect(x, top, width, STRIP - 2);
      }
      context.globalAlpha = 1;
      const hatched = unknown.map(({ x, width }): Rect => [x, top, width, STRIP - 2]);
      fillHatched(context, colorOf(`c${hue}`), hatched);
    });
  context.globalAlpha = 1;
}
