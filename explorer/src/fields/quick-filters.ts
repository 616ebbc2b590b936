/** Filters that a value in a list suggests. */
import { filterOf } from "../../../kit/description/list-fields.ts";
import type { Field, View } from "../../../kit/description/model.ts";

/** A filter, and what it leaves. */
export interface QuickFilter {
  readonly id: string;
  readonly label: string;
  /** The parameters to change. */
  readonly changes: Readonly<Record<string, string>>;
}

/** The labels of quick filters, by operator. */
const WORDS: readonly (readonly [operator: string, label: string])[] = [
  ["equals", "Only these"],
  ["min", "From here on"],
  ["max", "Up to here"],
  ["after", "Only later ones"],
  ["before", "Only earlier ones"],
];

/** Returns the filters that a value suggests, as far as the service has them. */
export function quickFilters(view: View, field: Field, value: unknown): QuickFilter[] {
  const exists = filterOf(view, field.name, "exists");
  if (value === null)
    return exists
      ? [
          { id: "empty", label: "Only without a value", changes: { [exists.parameter]: "false" } },
          { id: "not-empty", label: "Only with a value", changes: { [exists.parameter]: "true" } },
        ]
      : [];
  if (!["string", "number", "boolean"].includes(typeof value)) return [];
  const compared = WORDS.flatMap(([operator, label]) => {
    const filter = filterOf(view, field.name, operator);
    return filter ? [{ id: operator, label, changes: { [filter.parameter]: String(value) } }] : [];
  });
  const present =
    exists && field.nullable
      ? [{ id: "not-empty", label: "Only with a value", changes: { [exists.parameter]: "true" } }]
      : [];
  return [...compared, ...present];
}
