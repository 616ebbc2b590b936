/** Evaluates filters on a record in memory, with the same result as in the databases. */
import { INSTANT_KINDS } from "../declare/field-spec.ts";
import { fold } from "../declare/values.ts";
import type { Property } from "../resource/resource.ts";
import { dayRange, type Filter, type FilterValue, midnight, type PropertyFilter } from "./filters.ts";
import type { SearchFilter } from "./search.ts";

/** Whether a record, given by column, matches all filters. */
export function matches(filters: readonly Filter[], record: Readonly<Record<string, unknown>>): boolean {
  return filters.every((filter) =>
    filter.operator === "search" ? matchesSearch(filter, record) : matchesFilter(filter, record),
  );
}

/** The JSON value of a property in a record, given by column. A serial id has no column of its own. */
export function valueIn(record: Readonly<Record<string, unknown>>, { column, spec }: Property): unknown {
  return record[spec.kind === "serial" ? "id" : column] ?? null;
}

function matchesSearch({ properties, values }: SearchFilter, record: Readonly<Record<string, unknown>>): boolean {
  const texts = properties.flatMap((property) => {
    const stored = valueIn(record, property);
    return stored === null ? [] : [fold(stored as string)];
  });
  return values.length > 0 && values.every((word) => texts.some((text) => text.includes(word)));
}

function matchesFilter(
  { property, operator, values }: PropertyFilter,
  record: Readonly<Record<string, unknown>>,
): boolean {
  const { kind } = property.spec;
  const stored = valueIn(record, property);
  const [value] = values as [FilterValue];
  if (operator === "exists") return (stored !== null) === value;
  // As in SQL, a comparison with null is not true.
  if (stored === null) return false;
  const isInstant = INSTANT_KINDS.includes(kind);
  const actual = (kind === "text" ? fold(stored as string) : isInstant ? comparable(stored) : stored) as string;
  const expected = (isInstant ? comparable(midnight(property, value)) : value) as string;
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
      return isInstant
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
