/** Two bounds of the same values as one filter: `Launch date between 1980 and 1999`. */
import { isSameStep } from "../../../../kit/description/filter-paths.ts";
import { BETWEEN, boundsOf, fieldNamed } from "../../../../kit/description/list-fields.ts";
import { joinEnds, rangeOfBounds } from "../../fields/ranges/range.ts";
import { rangeText } from "../../fields/ranges/range-text.ts";
import type { Condition, FilterText } from "./filter-text.ts";

/** A filter between two bounds. */
export interface RangeFilter {
  /** The lower and the upper one. */
  readonly bounds: readonly [Condition, Condition];
  /** Both as one comparison, whose value is the range. */
  readonly condition: Condition;
  readonly text: FilterText;
}

/** Returns whether a filter is between two bounds. */
export function isRange({ condition }: { readonly condition: Condition | undefined }): boolean {
  return condition?.path.filter.operator === BETWEEN;
}

/** Returns the ranges among filters. Alternatives are none: each of them is a comparison of its own. */
export function rangesIn(conditions: readonly Condition[]): RangeFilter[] {
  return conditions.flatMap((lower) => conditions.flatMap((upper) => rangeBetween(lower, upper) ?? []));
}

function rangeBetween(lower: Condition, upper: Condition): RangeFilter | undefined {
  const { prefix, steps, records, filter } = lower.path;
  const isSame =
    prefix === "" &&
    upper.path.prefix === "" &&
    steps.length === upper.path.steps.length &&
    steps.every((step, index) => isSameStep(step, upper.path.steps[index]!));
  const bounds = isSame ? boundsOf(records, filter.field) : undefined;
  if (bounds?.lower.parameter !== filter.parameter || bounds.upper.parameter !== upper.path.filter.parameter)
    return undefined;
  const field = fieldNamed(records, filter.field);
  const range = rangeOfBounds(field, { lower: lower.value, upper: upper.value });
  if (!range) return undefined;
  return {
    bounds: [lower, upper],
    condition: { path: { ...lower.path, filter: bounds.filter }, value: joinEnds(range) },
    text: { subject: field.label, ...rangeText(field, range) },
  };
}
