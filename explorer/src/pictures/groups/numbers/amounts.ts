/** The numbers that groups are as high as. */

import type { Group } from "../../../address/groups.ts";
import { specOf } from "../../../fields/kinds/kinds.ts";
import { countText, durationText, plainNumber, spanOf, unitText } from "../../../units.ts";
import type { Shape } from "./shape.ts";

/** Averages have no end. */
const DIGITS = 4;

/** Returns the number of a group, durations in seconds; undefined if none of its records has a value. */
export function amountOf({ measure }: Shape, group: Group): number | undefined {
  const value = measure ? group[measure.member] : group.count;
  if (value === null || value === undefined) return undefined;
  return measure ? (specOf(measure.field).size?.(value) ?? Number(value)) : Number(value);
}

/** Returns the number of several groups together; undefined if it does not follow from theirs. */
export function combined({ measure }: Shape, amounts: readonly (number | undefined)[]): number | undefined {
  const known = amounts.filter((each) => each !== undefined);
  if (known.length === 0 || measure?.of === "avg") return undefined;
  if (measure?.of === "min") return known.reduce((one, other) => Math.min(one, other));
  if (measure?.of === "max") return known.reduce((one, other) => Math.max(one, other));
  return known.reduce((sum, each) => sum + each, 0);
}

/** Writes a number of a group, without its unit. */
export function amountText({ measure }: Shape, amount: number): string {
  if (!measure) return countText(amount);
  if (measure.field.kind === "duration") return durationText(Math.round(amount), "short");
  return plainNumber(measure.of === "avg" ? Number(amount.toPrecision(DIGITS)) : amount);
}

/** The unit of an axis: its name, and its size in that of the amounts. */
export interface AxisUnit {
  readonly name: string;
  readonly size: number;
}

/** Returns the unit of an axis that reaches to an amount. */
export function axisUnitOf({ measure }: Shape, most: number): AxisUnit {
  if (measure?.field.kind === "duration") {
    const { unit, size } = spanOf(most);
    return { name: unit, size };
  }
  return { name: measure?.field.unit ? unitText(measure.field.unit) : "", size: 1 };
}
