/** The filter operators: the suffix of each query parameter, and the kinds of fields that it applies to. */
import { INSTANT_KINDS, type Kind, TEXT_KINDS } from "../declare/field-spec.ts";
import type { Property } from "./resource.ts";

/** The suffixes of query parameters; `equals` has none. */
export type Operator =
  | "equals"
  | "min"
  | "max"
  | "after"
  | "before"
  | "contains"
  | "starts_with"
  | "ends_with"
  | "in"
  | "exists";

const NUMBERS: readonly Kind[] = ["integer", "decimal"];
const TIMES: readonly Kind[] = ["date", ...INSTANT_KINDS];
const SCALARS: readonly Kind[] = [...TEXT_KINDS, "enum", ...NUMBERS, "boolean", ...TIMES];

/** `about` explains the operator in the documentation. */
export const OPERATORS: Record<Operator, { kinds: readonly Kind[]; about: string }> = {
  equals: {
    kinds: SCALARS,
    about: "Exact match, case-insensitive on text. On a date-time, a date matches the whole UTC day.",
  },
  min: { kinds: NUMBERS, about: "At least this number." },
  max: { kinds: NUMBERS, about: "At most this number." },
  after: { kinds: TIMES, about: "Later than this date or date-time." },
  before: { kinds: TIMES, about: "Earlier than this date or date-time." },
  contains: { kinds: TEXT_KINDS, about: "Contains this text." },
  starts_with: { kinds: TEXT_KINDS, about: "Starts with this text." },
  ends_with: { kinds: TEXT_KINDS, about: "Ends with this text." },
  in: {
    kinds: SCALARS.filter((kind) => kind !== "boolean"),
    about: "One of these values, separated by commas.",
  },
  exists: { kinds: SCALARS, about: "Whether it has a value." },
};

/** The operators that apply to a property. */
export function operatorsOf(property: Property): Operator[] {
  if (!property.filterable) return [];
  if (property.isHiddenCount) return ["equals", "min", "max"];
  return (Object.keys(OPERATORS) as Operator[]).filter((operator) =>
    OPERATORS[operator].kinds.includes(property.spec.kind),
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
