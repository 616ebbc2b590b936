/** Draws a strip: a bar for each period, and the window between the handles. */
import { DAY_MS } from "../../fields/dates/period.ts";
import { textWidth } from "../layout/text-width.ts";
import { type Drawing, px, type SvgNode, svg } from "../svg/node.ts";
import { clamp } from "../time/days.ts";
import { type TimeScale, ticksOf, timeScale } from "../time/ticks.ts";
import type { Bars } from "./bars.ts";
import type { Handles } from "./handles.ts";

/** The numbers that a strip shows. */
export interface StripData {
  readonly bars: Bars;
  /** The records of the list in each bar. */
  readonly all: readonly number[];
  /** Those that the other filters leave; all of them without one. */
  readonly rest: readonly number[];
}

/** The room at both ends, for half a handle. */
export const INSET = 6;
/** The room below the axis, for its words. */
export const WORDS = 18;
/** The room above the highest bar. */
const TOP = 8;
const GAP = 1.5;
const GRIP = { width: 10, height: 22 };

/** Returns the scale of a strip, in days since 1970. */
export function stripScale({ edges }: Bars, width: number): TimeScale {
  return timeScale({ from: edges[0]! / DAY_MS, to: edges.at(-1)! / DAY_MS }, INSET, width - INSET);
}

/** Returns the time at a place on a strip, in milliseconds since 1970. */
export function timeAt(x: TimeScale, at: number): number {
  return x.invert(at) * DAY_MS;
}

/** Draws a strip. @param label says what it shows */
export function stripDrawing(
  { bars, all, rest }: StripData,
  { from, to }: Handles,
  { width, height, label }: Omit<Drawing, "nodes">,
): Drawing {
  const x = stripScale(bars, width);
  const base = height - WORDS;
  const most = Math.max(1, ...all);
  const [left, right] = [x(from / DAY_MS), x(to / DAY_MS)];
  const isWhole = from <= bars.edges[0]! && to >= bars.edges.at(-1)!;
  const column = (kind: string) => (count: number, index: number) => {
    const [begin, end] = [bars.edges[index]!, bars.edges[index + 1]!];
    const [x0, x1] = [x(begin / DAY_MS), x(end / DAY_MS)];
    // Even a single record is seen.
    const tall = Math.max(1, (count / most) * (base - TOP));
    const isIn = begin < to && end > from;
    const gap = Math.min(GAP, (x1 - x0) / 4);
    const box = { x: px(x0 + gap / 2), y: px(base - tall), width: px(x1 - x0 - gap), height: px(tall) };
    return count === 0 ? [] : [svg("rect", { class: `column ${kind}${isIn ? " is-in" : ""}`, ...box })];
  };
  return {
    ...{ width, height, label },
    nodes: [
      ...(isWhole ? [] : [svg("rect", { class: "window", x: px(left), y: 0, width: px(right - left), height: base })]),
      ...all.flatMap(column("is-all")),
      ...rest.flatMap(column("is-rest")),
      svg("path", { class: "axis", d: `M0 ${base + 0.5}H${width}` }),
      ...tickNodes(x, width, height - 4),
      ...[left, right].flatMap((at) => handleNodes(at, base)),
    ],
  };
}

/** Draws the words of the axis. Those at an edge stand within it. */
function tickNodes(x: TimeScale, width: number, y: number): SvgNode[] {
  return ticksOf(x).map(({ day, text }) => {
    const half = textWidth(text) / 2 + 1;
    return svg("text", { class: "tick", x: px(clamp(x(day), half, width - half)), y, "text-anchor": "middle" }, text);
  });
}

function handleNodes(at: number, base: number): SvgNode[] {
  const { width, height } = GRIP;
  const top = (base - height) / 2;
  return [
    svg("path", { class: "handle-line", d: `M${px(at)} 0V${base + 3}` }),
    svg("rect", { class: "grip", x: px(at - width / 2), y: px(top), width, height, rx: 2 }),
    svg("path", { class: "handle-line is-thin", d: `M${px(at - 1.5)} ${px(top + 6)}v10m3-10v10` }),
  ];
}
