/** The members that were there on each day: steps, stacked by color, and the longer records under them. */
import { textWidth } from "../../layout/text-width.ts";
import { type Column, columnsOf, headsOf } from "../../presence/heads.ts";
import type { Member } from "../../presence/stays.ts";
import { type Drawing, px, type SvgNode, svg } from "../../svg/node.ts";
import { timeAxis } from "../../svg/time-axis.ts";
import { unknownTime } from "../../svg/unknown-time.ts";
import type { Span } from "../../time/days.ts";
import { type TimeScale, timeScale } from "../../time/ticks.ts";
import { commonStart, type LongRecord } from "./long-records.ts";
import { NARROW } from "./stairs.ts";
import { countGrid, perHeadOf, stepsOf } from "./steps.ts";

/** The members, the records under them, and what is said of the drawing. */
export interface DayByDay {
  readonly members: readonly Member[];
  readonly records: readonly LongRecord[];
  readonly label: string;
  /** Today: whoever stays until then is not known to leave. */
  readonly now: number;
}

const TOP = 38;
const WORDS = 12;
/** The part of the time that is free at each end, and the days of it at least. */
const MARGIN = 0.02;
const UNKNOWN = 0.055;
const LEAST_MARGIN = 3;
/** The bars of records: their distance from the ground, their height, and the base line of their words. */
const BARS = { top: 8, height: 9, words: 29 };
const BETWEEN_WORDS = 12;

/** Returns the height of the drawing. */
export function heightOf(hasRecords: boolean, width: number): number {
  return (width < NARROW ? 200 : 260) + (hasRecords ? 38 : 8);
}

/** Returns the end of the last day on which everybody who may still be there is known to be; undefined if all left. */
export function knownEndOf(members: readonly Member[], now: number): number | undefined {
  const going = members.flatMap(({ stays }) => stays.filter(({ isGoing, to }) => isGoing && to >= now));
  return going.length === 0 ? undefined : Math.min(...going.map(({ known }) => known + 1));
}

/** Returns the time that is drawn. */
export function spanOf(members: readonly Member[], knownEnd: number | undefined): Span {
  const stays = members.flatMap((member) => member.stays);
  const first = Math.min(...stays.map(({ from }) => from));
  const last = knownEnd ?? Math.max(...stays.map(({ known }) => known + 1));
  const margin = Math.max(LEAST_MARGIN, (last - first) * MARGIN);
  return {
    from: first - margin,
    to: last + (knownEnd === undefined ? margin : Math.max(margin, (last - first) * UNKNOWN)),
  };
}

/** Draws the days. */
export function drawDays({ members, records, label, now }: DayByDay, width: number): Drawing {
  const isNarrow = width < NARROW;
  const height = heightOf(records.length > 0, width);
  const base = height - (records.length > 0 ? 40 : 10);
  const knownEnd = knownEndOf(members, now);
  const whole = timeScale(spanOf(members, knownEnd), isNarrow ? 20 : 26, width);
  const end = knownEnd === undefined ? whole.range[1] : Math.floor(whole(knownEnd));
  const x = timeScale({ from: whole.span.from, to: whole.invert(end) }, whole.range[0], end);
  const heads = headsOf(members, { from: x.span.from, to: knownEnd ?? x.span.to });
  const columns = columnsOf(heads, x);
  const fullest = columns.reduce((most, column) => (column.sum > most.sum ? column : most));
  const perHead = perHeadOf(fullest.sum, base - TOP);
  const ground = { left: x.range[0], base, perHead };
  const hatch = { left: end, right: width, top: TOP - 20, bottom: base };
  return {
    width,
    height,
    label: `${label}, at most ${fullest.sum}`,
    nodes: [
      ...(knownEnd === undefined ? [] : unknownTime(hatch)),
      ...countGrid(fullest.sum, ground, end),
      ...timeAxis(x, { top: WORDS + 4, bottom: base, words: WORDS, width }),
      ...stepsOf(heads, columns, ground),
      svg("path", { class: "axis", d: `M${x.range[0]} ${base + 0.5}H${end}` }),
      ...most(fullest, x.range[0] + columns.indexOf(fullest), base - fullest.sum * perHead),
      ...barsOf(records, x, base),
    ],
  };
}

/** Marks the fullest column. */
function most({ sum }: Column, x: number, y: number): SvgNode[] {
  return [
    svg("path", { class: "axis", d: `M${x + 0.5} ${px(y - 2)}v-6` }),
    svg("text", { class: "lbl is-name", x: px(x + 0.5), y: px(y - 11), "text-anchor": "middle" }, String(sum)),
  ];
}

/** Draws the bars of records, each until the next one begins, and what tells their titles apart where there is room. */
function barsOf(records: readonly LongRecord[], x: TimeScale, base: number): SvgNode[] {
  const start = commonStart(records.map(({ title }) => title)).length;
  let free = x.range[0];
  return records.flatMap(({ title, from, to }, index) => {
    const left = x(from);
    const right = Math.min(x.range[1], x(Math.min(to + 1, records[index + 1]?.from ?? to + 1)));
    const bar = svg(
      "rect",
      {
        ...{ class: index % 2 === 0 ? "f10" : "f0", "fill-opacity": 0.55, x: px(left), y: base + BARS.top },
        ...{ width: px(Math.max(1, right - left - 0.5)), height: BARS.height },
      },
      svg("title", {}, title),
    );
    const text = title.slice(start);
    const begin = Math.min(left, x.range[1] - textWidth(text));
    if (begin < free) return [bar];
    free = begin + textWidth(text) + BETWEEN_WORDS;
    return [bar, svg("text", { class: "tick", x: px(begin), y: base + BARS.words }, text)];
  });
}
