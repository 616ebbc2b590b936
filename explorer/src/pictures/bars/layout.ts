/** Records as bars of one number, in their order. */
import { plainNumber } from "../../units.ts";
import { shorten, textWidth } from "../layout/text-width.ts";
import { valueAxis } from "../layout/value-axis.ts";

/** A record and its number. */
export interface Item {
  readonly id: string;
  readonly path: string;
  readonly name: string;
  readonly value: number;
  /** The value as it is written, if that is not a number with the unit of the axis. */
  readonly text: string | undefined;
  /** The value as the API has it. */
  readonly exact: string | number;
  readonly hue: number;
  /** Its category, as it is in the record. */
  readonly category: string | undefined;
}

/** A bar and its words. */
export interface Bar {
  readonly item: Item;
  /** The name, as much of it as fits. */
  readonly name: string;
  readonly y: number;
  readonly x: number;
  readonly width: number;
  readonly label: { readonly x: number; readonly anchor: "start" | "end" };
}

/** All bars and their axis. */
export interface BarLayout {
  readonly width: number;
  readonly height: number;
  /** The right end of the names. */
  readonly left: number;
  readonly base: number;
  readonly isLog: boolean;
  readonly bars: readonly Bar[];
  readonly ticks: readonly { readonly x: number; readonly value: number }[];
}

/** The height of a row, and of the bar in it. */
export const ROW = 24;
export const BAR = 12;
const NAME = 12;
const MOST_NAME = 0.36;
/** The room for a number beyond the end of a bar. */
const NUMBER = 112;
const TICKS = 110;
/** A bar is seen even if its number is nearly zero. */
const LEAST = 1;

/** Places bars. */
export function barLayout(items: readonly Item[], width: number): BarLayout {
  const most = width * MOST_NAME;
  const names = items.map(({ name }) => shorten(name, most, NAME));
  const left = Math.max(32, ...names.map((name) => textWidth(name, NAME) * 1.08)) + 12;
  const room = Math.min(
    NUMBER,
    Math.max(...items.map(({ text, value }) => textWidth(text ?? plainNumber(value)))) + 14,
  );
  const axis = valueAxis(
    items.map(({ value }) => value),
    [left, Math.max(left + 40, width - room)],
    TICKS,
  );
  const bars = items.map((item, index): Bar => {
    const at = axis.at(item.value);
    const isNegative = at < axis.base;
    const length = Math.max(LEAST, Math.abs(at - axis.base));
    return {
      ...{ item, name: names[index]!, y: index * ROW + ROW / 2, width: length },
      x: isNegative ? axis.base - length : axis.base,
      label: isNegative ? { x: axis.base + 8, anchor: "start" } : { x: axis.base + length + 8, anchor: "start" },
    };
  });
  return {
    ...{ width, height: items.length * ROW, left, base: axis.base, isLog: axis.isLog, bars },
    ticks: axis.ticks.map((value) => ({ x: axis.at(value), value })),
  };
}
