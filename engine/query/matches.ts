/** Evaluates filters on a record in memory, with the same result as in the databases. */

import { memberIn } from "../declare/field-spec.ts";
import { fold, type Json } from "../declare/values.ts";
import { withoutZone } from "../kinds/instant.ts";
import { joinedKey } from "../kinds/key.ts";
import { comparesAs, kindOf } from "../kinds/kinds.ts";
import { COMPLEMENTS, OPERATORS } from "../kinds/operators.ts";
import type { Property } from "../resource/resource.ts";
import { dayRange, type Filter, midnight, type PropertyFilter } from "./filters.ts";
import type { SearchFilter } from "./search.ts";

/** Whether a record, given by column, matches all filters, none of which is on related records. */
export function matches(filters: readonly Filter[], record: Readonly<Record<string, unknown>>): boolean {
  return filters.every((filter) => holds(filter, record));
}

function holds(filter: Filter, record: Readonly<Record<string, unknown>>): boolean {
  switch (filter.operator) {
    case "search":
      return matchesSearch(filter, record);
    case "changed":
      return `${record.row__start ?? record.created_at}` > filter.after;
    case "any":
      return filter.filters.some((each) => holds(each, record));
    case "some":
    case "none":
      throw new Error(`Only the database knows whether a record has ${filter.relation.name}.`);
    default:
      return matchesFilter(filter, record);
  }
}

/** The JSON value of a property in a record, given by column. A serial id has no column of its own. */
export function valueIn(record: Readonly<Record<string, unknown>>, { column, spec, within }: Property): unknown {
  if (within) return memberIn(record[within.column] as Json, within.member);
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
  if (operator === "exists") return (stored !== null && !(Array.isArray(stored) && stored.length === 0)) === values[0];
  if (operator === "not" || operator === "not_in")
    return !matchesFilter({ property, operator: COMPLEMENTS[operator], values }, record);
  // As in SQL, a comparison with null is not true.
  if (stored === null) return false;
  if (operator === "is") return values.includes(stored as string);
  const { comparable = (value: Json) => value } = kindOf(kind).query!;
  const actual = comparable(stored as Json) as string;
  const isMoment = comparesAs(kind, "moment");
  if (kind === "key") return values.some((each) => actual.includes(joinedKey(each as string)));
  if (operator === "equals" || operator === "in")
    return isMoment ? values.some((each) => isSameTime(actual, each as string)) : values.includes(actual);
  const value = midnight(property, values[0]!) as string;
  return OPERATORS[operator].holds(actual, isMoment ? withoutZone(value) : value);
}

/** Whether a time equals a date-time, or falls within the UTC day of a date. */
function isSameTime(actual: string, value: string): boolean {
  if (value.length > 10) return actual === withoutZone(value);
  const [from, to] = dayRange(value);
  return actual >= withoutZone(from) && (to === undefined || actual < withoutZone(to));
}
