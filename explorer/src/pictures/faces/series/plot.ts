/** The places of samples in panels, one below the other. */
import { ticks } from "d3-array";
import { plainNumber } from "../../../units.ts";
import { linearScale, type Scale } from "../../layout/scales.ts";
import { textWidth } from "../../layout/text-width.ts";
import type { Line, Panel } from "../../series/over-time/panels.ts";
import type { Sample } from "../../series/samples.ts";
import { px, type SvgNode, svg } from "../../svg/node.ts";
import { timeAxis } from "../../svg/time-axis.ts";
import { clamp } from "../../time/days.ts";
import { timeScale } from "../../time/ticks.ts";

/** Below this width, names stand above their panels. */
export const NARROW = 560;
/** Room at each side of the samples, as a part of their span, and if all are at one place. */
const SIDE = 0.02;
const SIDE_OF_ONE = 1;
const DAY_S = 86_400;
const MOST_NAMES = 190;
/** The height above a panel: for its unit, and for each name on a phone. */
const HEAD = 38;
/** The height of a name above its panel. */
export const NAME_ROW = 16;
/** The base line of the unit of a panel. */
export const UNIT_LINE = 22;
/** The base line of the first name above a panel. */
export const NAME_LINE = 38;
const ALONE = 170;
const AXIS = 24;

/** A panel where it is drawn. */
export interface PlacedPanel {
  readonly panel: Panel;
  readonly y: Scale;
  /** The top of the panel with its words, and the ends of its values. */
  readonly head: number;
  readonly top: number;
  readonly bottom: number;
}

/** All panels. */
export interface Plot {
  readonly panels: readonly PlacedPanel[];
  readonly x: Scale;
  readonly left: number;
  readonly right: number;
  readonly width: number;
  readonly height: number;
  readonly isNarrow: boolean;
  /** The grid of x, with its words. */
  readonly axis: readonly SvgNode[];
}

/** Returns the panels of the lines with most samples. */
export function largest(panels: readonly Panel[], panelsAtMost: number, linesAtMost: number): Sample[] {
  return panels
    .map(({ lines }) => lines.filter(({ samples }) => samples.length > 1).slice(0, linesAtMost))
    .filter((lines) => lines.length > 0)
    .slice(0, panelsAtMost)
    .flatMap((lines) => lines.flatMap(({ samples }) => samples));
}

/** Returns the height of panels. */
export function heightOf(panels: readonly Panel[], isNarrow: boolean): number {
  return panels.reduce((sum, panel) => sum + headOf(panel, isNarrow) + bodyOf(panel, panels), AXIS);
}

/** Places panels in a width. */
export function plotOf(panels: readonly Panel[], isTime: boolean, width: number): Plot {
  const isNarrow = width < NARROW;
  const [left, right] = [isNarrow ? 40 : 52, width - (isNarrow ? 12 : namesWidth(panels))];
  const height = heightOf(panels, isNarrow);
  const all = panels.flatMap(({ lines }) => lines.flatMap(({ samples }) => [samples[0]!.x, samples.at(-1)!.x]));
  const [first, last] = [Math.min(...all), Math.max(...all)];
  const room = (last - first) * SIDE || (isTime ? DAY_S : SIDE_OF_ONE);
  const [from, to] = [first - room, last + room];
  const x = linearScale([from, to], [left, right]);
  let head = 0;
  const placed = panels.map((panel): PlacedPanel => {
    const top = head + headOf(panel, isNarrow);
    const bottom = top + bodyOf(panel, panels);
    const place = { panel, head, top, bottom, y: linearScale(panel.range, [bottom, top]) };
    head = bottom;
    return place;
  });
  const grid = { top: UNIT_LINE - 4, bottom: height - AXIS + 4, words: height - 5, width };
  const axis = isTime
    ? timeAxis(timeScale({ from: from / DAY_S, to: to / DAY_S }, left, right), grid)
    : ticks(from, to, Math.max(2, Math.floor((right - left) / 90))).flatMap((value) =>
        numberMark(value, x(value), grid),
      );
  return { panels: placed, x, left, right, width, height, isNarrow, axis };
}

function headOf({ lines }: Panel, isNarrow: boolean): number {
  return HEAD + (isNarrow ? lines.length * NAME_ROW + 6 : 0);
}

function bodyOf({ height }: Panel, { length }: readonly Panel[]): number {
  return length === 1 ? Math.max(ALONE, height) : height;
}

function namesWidth(panels: readonly Panel[]): number {
  const names = panels.flatMap(({ lines }) => lines.map((line) => textWidth(nameOf(line, lines), 12)));
  return Math.min(MOST_NAMES, Math.max(...names) + 20);
}

/** Returns the name of a line; with its detail if another line has the same. */
export function nameOf({ name, detail }: Line, lines: readonly Line[]): string {
  const isShared = lines.filter((each) => each.name === name).length > 1;
  return [name, isShared && detail].filter(Boolean).join(", ");
}

function numberMark(
  value: number,
  at: number,
  {
    top,
    bottom,
    words,
    width,
  }: { readonly top: number; readonly bottom: number; readonly words: number; readonly width: number },
): SvgNode[] {
  const text = plainNumber(value);
  const half = textWidth(text) / 2;
  return [
    svg("path", { class: "grid is-soft", d: `M${px(at)} ${top}V${bottom}` }),
    svg("text", { class: "tick", x: px(clamp(at, half, width - half)), y: words, "text-anchor": "middle" }, text),
  ];
}
