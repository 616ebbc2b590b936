/** Says how to read a series, and what it does not show. */
import { countText } from "../../units.ts";
import { MOST_DOTS, type UnitPanel } from "./across/comparisons.ts";
import type { DotLayout } from "./across/dot-rows.ts";
import { conversionText } from "./captions.ts";
import { MOST_MARKS } from "./over-time/frame.ts";
import { LEAST_JOINED, LONG_GAP } from "./over-time/panels.ts";
import type { Sample } from "./samples.ts";

/** Says what lines mean. */
export function lineNotes(samples: readonly Sample[]): string[] {
  return [
    `Lines join ${LEAST_JOINED} or more samples, and break at gaps longer than ${LONG_GAP} times the usual one.`,
    samples.length > MOST_MARKS
      ? "Where samples are too dense for marks, each pixel column shows its smallest and largest value."
      : "",
  ].filter(Boolean);
}

/** Says what is drawn in other units, and how many records have no value. */
export function valueNotes(drawn: readonly Sample[], isAcross: boolean, empty: number): string[] {
  return [
    "One panel per unit.",
    isAcross ? "" : conversionText(drawn),
    empty > 0 ? `${countText(empty)} ${empty === 1 ? "sample has" : "samples have"} no value.` : "",
  ].filter(Boolean);
}

/** Says what a comparison in one unit does not show. */
export function comparisonNotes({ samples, left }: UnitPanel, { isLog, rows }: DotLayout): string {
  return [
    conversionText(samples),
    isLog && "The axis is logarithmic.",
    rows.some(({ range }) => range) && `Rows of more than ${MOST_DOTS} samples show only the largest and the smallest.`,
    left > 0 && `${countText(left)} with smaller values are not drawn.`,
  ]
    .filter(Boolean)
    .join(" ");
}
