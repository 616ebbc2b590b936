/** Conditions held against a record in memory, as the databases would decide. */
import { TEXTS } from "../declare/field-spec.ts";
import { fold } from "../declare/values.ts";
import { type Condition, dayRange, type FilterValue, midnight } from "./filters.ts";

type Read = Readonly<Record<string, unknown>>;

/** Whether all conditions hold of a record, given by column. */
export function matches(conditions: readonly Condition[], record: Read): boolean {
  return conditions.every((condition) => holds(condition, record));
}

function holds({ property, operator, values }: Condition, record: Read): boolean {
  const { kind } = property.spec;
  const kept = record[property.column] ?? null;
  const [value] = values as [FilterValue];
  if (operator === "exists") return (kept !== null) === value;
  // Nothing is like a value that is missing.
  if (kept === null) return false;
  const it = (TEXTS.includes(kind) ? fold(kept as string) : kind === "instant" ? moment(kept) : kept) as string;
  const bound = (kind === "instant" ? moment(midnight(property, value)) : value) as string;
  switch (operator) {
    case "is":
      return values.includes(kept as string);
    case "min":
      return it >= bound;
    case "max":
      return it <= bound;
    case "after":
      return it > bound;
    case "before":
      return it < bound;
    case "contains":
      return it.includes(bound);
    case "starts_with":
      return it.startsWith(bound);
    case "ends_with":
      return it.endsWith(bound);
    default:
      return kind === "instant"
        ? values.some((each) => sameTime(it, each as string))
        : (values as readonly unknown[]).includes(it);
  }
}

/** Without its `Z` a moment with a fraction of any length sorts as text. */
function moment(instant: unknown): string {
  return (instant as string).slice(0, -1);
}

/** The same moment, or within the whole UTC day of a date. */
function sameTime(it: string, value: string): boolean {
  if (value.length > 10) return it === moment(value);
  const [from, to] = dayRange(value);
  return it >= moment(from) && (to === undefined || it < moment(to));
}
