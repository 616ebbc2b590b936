/** Groups over time: columns as wide as their periods, on an axis without omissions. */
import { textWidth } from "../../layout/text-width.ts";
import { px, type SvgNode, svg } from "../../svg/node.ts";
import { clamp } from "../../time/days.ts";
import { type TimeScale, timeScale } from "../../time/ticks.ts";
import type { Drawn, Row } from "../numbers/drawn.ts";
import {
  besideIn,
  type Layout,
  type LayoutSettings,
  NARROW,
  type Partial,
  type Piece,
  type Place,
  rectOf,
} from "./layout.ts";
import { type AmountAxis, amountAxis, segmentsOf } from "./segments.ts";
import { labelsOf } from "./time-labels.ts";

/** The height of the columns, on a wide page and on a phone. */
const HEIGHT = 284;
const NARROW_HEIGHT = 168;
/** The room above, for what is known of the last period, and below, for the words of the axis. */
const TOP = 18;
const BOTTOM = 20;
/** Narrower columns are not drawn. */
const LEAST = 1;
/** Wider columns are drawn no wider. */
const MOST = 72;
/** Narrower columns beside one another are drawn below one another: a strip for each category. */
const LEAST_BESIDE = 3;
const STRIP = 52;
const STRIP_NAME = 16;
const STRIP_GAP = 10;
const SPACING = 56;

/** The columns of one category, or of all: on their own base line. */
interface Strip {
  readonly axis: AmountAxis;
  readonly top: number;
  readonly bottom: number;
  readonly name: string | undefined;
}

/** Places columns; undefined if they would be too narrow to be seen. */
export function columnsOf(drawn: Drawn, settings: LayoutSettings): Layout | undefined {
  const { rows, categories } = drawn;
  const { width, way, partial } = settings;
  const { columnHeight: height = width < NARROW ? NARROW_HEIGHT : HEIGHT } = settings;
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return undefined;
  const probe = amountAxis(drawn, way, { range: [height, 0], spacing: SPACING });
  const left = Math.ceil(Math.max(...probe.ticks.map(({ text }) => textWidth(text)), 8)) + 8;
  const x = timeScale({ from: first.from, to: last.to }, left, width);
  const narrowest = Math.min(...rows.map(({ from, to }) => x(to) - x(from)));
  if (!(narrowest >= LEAST)) return undefined;
  const isInStrips = Math.min(narrowest, MOST) / besideIn(drawn, way) < LEAST_BESIDE && way === "beside";
  const strips = isInStrips ? stripsOf(drawn, settings) : [stripOf(drawn, settings, TOP, TOP + height)];
  const bottom = strips.at(-1)!.bottom;
  const places = rows.map((row): Place => {
    const box = rectOf([x(row.from), x(row.to)], [TOP - 4, bottom]);
    const pieces = segmentsOf(row, categories, way).map(({ category, from, to }): Piece => {
      const index = categories.findIndex(({ key }) => key === category.key);
      const { at } = strips[isInStrips ? index : 0]!.axis;
      const slots = isInStrips ? 1 : besideIn(drawn, way);
      return { category, ...rectOf(slotOf(box, slots > 1 ? index : 0, slots), [at(from), at(to)]) };
    });
    return { row, box, pieces };
  });
  return {
    ...{ width, height: bottom + BOTTOM, places },
    grid: strips.flatMap((strip) => gridOf(strip, left, width)),
    words: [
      ...strips.flatMap((strip) => wordsOf(strip, left)),
      ...labelsOf(drawn.shape.along.period!, x).map(({ text, at }) =>
        svg("text", { class: "tick", x: px(at), y: bottom + 15, "text-anchor": "middle" }, text),
      ),
      ...partialWords(partial, rows, x, { width, bottom }),
    ],
  };
}

/** Returns the ends of a column in the room of its period; several stand beside one another. */
function slotOf(box: { x: number; width: number }, index: number, count: number): readonly [number, number] {
  const gap = Math.min(1, box.width * 0.12);
  const all = Math.min(MOST * count, box.width - 2 * gap);
  const start = box.x + (box.width - all) / 2;
  return [start + (all * index) / count, start + (all * (index + 1)) / count];
}

function stripOf(drawn: Drawn, { way }: LayoutSettings, top: number, bottom: number, name?: string): Strip {
  return { top, bottom, name, axis: amountAxis(drawn, way, { range: [bottom, top], spacing: SPACING }) };
}

function stripsOf(drawn: Drawn, settings: LayoutSettings): Strip[] {
  return drawn.categories.map(({ name }, index) => {
    const top = TOP + index * (STRIP_NAME + STRIP + STRIP_GAP) + STRIP_NAME;
    return stripOf(drawn, settings, top, top + STRIP, name);
  });
}

function gridOf({ axis }: Strip, left: number, width: number): SvgNode[] {
  const line = (at: number) => `M${left} ${Math.round(at) + 0.5}H${width}`;
  return [
    ...axis.ticks
      .filter(({ at }) => at !== axis.base)
      .map(({ at }) => svg("path", { class: "grid is-soft", d: line(at) })),
    svg("path", { class: "axis", d: line(axis.base) }),
  ];
}

function wordsOf({ axis, top, name }: Strip, left: number): SvgNode[] {
  const { unit } = axis;
  return [
    ...axis.ticks
      .filter(({ at }) => at !== axis.base)
      .map(({ at, text }) => svg("text", { class: "tick", x: left - 6, y: px(at + 4), "text-anchor": "end" }, text)),
    ...(name || unit
      ? [svg("text", { class: "unit-word", x: left, y: top - 7 }, [name, unit].filter(Boolean).join(", "))]
      : []),
  ];
}

/** Says until when the last period is known, and draws that day. */
function partialWords(
  partial: Partial | undefined,
  rows: readonly Row[],
  x: TimeScale,
  { width, bottom }: { readonly width: number; readonly bottom: number },
): SvgNode[] {
  const row = partial && rows.find(({ key }) => key === partial.key);
  if (!partial || !row) return [];
  const half = textWidth(partial.text) / 2;
  const middle = clamp((x(row.from) + x(row.to)) / 2, half, width - half);
  return [
    svg("text", { class: "tick", x: px(middle), y: 10, "text-anchor": "middle" }, partial.text),
    svg("path", { class: "unknown-edge", d: `M${px(x(partial.end))} ${TOP - 4}V${bottom}` }),
  ];
}
