/** Evaluates filters on a record in memory, with the same result as in the databases. */
import { TEXT_KINDS } from "../declare/field-spec.ts";
import { fold } from "../declare/values.ts";
import { dayRange, type Filter, type FilterValue, midnight } from "./filters.ts";

/** Whether a record, given by column, matches all filters. */
export function matches(filters: readonly Filter[], record: Readonly<Record<string, unknown>>): boolean {
  return filters.every((filter) => matchesFilter(filter, record));
}

function matchesFilter({ property, operator, values }: Filter, record: Readonly<Record<string, unknown>>): boolean {
  const { kind } = property.spec;
  const stored = record[property.column] ?? null;
  const [value] = values as [FilterValue];
  if (operator === "exists") return (stored !== null) === value;
  // As in SQL, a comparison with null is not true.
  if (stored === null) return false;
  const actual = (
    TEXT_KINDS.includes(kind) ? fold(stored as string) : kind === "instant" ? comparable(stored) : stored
  ) as string;
  const expected = (kind === "instant" ? comparable(midnight(property, value)) : value) as string;
  switch (operator) {
    case "is":
      return values.includes(stored as string);
    case "min":
      return actual >= expected;
    case "max":
      return actual <= expected;
    case "after":
      return actual > expected;
    case "before":
      return actual < expected;
    case "contains":
      return actual.includes(expected);
    case "starts_with":
      return actual.startsWith(expected);
    case "ends_with":
      return actual.endsWith(expected);
    default:
      return kind === "instant"
        ? values.some((each) => isSameTime(actual, each as string))
        : (values as readonly unknown[]).includes(actual);
  }
}

/** Drops the `Z` of a date-time, so that fractions of any length compare as text. */
function comparable(instant: unknown): string {
  return (instant as string).slice(0, -1);
}

/** Whether a time equals a date-time, or falls within the UTC day of a date. */
function isSameTime(actual: string, value: string): boolean {
  if (value.length > 10) return actual === comparable(value);
  const [from, to] = dayRange(value);
  return actual >= comparable(from) && (to === undefined || actual < comparable(to));
}
