/** The query parameters of lists, those of filters among them. */
import { comparesAs } from "../kinds/kinds.ts";
import { OPERATORS, type Operator } from "../kinds/operators.ts";
import type { Property } from "./resource.ts";

/** The operators that apply to a property. */
export function operatorsOf(property: Property): Operator[] {
  if (!property.filterable) return [];
  return (Object.keys(OPERATORS) as Operator[]).filter((operator) =>
    comparesAs(property.spec.kind, ...OPERATORS[operator].compares),
  );
}

/** The query parameter for an operator on a property. */
export function parameterName(property: string, operator: Operator): string {
  return operator === "equals" ? property : `${property}_${operator}`;
}

/** The query parameters of every list, besides its filters. */
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
];

/** Names that no field may have, so that the query parameters of every list stay unambiguous. */
export const RESERVED_PARAMETERS: readonly string[] = [...LIST_PARAMETERS, "cascade"];
