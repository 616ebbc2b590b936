/** The date by which a list is laid out on a strip. */
import { isTemporal } from "../../../../kit/description/kinds.ts";
import { type Bounds, boundsOf } from "../../../../kit/description/list-fields.ts";
import type { Field, View } from "../../../../kit/description/model.ts";
import { columnsOf } from "../../../../kit/description/pages/page.ts";
import { withParameters } from "../../address/query.ts";
import { type BoundValues, boundsOfSpan, spanOfBounds, type TimeSpan } from "../../fields/ranges/time-bounds.ts";

/** A date with the filters that bound it. */
export interface DateField {
  readonly field: Field;
  readonly bounds: Bounds;
  /** The periods by which the service counts it: `year`. */
  readonly periods: readonly string[];
}

/**
 * Returns the date of a list: that of its declared timeline, or else its first column or first field that is one. None of the
 * service's own, unless it is a column, and none of its own lists.
 */
export function dateFieldOf(view: View): DateField | undefined {
  const { fields, pictures, isSystem } = view;
  if (isSystem) return undefined;
  const declared = pictures.find(({ kind, origin }) => kind === "timeline" && origin !== "fields")?.from;
  const named = fields.filter(({ name }) => name === declared);
  const candidates = [...named, ...columnsOf(view), ...fields.filter(({ derived }) => !derived)];
  for (const field of candidates) {
    const dated = fields.includes(field) && isTemporal(field) ? datedBy(view, field) : undefined;
    if (dated) return dated;
  }
  return undefined;
}

function datedBy({ measures, groupable, ...records }: View, field: Field): DateField | undefined {
  const bounds = boundsOf(records, field.name);
  const periods = groupable.flatMap((name) => (name.startsWith(`${field.name}:`) ? name.split(":")[1]! : []));
  const isMeasured = ["min", "max"].every((of) => measures.includes(`${of}:${field.name}`));
  return bounds && periods.length > 0 && isMeasured ? { field, bounds, periods } : undefined;
}

/** Returns the bounds of the date in a query. */
export function boundsIn(search: string, { bounds: { lower, upper } }: DateField): BoundValues {
  const parameters = new URLSearchParams(search);
  return {
    lower: parameters.get(lower.parameter) ?? undefined,
    upper: parameters.get(upper.parameter) ?? undefined,
  };
}

/** Returns the period that a query chooses; open on both sides if it chooses none. */
export function periodIn(search: string, date: DateField): TimeSpan {
  return spanOfBounds(date.field, boundsIn(search, date));
}

/** Returns the query that chooses a period instead of the one that is chosen. */
export function withBounds(search: string, { bounds: { lower, upper } }: DateField, values: BoundValues): string {
  return withParameters(search, { [lower.parameter]: values.lower, [upper.parameter]: values.upper });
}

/** Returns the query that chooses a span of time. */
export function withPeriod(search: string, date: DateField, span: TimeSpan): string {
  return withBounds(search, date, boundsOfSpan(date.field, span));
}
