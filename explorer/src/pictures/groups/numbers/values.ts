/** The values by which records are grouped: their names, and their order. */
import { isNumeric, isTemporal } from "../../../../../kit/description/kinds.ts";
import type { View } from "../../../../../kit/description/model.ts";
import type { Group } from "../../../address/groups.ts";
import { periodText, shortLabel } from "../../../components/summary/summary-text.ts";
import type { NameOf } from "../../../fields/kinds/kind.ts";
import { specOf } from "../../../fields/kinds/kinds.ts";
import { dayOf } from "../../time/days.ts";
import type { Part } from "./shape.ts";

/** Returns the value of a group; null if its records have none. */
export function valueIn({ field }: Part, group: Group): unknown {
  return group[field.name] ?? null;
}

/** Returns what tells a value from others. */
export function keyOf(part: Part, group: Group): string {
  return JSON.stringify(valueIn(part, group));
}

/** Writes a value as the name of its group: `1971`, `crewed`, `no destination`. */
export function valueName({ field, period }: Part, value: unknown, view: View, nameOf: NameOf): string {
  if (value === null) return `no ${shortLabel(view, field.label)}`;
  if (period !== undefined) return periodText(String(value), period);
  return specOf(field).text?.(String(value), field, nameOf) ?? String(value);
}

/** Compares values that have an order: numbers, and points in time. What has no value comes last. */
export function compareValues({ field }: Part, one: unknown, other: unknown): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  if (isTemporal(field)) return (dayOf(one) ?? 0) - (dayOf(other) ?? 0);
  const size = specOf(field).size ?? Number;
  return size(one) - size(other);
}

/** Returns whether the values of a field have an order of their own. */
export function isOrdered({ field }: Part): boolean {
  return isTemporal(field) || isNumeric(field);
}
