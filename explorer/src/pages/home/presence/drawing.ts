/** The picture that proves the headline: how many were there on each day, and a bracket over the days in a row. */
import { countGrid, perHeadOf, stepsOf } from "../../../pictures/faces/presence/steps.ts";
import { textWidth } from "../../../pictures/layout/text-width.ts";
import { columnsOf, headsOf, unknownFrom } from "../../../pictures/presence/heads.ts";
import type { Member } from "../../../pictures/presence/stays.ts";
import { type Drawing, px, type SvgNode, svg } from "../../../pictures/svg/node.ts";
import { timeAxis } from "../../../pictures/svg/time-axis.ts";
import { unknownTime } from "../../../pictures/svg/unknown-time.ts";
import { clamp, isoOf } from "../../../pictures/time/days.ts";
import { type TimeScale, timeScale } from "../../../pictures/time/ticks.ts";
import { dateText, quantity } from "../../../units.ts";
import { lengthOf, type Run } from "./run.ts";

/** The members in their colors, and what the picture says of them. */
export interface DrawnDays {
  readonly members: readonly Member[];
  readonly run: Run | undefined;
  /** The last known day, and today. */
  readonly day: number;
  readonly now: number;
  readonly label: string;
}

/** Below this width, the picture has the layout of a phone. */
const NARROW = 560;
/** Above the steps, for the bracket and its words; below them, for those of the axis. */
const TOP = 42;
const BELOW = 18;
const BRACKET = { words: 12, line: 18, foot: 25 };
/** The first stay has two lines, so far above whatever is below them. */
const FIRST = { line: 14, gap: 22 };
/** The parts of the time that are left free before the first stay and after the last known day. */
const BEFORE = 0.015;
const AFTER = 0.025;

/** Returns the height of the drawing. */
export function heightIn(width: number): number {
  return width < NARROW ? 190 : 268;
}

/** Draws the days of all. Nothing is drawn after the last known one. */
export function drawRun({ members, run, day, now, label }: DrawnDays, width: number): Drawing {
  const height = heightIn(width);
  const base = height - BELOW;
  const first = Math.min(...members.map(({ stays }) => stays[0]!.from));
  const length = day + 1 - first;
  const span = { from: first - length * BEFORE, to: day + 1 + length * AFTER };
  const whole = timeScale(span, width < NARROW ? 20 : 26, width);
  const end = Math.floor(whole(day + 1));
  const x = timeScale({ from: span.from, to: whole.invert(end) }, whole.range[0], end);
  const heads = headsOf(members, { from: span.from, to: day + 1 });
  const columns = columnsOf(heads, x);
  const most = Math.max(...columns.map(({ sum }) => sum));
  const ground = { left: x.range[0], base, perHead: perHeadOf(most, base - TOP) };
  const heightAt = (from: number, to: number) =>
    Math.max(...columns.slice(Math.floor(from - ground.left), Math.ceil(to - ground.left)).map(({ sum }) => sum)) *
    ground.perHead;
  const unclear = Math.min(unknownFrom(members) ?? now + 1, day + 1);
  const hatch = { left: Math.floor(whole(unclear)), right: width, top: BRACKET.foot, bottom: base };
  return {
    ...{ width, height, label },
    nodes: [
      ...(unclear <= now ? unknownTime(hatch) : []),
      ...countGrid(most, ground, end),
      ...timeAxis(x, { top: TOP, bottom: base, words: height - 4, width }),
      ...stepsOf(heads, columns, ground),
      svg("path", { class: "axis", d: `M${ground.left} ${base + 0.5}H${end}` }),
      ...(width < NARROW ? [] : firstOf(members[0]!, x, { base, heightAt })),
      ...(run ? bracketOf(run, x, width) : []),
    ],
  };
}

/** Names the first stay, above all that is below the name; nothing where that leaves no room. */
function firstOf(
  { name, stays }: Member,
  x: TimeScale,
  { base, heightAt }: { readonly base: number; readonly heightAt: (from: number, to: number) => number },
): SvgNode[] {
  const at = Math.round(x(stays[0]!.from)) + 0.5;
  const date = dateText(isoOf(stays[0]!.from));
  const right = at + 4 + Math.max(textWidth(name), textWidth(date)) * 1.1;
  const y = Math.round(base - heightAt(at, right) - FIRST.gap);
  if (right > x.range[1] || y - FIRST.line < TOP) return [];
  return [
    svg("path", { class: "drop", d: `M${at} ${base - 2}V${y - FIRST.line - 8}` }),
    svg("text", { class: "lbl is-name", x: at + 4, y: y - FIRST.line }, name),
    svg("text", { class: "lbl is-detail", x: at + 4, y }, date),
  ];
}

/** Draws a bracket over days in a row, and says how many they are. */
function bracketOf(run: Run, x: TimeScale, width: number): SvgNode[] {
  const { words, line, foot } = BRACKET;
  const [left, right] = [Math.round(x(run.from)), Math.round(x(run.to + 1))];
  const text = lengthOf(run) === 1 ? "1 day" : `${quantity(lengthOf(run), "day")}, none without`;
  const half = textWidth(text) * 0.58;
  return [
    svg("path", { class: "bracket", d: `M${left} ${foot}V${line}H${right}V${foot}` }),
    svg(
      "text",
      {
        ...{ class: "lbl is-name", "text-anchor": "middle" },
        ...{ x: px(clamp((left + right) / 2, half, width - half)), y: words },
      },
      text,
    ),
  ];
}
