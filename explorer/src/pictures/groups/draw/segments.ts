/** The pieces of a group on the axis of its amount, and that axis. */
import { nice, ticks } from "d3-array";
import { countText, plainNumber } from "../../../units.ts";
import { linearScale } from "../../layout/scales.ts";
import { axisUnitOf } from "../numbers/amounts.ts";
import type { Category } from "../numbers/categories.ts";
import type { Drawn, Row } from "../numbers/drawn.ts";
import type { Way } from "../numbers/shape.ts";

/** A piece of a row: from one amount to another. */
export interface Segment {
  readonly category: Category;
  readonly from: number;
  readonly to: number;
}

/** Returns the pieces of a row. Stacked ones begin where the one before ends, those below zero downward. */
export function segmentsOf({ pieces }: Row, categories: readonly Category[], way: Way): Segment[] {
  const known = categories.flatMap((category) => {
    const amount = pieces.get(category.key)?.amount;
    return amount === undefined || amount === 0 ? [] : [{ category, amount }];
  });
  if (way === "beside") return known.map(({ category, amount }) => ({ category, from: 0, to: amount }));
  const whole = way === "shares" ? known.reduce((sum, { amount }) => sum + amount, 0) : 1;
  let [up, down] = [0, 0];
  return known.map(({ category, amount }) => {
    const from = amount > 0 ? up : down;
    const to = from + amount / whole;
    if (amount > 0) up = to;
    else down = to;
    return { category, from, to };
  });
}

/** The axis of the amounts. */
export interface AmountAxis {
  readonly at: (amount: number) => number;
  readonly ticks: readonly { readonly at: number; readonly text: string }[];
  /** The place of zero. */
  readonly base: number;
  /** The unit of its words; empty if they have none. */
  readonly unit: string;
}

/** The room of the words of an axis. */
export interface AmountRoom {
  /** The ends of the axis, in pixels. */
  readonly range: readonly [number, number];
  /** About how far apart its marks are. */
  readonly spacing: number;
}

/** The length of an axis, in its unit, on which pieces can be placed: others have no more digits. */
const SHORTEST = 1e-290;
const SHARES = [0, 0.25, 0.5, 0.75, 1];

/** Returns the axis of all rows. */
export function amountAxis(drawn: Drawn, way: Way, { range, spacing }: AmountRoom): AmountAxis {
  if (way === "shares") return axisOf({ low: 0, high: 1, range, shown: SHARES, text: (tick) => `${tick * 100} %` });
  const { shape, rows, categories } = drawn;
  let [least, most] = [0, 0];
  for (const { from, to } of rows.flatMap((row) => segmentsOf(row, categories, way)))
    [least, most] = [Math.min(least, from, to), Math.max(most, from, to)];
  const { name: unit, size } = axisUnitOf(shape, Math.max(most, -least));
  const length = (most - least) / size;
  const isDrawable = length > SHORTEST && Number.isFinite(length);
  const count = Math.max(2, Math.floor(Math.abs(range[1] - range[0]) / spacing));
  const [low, high] = isDrawable ? nice(least / size, most / size, count) : [0, 1];
  const { measure } = shape;
  const isWhole = measure === undefined || (measure.field.kind === "integer" && measure.of !== "avg");
  const shown = ticks(low, high, count).filter((tick) => !isWhole || Number.isInteger(tick));
  const axis = axisOf({ low, high, range, shown, text: measure ? plainNumber : countText });
  return { ...axis, unit, at: (amount) => (isDrawable ? axis.at(amount / size) : axis.base) };
}

/** Returns an axis from its ends and its marks. */
function axisOf({
  low,
  high,
  range,
  shown,
  text,
}: Pick<AmountRoom, "range"> & {
  readonly low: number;
  readonly high: number;
  readonly shown: readonly number[];
  readonly text: (tick: number) => string;
}): AmountAxis {
  const at = linearScale([low, high], range);
  return { at, ticks: shown.map((tick) => ({ at: at(tick), text: text(tick) })), base: at(0), unit: "" };
}
