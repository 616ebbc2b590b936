/** The query parameters of lists, those of filters among them. */
import { comparesAs, isOrdered } from "../kinds/kinds.ts";
import { OPERATORS, type Operator } from "../kinds/operators.ts";
import type { Property, View } from "./resource.ts";

/** The operators that apply to a property. */
export function operatorsOf(property: Property): Operator[] {
  if (!property.filterable) return [];
  return (Object.keys(OPERATORS) as Operator[]).filter((operator) =>
    comparesAs(property.spec.kind, ...OPERATORS[operator].compares),
  );
}

/** Whether lists can be sorted by a property. */
export function isSortable({ filterable, spec }: Property): boolean {
  return filterable && isOrdered(spec.kind);
}

/** The query parameter for an operator on a property. */
export function parameterName(property: string, operator: Operator): string {
  return operator === "equals" ? property : `${property}_${operator}`;
}

/** The parameter that asks about the past. */
export const AS_OF = "as_of";

/** The parameter that asks what has changed. */
export const CHANGED_SINCE = "changed_since";

/** The parameter that asks which records were deleted, beside those that have changed. */
export const INCLUDE_DELETED = "include_deleted";

/** How many deleted records a response names at most. */
export const MOST_DELETED = 1_000;

/** Those that only records with a history have. */
const OF_HISTORY: readonly string[] = [AS_OF, CHANGED_SINCE, INCLUDE_DELETED];

/** The query parameters of lists, besides their filters. */
export const LIST_PARAMETERS: readonly string[] = [
  "page",
  "limit",
  "sort",
  "sort_by",
  "order",
  "filter",
  "fields",
  "include",
  "search",
  "cursor",
  "group_by",
  "measure",
  "format",
  ...OF_HISTORY,
];

const PRESENT_PARAMETERS = LIST_PARAMETERS.filter((name) => !OF_HISTORY.includes(name));

/** Those of the lists of a view. */
export function listParametersOf({ resource }: View): readonly string[] {
  return resource.hasHistory ? LIST_PARAMETERS : PRESENT_PARAMETERS;
}

/** Names that no field may have, so that the query parameters of every list stay unambiguous. */
export const RESERVED_PARAMETERS: readonly string[] = [...LIST_PARAMETERS, "cascade"];
