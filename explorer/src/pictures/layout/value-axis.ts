/** An axis of values: from zero, unless they differ too much for that. */
import { nice, ticks } from "d3-array";
import { linearScale, logScale } from "./scales.ts";

/** An axis. */
export interface ValueAxis {
  readonly at: (value: number) => number;
  readonly ticks: readonly number[];
  readonly isLog: boolean;
  /** The place where bars and stems begin. */
  readonly base: number;
}

/** From so many times the least on, and if all are above zero, an axis is logarithmic. */
const LOG_FROM = 1_000;

/**
 * Returns the axis of some values.
 * @param range its ends in pixels
 * @param spacing the pixels that a mark needs
 */
export function valueAxis(values: readonly number[], range: readonly [number, number], spacing: number): ValueAxis {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) [least, most] = [Math.min(least, value), Math.max(most, value)];
  const count = Math.max(2, Math.floor((range[1] - range[0]) / spacing));
  if (least > 0 && most / least > LOG_FROM) {
    const low = 10 ** Math.floor(Math.log10(least));
    const high = Math.max(most, low * 10);
    const powers = powersBetween(low, high);
    const step = Math.max(1, Math.ceil(powers.length / count));
    const shown = powers.filter((_, index) => index % step === 0);
    return { at: logScale([low, high], range), ticks: shown, isLog: true, base: range[0] };
  }
  const [first, last] = [Math.min(0, least), Math.max(0, most)];
  const domain = nice(first, first === last ? 1 : last, count);
  const at = linearScale(domain, range);
  return { at, ticks: ticks(...domain, count), isLog: false, base: at(0) };
}

/** Returns the powers of ten from one of them to another value. */
function powersBetween(low: number, high: number): number[] {
  const first = Math.round(Math.log10(low));
  return Array.from({ length: Math.floor(Math.log10(high)) - first + 1 }, (_, index) => 10 ** (first + index));
}
