/** The places of panels: their sizes, their axes, and what is drawn as lines. */
import { ticks } from "d3-array";
import { plainNumber } from "../../../units.ts";
import { textWidth } from "../../layout/text-width.ts";
import { ticksOf, timeScale } from "../../time/ticks.ts";
import type { Sample } from "../samples.ts";
import type { Ends } from "../window.ts";
import { columnsOf, type Points, pointsOf } from "./columns.ts";
import type { Line, Panel } from "./panels.ts";

/** The size of a panel, and what it has around its plot. */
export interface Frame {
  readonly width: number;
  readonly left: number;
  readonly right: number;
  /** Whether the marks of the axis of x have words. */
  readonly hasDates: boolean;
  /** The ends of x. */
  readonly span: readonly [number, number];
  readonly isTime: boolean;
}

/** A panel and its place. */
export interface FramedPanel {
  readonly panel: Panel;
  readonly frame: Frame;
  /** Whether the names of lines stand beside them. */
  readonly hasNames: boolean;
}

/** From so many samples of a panel on, each column of pixels is drawn by its least and greatest value. */
export const MOST_MARKS = 50_000;
/** The most panels that are drawn before a person asks for more. */
const FIRST_PANELS = 12;
/** The room above a plot, below one with words, and below one without. */
export const TOP = 24;
export const DATES = 26;
export const EDGE = 6;

const DAY = 86_400;
/** Below this width, names stand above their panels. */
const NARROW = 640;
const LEFT = 54;
const NARROW_EDGE = 10;
const MOST_NAMES = 190;
/** A name beside a panel needs so much of its height. */
const NAME_HEIGHT = 26;
/** From so many panels on, each has the words of its axis. */
const MANY = 5;
const SIDE_ROOM = 0.025;
/** The pixels that a mark of x needs. */
const SPACING = 84;

/** Returns the height of a panel with its axis. */
export function heightOf({ height }: Panel, { hasDates }: Frame): number {
  return TOP + height + (hasDates ? DATES : EDGE);
}

/** Places the first of all panels. @param requested the part of x that the query has */
export function framesOf(
  panels: readonly Panel[],
  width: number,
  {
    samples,
    requested,
    isTime,
  }: {
    /** In the order of x. */
    readonly samples: readonly Sample[];
    readonly requested: Ends;
    readonly isTime: boolean;
  },
  most: number = FIRST_PANELS,
): FramedPanel[] {
  const shown = panels.slice(0, most);
  const isNarrow = width < NARROW;
  const shared = {
    ...{ width, left: LEFT, right: isNarrow ? NARROW_EDGE : rightOf(shown), isTime },
    span: spanOf(samples, requested),
  };
  return shown.map((panel, index) => ({
    panel,
    frame: { ...shared, hasDates: panels.length >= MANY || index === shown.length - 1 },
    hasNames: !isNarrow && panel.lines.length * NAME_HEIGHT <= panel.height + NAME_HEIGHT,
  }));
}

/** Returns the ends of x: those requested, otherwise all samples with some room. */
function spanOf(samples: readonly Sample[], [from, to]: Ends): [number, number] {
  const [first, last] = [samples[0]?.x ?? 0, samples.at(-1)?.x ?? 1];
  const room = (last - first) * SIDE_ROOM || 43_200;
  return [from ?? first - room, to ?? last + room];
}

/** Returns the room for the names beside the panels. */
function rightOf(panels: readonly Panel[]): number {
  const names = panels.flatMap(({ lines }) =>
    lines.map(({ name, detail }) => Math.max(textWidth(name, 12), textWidth(`${detail} · 10`))),
  );
  return Math.min(MOST_NAMES, Math.max(60, ...names) + 20);
}

/** Returns the points that a line joins. */
export function pointsIn({ samples, breaks }: Line, { count }: Panel, { width, span: [from, to] }: Frame): Points {
  return count > MOST_MARKS ? columnsOf(samples, from, to, width) : pointsOf(samples, breaks);
}

/** Returns the marks of the axis of x. */
export function ticksOfX({
  span,
  isTime,
  width,
  left,
  right,
}: Frame): { readonly at: number; readonly text: string }[] {
  const inner = Math.max(1, width - left - right);
  if (!isTime) return ticks(...span, inner / SPACING).map((at) => ({ at, text: plainNumber(at) }));
  const scale = timeScale({ from: span[0] / DAY, to: span[1] / DAY }, 0, inner);
  return ticksOf(scale, SPACING).map(({ day, text }) => ({ at: day * DAY, text }));
}
