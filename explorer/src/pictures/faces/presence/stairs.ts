/** The stays of a member as a staircase: a rise is a stay, a level the time between. */
import { nice, ticks } from "d3-array";
import { countText, dateText, quantity } from "../../../units.ts";
import { linearScale } from "../../layout/scales.ts";
import { type Member, type Stay, sayEnd, wholeDaysOf } from "../../presence/stays.ts";
import { type Drawing, px, type SvgNode, svg } from "../../svg/node.ts";
import { timeAxis } from "../../svg/time-axis.ts";
import { unknownTime } from "../../svg/unknown-time.ts";
import { isoOf, type Span } from "../../time/days.ts";
import { type TimeScale, timeScale } from "../../time/ticks.ts";
import { DETAIL_LINE, placeLabels, type Rise, type StayLabel, TITLE_LINE } from "./stay-labels.ts";

/** Below this width, a picture has the layout of a phone. */
export const NARROW = 560;
/** Around all stays, a part of their time, and days at least. */
const MARGIN = 0.08;
const LEAST_MARGIN = 12;
/** Above the stairs, for the words of the axis and the last label. */
const TOP = 42;
const BELOW = 26;
const TICK_SPACING = 40;
/** The height of the bars on the base line, and the least width of one. */
const BAR = 5;
const LEAST_BAR = 2;

/** Returns the height of the drawing of so many stays. */
export function heightFor(stays: number, width: number): number {
  if (stays === 1) return 190;
  return width < NARROW ? 250 : 300;
}

/** Returns the time that is drawn: the stays, and some before and after. */
export function spanOf(stays: readonly Stay[]): Span {
  const [first, last] = [stays[0]!.from, stays.at(-1)!.known + 1];
  const margin = Math.max(LEAST_MARGIN, (last - first) * MARGIN);
  return { from: first - margin, to: last + margin };
}

/** Returns the end of the last day that is known of a member: of a stay that goes on, otherwise of all data. */
export function knownEnd(stays: readonly Stay[], dataEnd: number): number {
  const last = stays.at(-1)!;
  return last.isGoing ? last.known + 1 : Math.max(dataEnd, last.known + 1);
}

/** Returns the whole days of all stays. */
export function totalOf(stays: readonly Stay[]): number {
  return stays.reduce((sum, stay) => sum + wholeDaysOf(stay), 0);
}

/**
 * Draws the stairs of a member.
 * @param dataEnd the end of the last day until which data are known
 */
export function drawStairs({ name, hue, stays }: Member, dataEnd: number, width: number): Drawing {
  const isNarrow = width < NARROW;
  const height = heightFor(stays.length, width);
  const [left, base] = [isNarrow ? 30 : 40, height - BELOW];
  const total = totalOf(stays);
  const count = Math.max(2, Math.floor((base - TOP) / TICK_SPACING));
  const y = linearScale(nice(0, total, count), [base, TOP]);
  const x = timeScale(spanOf(stays), left, width);
  const end = x(Math.min(x.span.to, knownEnd(stays, dataEnd)));
  const rises = risesOf(stays, x, y);
  const labels = placeLabels(rises, { left: left + 2, right: end - 2, top: 2, bottom: base - 2 }, isNarrow ? 150 : 260);
  const hatched = unknownIn(stays, x).map(([from, to]) => ({ left: from, right: to, top: TOP - 8, bottom: base }));
  const axis = ticks(...(nice(0, total, count) as [number, number]), count).filter(Number.isInteger);
  return {
    width,
    height,
    label: `${name}: ${quantity(total, "day")} in ${quantity(stays.length, "stay")}`,
    nodes: [
      ...hatched
        .concat(end < width ? { left: end, right: width, top: TOP - 8, bottom: base } : [])
        .flatMap(unknownTime),
      ...axis.flatMap((days) => [
        svg("path", { class: "grid is-soft", d: `M${left} ${px(y(days))}H${px(end)}` }),
        svg("text", { class: "tick", x: left - 6, y: px(y(days) + 4), "text-anchor": "end" }, countText(days)),
      ]),
      svg("text", { class: "note-word", x: left, y: TOP - 26 }, "days so far"),
      ...timeAxis(x, { top: base, bottom: base + 4, words: height - 6, width }),
      ...rises.map((rise) => under(rise, base, hue)),
      svg("path", { class: "stair", d: `${lineOf(rises, x.range[0], base)}H${px(end)}` }),
      ...rises.flatMap((rise) => marksOf(rise, base, hue)),
      svg("path", { class: "axis", d: `M${left} ${base + 0.5}H${px(end)}` }),
      ...labels.map(labelOf),
    ],
  };
}

function risesOf(stays: readonly Stay[], x: TimeScale, y: (days: number) => number): Rise[] {
  let days = 0;
  return stays.map((stay) => {
    const before = days;
    days += wholeDaysOf(stay);
    return { stay, x0: x(stay.from), y0: y(before), x1: x(stay.known + 1), y1: y(days) };
  });
}

/** Returns the times between stays of which nothing is known, in pixels. */
function unknownIn(stays: readonly Stay[], x: TimeScale): [from: number, to: number][] {
  return stays.slice(0, -1).flatMap(({ known, to }) => (known < to ? [[x(known + 1), x(to + 1)]] : []));
}

function lineOf(rises: readonly Rise[], left: number, base: number): string {
  return `M${px(left)} ${base}${rises.map(({ x0, x1, y1 }) => `H${px(x0)}L${px(x1)} ${px(y1)}`).join("")}`;
}

function under({ x0, y0, x1, y1 }: Rise, base: number, hue: number): SvgNode {
  return svg("path", {
    class: `f${hue} stair-fill`,
    d: `M${px(x0)} ${base}V${px(y0)}L${px(x1)} ${px(y1)}V${base}z`,
  });
}

function marksOf({ x0, y0, x1, y1 }: Rise, base: number, hue: number): SvgNode[] {
  const width = Math.max(LEAST_BAR, x1 - x0);
  return [
    svg("path", { class: `s${hue} stair-rise`, d: `M${px(x0)} ${px(y0)}L${px(x1)} ${px(y1)}` }),
    svg("rect", { class: `f${hue}`, x: px(x1 - width), y: base, width: px(width), height: BAR }),
  ];
}

/** Draws a label; it leads to the longest of the records of the stay. Its name begins with the words that are seen. */
function labelOf({ stay, title, detail, x, anchor, box: { top } }: StayLabel): SvgNode {
  const [longest] = stay.legs.toSorted((a, b) => b.known - b.from - (a.known - a.from));
  const place = (line: number) => ({ x: px(x), y: px(top + line), "text-anchor": anchor });
  const dates = `${dateText(isoOf(stay.from))} to ${sayEnd(stay)}`;
  return svg(
    "a",
    { href: longest!.path, "aria-label": `${title} ${detail}, ${dates}` },
    svg("text", { class: "lbl is-name", ...place(TITLE_LINE) }, title),
    " ",
    svg("text", { class: "lbl is-detail", ...place(DETAIL_LINE) }, detail),
  );
}
