/** Draws lengths from a common start. */

import { countText } from "../../units.ts";
import { shorten, textWidth } from "../layout/text-width.ts";
import { valueAxis } from "../layout/value-axis.ts";
import { type Drawing, px, type SvgNode, svg } from "../svg/node.ts";
import type { Length } from "./lengths.ts";

const ROW = 26;
const BAR = 14;
const TOP = 26;
const GAP = 8;
const NAME_SIZE = 12;
/** Names take at most this part of the width. */
const MOST_FOR_NAMES = 0.34;
const TICK_SPACING = 90;
const DAYS_A_YEAR = 365.25;
/** From so many days on, the axis counts years. */
const LONG = 2 * DAYS_A_YEAR;
/** Half of the cross at the end of what failed. */
const CROSS = 4;

/** Draws lengths in a width. @param label says what it shows */
export function drawingOf(lengths: readonly Length[], width: number, label: string): Drawing {
  const names = Math.min(width * MOST_FOR_NAMES, Math.max(...lengths.map(({ name }) => textWidth(name, NAME_SIZE))));
  const words = Math.max(...lengths.map((each) => textWidth(each.words, NAME_SIZE)));
  const left = Math.ceil(names) + 2 * GAP;
  const [isLong, most] = unitOf(lengths);
  // A name and long words leave little room on a phone: then the words stand below the bar's end, within it.
  const right = Math.max(left + width / 4, width - words - 3 * GAP);
  const per = isLong ? DAYS_A_YEAR : 1;
  const axis = valueAxis([0, most / per], [left, right], TICK_SPACING);
  const height = TOP + lengths.length * ROW;
  const at = (days: number) => px(axis.at(days / per));
  const ticks = axis.ticks.filter((tick) => Number.isInteger(tick));
  return {
    ...{ width, height, label },
    nodes: [
      ...ticks.flatMap((tick) => tickNodes(px(axis.at(tick)), tickText(tick, isLong), height)),
      ...lengths.map((length, index) => rowNode(length, { y: TOP + index * ROW, at, left, names, width })),
    ],
  };
}

/** Returns whether years are counted, and the most days. */
function unitOf(lengths: readonly Length[]): readonly [isLong: boolean, most: number] {
  const most = Math.max(1, ...lengths.map(({ days }) => days?.[1] ?? 0));
  return [most >= LONG, most];
}

function tickText(tick: number, isLong: boolean): string {
  if (tick === 0) return "start";
  return `${isLong ? "year" : "day"} ${countText(tick)}`;
}

function tickNodes(x: number, text: string, height: number): SvgNode[] {
  return [
    svg("path", { class: "grid", d: `M${x} ${TOP - GAP}V${height}` }),
    svg("text", { class: "tick", x, y: 12, "text-anchor": "middle" }, text),
  ];
}

/** The place of a row. */
interface Place {
  readonly y: number;
  readonly at: (days: number) => number;
  readonly left: number;
  readonly names: number;
  readonly width: number;
}

function rowNode({ name, hue, days, words, isFailed, isGoing }: Length, { y, at, left, names, width }: Place): SvgNode {
  const base = y + BAR - 3;
  const [least, most] = days ? [at(days[0]), at(days[1])] : [left, left];
  const end = days ? Math.max(most, left + 2) : left;
  const room = width - end - 2 * GAP;
  const bar = (from: number, to: number, attributes: object) =>
    svg("rect", { x: from, y, width: Math.max(2, px(to - from)), height: BAR, ...attributes });
  const middle = y + BAR / 2;
  return svg(
    "g",
    {},
    svg("text", { class: "lbl is-name", x: 0, y: base }, shorten(name, names, NAME_SIZE)),
    days && bar(left, least, { class: `f${hue}` }),
    most > least ? bar(least, most, { class: `dash s${hue}`, fill: "none" }) : undefined,
    isGoing ? svg("path", { class: "cut", d: `M${end} ${y - 2}v${BAR + 4}` }) : undefined,
    isFailed && days
      ? svg("path", { class: "cross", d: `M${px(end - CROSS)} ${middle - CROSS}l8 8m0-8l-8 8` })
      : undefined,
    svg("text", { class: "lbl", x: px(end + GAP), y: base }, shorten(words, Math.max(room, 24), NAME_SIZE)),
  );
}
