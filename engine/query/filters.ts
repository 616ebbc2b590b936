/** Filters: conditions on the records of a list, and how a condition on one property is read. */

import { nextDay } from "../declare/values.ts";
import type { FilterValue } from "../kinds/kind.ts";
import { comparesAs, kindOf } from "../kinds/kinds.ts";
import { type Operator, takesList } from "../kinds/operators.ts";
import type { Fault } from "../problem.ts";
import { operatorsOf, parameterName } from "../resource/parameters.ts";
import type { Property, Relation, RelationTarget, View } from "../resource/resource.ts";
import { memoize } from "../runtime/memoize.ts";
import type { SearchFilter } from "./search.ts";

/** One condition on the records of a list. */
export type Filter = PropertyFilter | SearchFilter | ChangeFilter | RelationFilter | Alternatives;

/** A condition on one property. */
export interface PropertyFilter {
  readonly property: Property;
  /** `is` is internal: it compares text exactly with each of the values. */
  readonly operator: Operator | "is";
  readonly values: readonly FilterValue[];
}

/** A condition on when a record became as it is, created or changed: after a time. */
export interface ChangeFilter {
  readonly operator: "changed";
  /** A timestamp. */
  readonly after: string;
}

/** A condition on the records to which a relation leads: whether one of them, or none, satisfies all of some others. */
export interface RelationFilter {
  readonly operator: "some" | "none";
  /** Of the records of this view. */
  readonly view: View;
  readonly relation: Relation;
  /** Where the related records may be, and what they must satisfy there. */
  readonly related: readonly RelatedRecords[];
}

/** The related records of one kind that satisfy filters. */
export interface RelatedRecords {
  readonly target: RelationTarget;
  readonly filters: readonly Filter[];
}

/** Conditions of which at least one must hold. */
export interface Alternatives {
  readonly operator: "any";
  readonly filters: readonly Filter[];
}

/** Whether a filter depends on the records of other collections. */
export function isOnRelated(filter: Filter): boolean {
  if (filter.operator === "any") return filter.filters.some(isOnRelated);
  return filter.operator === "some" || filter.operator === "none";
}

/** The most values of all filters of a request. */
export const MAX_FILTER_VALUES = 100;

/** The fault of filters with too many values. */
export function tooManyValues(parameter: string, count: number): Fault {
  const message = `The filters have ${count} values; at most ${MAX_FILTER_VALUES} are allowed.`;
  return { in: "shape", parameter, code: "too_many_values", message };
}

/** A text that identifies a filter, whatever the order of its parts, which does not change the result. */
export function filterKey(filter: Filter): string {
  switch (filter.operator) {
    case "search":
      return JSON.stringify([filter.operator, filter.values.toSorted()]);
    case "changed":
      return JSON.stringify([filter.operator, filter.after]);
    case "any":
      return JSON.stringify([filter.operator, filter.filters.map(filterKey).sort()]);
    case "some":
    case "none": {
      const related = filter.related.map(({ target, filters }) => [target.view.path, filters.map(filterKey).sort()]);
      return JSON.stringify([filter.operator, filter.relation.link, related]);
    }
    default:
      return JSON.stringify([filter.property.name, filter.operator, filter.values]);
  }
}

/** A filter parameter: which property it compares, and how. */
export interface FilterParameter {
  readonly property: Property;
  readonly operator: Operator;
}

/** Every filter parameter of a view, by name. */
export const filterParameters = memoize(
  ({ properties }: View): ReadonlyMap<string, FilterParameter> => parametersOf(properties),
);

/** The filter parameters of properties, which are given by name. */
export function parametersOf(properties: ReadonlyMap<string, Property>): Map<string, FilterParameter> {
  const parameters = new Map<string, FilterParameter>();
  for (const [name, property] of properties)
    for (const operator of operatorsOf(property)) parameters.set(parameterName(name, operator), { property, operator });
  return parameters;
}

/**
 * Reads the value of a filter parameter.
 * @param subject what messages call it
 */
export function readFilter(
  parameter: string,
  { property, operator }: FilterParameter,
  text: string,
  subject = parameter,
): PropertyFilter | Fault {
  const invalid = (message: string): Fault => ({ in: "shape", parameter, code: "invalid_value", message });
  if (operator === "exists") {
    return text === "true" || text === "false"
      ? { property, operator, values: [text === "true"] }
      : invalid(`${subject} must be true or false.`);
  }
  const { kind, schema } = property.spec;
  const query = kindOf(kind).query!;
  const texts = takesList(operator) ? readList(text) : [text];
  if (!texts) {
    return invalid(`${subject} is not a comma-separated list. Put an element that contains a comma in double quotes.`);
  }
  if (texts.length > MAX_FILTER_VALUES) return tooManyValues(parameter, texts.length);
  const values = texts.map((each) => query.parse(each, schema));
  if (!values.includes(undefined)) return { property, operator, values: values as FilterValue[] };
  const each = takesList(operator) ? `Each element of ${subject}` : subject;
  return invalid(`${each} must be ${query.expected(schema)}.`);
}

/** The elements of a comma-separated list (RFC 4180 quoting); undefined if the quoting is malformed. */
export function readList(text: string): string[] | undefined {
  if (!/^(?:"(?:[^"]|"")*"|[^",]*)(?:,(?:"(?:[^"]|"")*"|[^",]*))*$/.test(text)) return undefined;
  return Array.from(text.matchAll(/(?<=^|,)(?:"((?:[^"]|"")*)"|([^",]*))(?=,|$)/g), ([, quoted, bare]) =>
    quoted === undefined ? bare! : quoted.replaceAll('""', '"'),
  );
}

/** The value to compare with: on a date-time, a date means its midnight. */
export function midnight({ spec }: Property, value: FilterValue): FilterValue {
  return comparesAs(spec.kind, "moment") && (value as string).length === 10 ? dayRange(value as string)[0] : value;
}

/** The UTC day of a date as a half-open range of date-times; `to` is undefined on the last day that can be written. */
export function dayRange(date: string): [from: string, to: string | undefined] {
  const next = nextDay(date);
  return [`${date}T00:00:00.000Z`, next && `${next}T00:00:00.000Z`];
}
