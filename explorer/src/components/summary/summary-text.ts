/** Summaries as people read them. */
import { isTemporal } from "../../../../kit/description/kinds.ts";
import { fieldNamed } from "../../../../kit/description/list-fields.ts";
import type { View } from "../../../../kit/description/model.ts";

const MEASURES: Readonly<Record<string, string>> = { min: "least", max: "greatest", sum: "sum of", avg: "average" };
/** Of dates and instants. */
const MOMENTS: Readonly<Record<string, string>> = { min: "first", max: "last" };

/** Writes a grouping: `Launch date by year`. */
export function groupingText(view: View, name: string): string {
  const [field = "", period] = name.split(":");
  const { label } = fieldNamed(view, field);
  return period === undefined ? label : `${label} by ${period}`;
}

/** Writes a measure: `Average crew size`. */
export function measureText(view: View, name: string): string {
  const [of = "", field = ""] = name.split(":");
  const measured = fieldNamed(view, field);
  const { label } = measured;
  const word = (isTemporal(measured) ? MOMENTS[of] : undefined) ?? MEASURES[of] ?? of;
  return `${word.charAt(0).toUpperCase()}${word.slice(1)} ${label.charAt(0).toLowerCase()}${label.slice(1)}`;
}
