/** Groups of a category: a row with a bar for each. */
import { shorten, textWidth } from "../../layout/text-width.ts";
import { px, svg } from "../../svg/node.ts";
import { amountText } from "../numbers/amounts.ts";
import type { Drawn, Row } from "../numbers/drawn.ts";
import { apart, besideIn, type Layout, type LayoutSettings, type Piece, type Place, rectOf } from "./layout.ts";
import { amountAxis, segmentsOf } from "./segments.ts";

/** The height of a row, of its bar, and of each of several bars. */
const ROW = 24;
const BAR = 14;
const THIN = 8;
const PADDING = 6;
const BOTTOM = 20;
const TOP = 18;
const NAME = 12;
/** The largest part of the width that names have. */
const MOST_NAME = 0.36;
const SPACING = 90;

/** Returns the height of a row of so many bars. */
function heightOf(bars: number): number {
  return bars > 1 ? Math.max(ROW, bars * THIN + PADDING * 2) : ROW;
}

/** Returns the height that a row has at most. */
export function rowHeight(drawn: Drawn, way: LayoutSettings["way"]): number {
  return heightOf(besideIn(drawn, way));
}

/** Places rows. */
export function barsOf(drawn: Drawn, { width, way }: LayoutSettings): Layout {
  const { shape, rows, categories } = drawn;
  const most = width * MOST_NAME;
  const names = rows.map(({ name }) => shorten(name, most, NAME));
  const left = Math.max(32, ...names.map((name) => textWidth(name, NAME) * 1.08)) + 10;
  const totals = rows.map(({ amount }) =>
    amount === undefined || besideIn(drawn, way) > 1 ? "" : amountText(shape, amount),
  );
  const right = width - Math.max(...totals.map((text) => textWidth(text))) - 14;
  const axis = amountAxis(drawn, way, { range: [left, Math.max(left + 40, right)], spacing: SPACING });
  const top = axis.unit ? TOP : 4;
  let y = top;
  const places = rows.map((row): Place => {
    const segments = segmentsOf(row, categories, way);
    const isThin = besideIn(drawn, way) > 1;
    const height = heightOf(isThin ? segments.length : 1);
    const box = { x: 0, y, width, height };
    const begin = y + (height - (isThin ? segments.length * THIN : BAR)) / 2;
    const pieces = segments.map(({ category, from, to }, index): Piece => {
      const start = isThin ? begin + index * THIN : begin;
      return { category, ...rectOf([axis.at(from), axis.at(to)], [start, start + (isThin ? THIN - 1 : BAR)]) };
    });
    y += height;
    return { row, box, pieces };
  });
  return {
    ...{ width, height: y + BOTTOM, places },
    grid: axis.ticks.map(({ at }) =>
      svg("path", { class: at === axis.base ? "axis" : "grid is-soft", d: `M${Math.round(at) + 0.5} ${top}V${y}` }),
    ),
    words: [
      ...(axis.unit ? [svg("text", { class: "unit-word", x: px(axis.base), y: top - 7 }, axis.unit)] : []),
      ...apart(axis.ticks, [0, width]).map(({ at, text }) =>
        svg("text", { class: "tick", x: px(at), y: y + 15, "text-anchor": "middle" }, text),
      ),
      ...places.flatMap(({ row, box, pieces }, index) => [
        svg(
          "text",
          { class: "series-name", x: px(left - 10), y: px(middleOf(box) + 4), "text-anchor": "end" },
          names[index]!,
        ),
        ...totalWords(row, totals[index]!, { pieces, base: axis.base, y: middleOf(box) + 4 }),
      ]),
    ],
  };
}

function middleOf({ y, height }: { readonly y: number; readonly height: number }): number {
  return y + height / 2;
}

/** Writes the number of a row after its bar. */
function totalWords(_: Row, text: string, { pieces, base, y }: { pieces: readonly Piece[]; base: number; y: number }) {
  if (text === "") return [];
  const end = Math.max(base, ...pieces.map((piece) => piece.x + piece.width));
  return [svg("text", { class: "lane-count", x: px(end + 8), y: px(y) }, text)];
}
