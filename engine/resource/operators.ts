/** The filter operators: the suffix of each query parameter, and the kinds of fields that it applies to. */
import type { Comparison } from "../kinds/kind.ts";
import { comparesAs } from "../kinds/kinds.ts";
import type { Property } from "./resource.ts";

/** What a filter operator is. */
interface OperatorSpec {
  /** The fields that it applies to. */
  readonly compares: readonly Comparison[];
  /** Explains it in the documentation. */
  readonly about: string;
  /** Whether it holds for two values that are not null, in the form in which they compare. */
  holds?(actual: string, expected: string): boolean;
}

const SCALARS: readonly Comparison[] = ["text", "word", "number", "flag", "date", "moment"];

/** The operators by the suffixes of query parameters; `equals` has none. */
export const OPERATORS = {
  equals: {
    compares: SCALARS,
    about: "Exact match, case-insensitive on text. On a date-time, a date matches the whole UTC day.",
  },
  min: { compares: ["number"], about: "At least this number.", holds: (actual, min) => actual >= min },
  max: { compares: ["number"], about: "At most this number.", holds: (actual, max) => actual <= max },
  after: {
    compares: ["date", "moment"],
    about: "Later than this date or date-time.",
    holds: (actual, time) => actual > time,
  },
  before: {
    compares: ["date", "moment"],
    about: "Earlier than this date or date-time.",
    holds: (actual, time) => actual < time,
  },
  contains: { compares: ["text"], about: "Contains this text.", holds: (actual, part) => actual.includes(part) },
  starts_with: {
    compares: ["text"],
    about: "Starts with this text.",
    holds: (actual, part) => actual.startsWith(part),
  },
  ends_with: { compares: ["text"], about: "Ends with this text.", holds: (actual, part) => actual.endsWith(part) },
  in: {
    compares: SCALARS.filter((comparison) => comparison !== "flag"),
    about: "One of these values, separated by commas.",
  },
  exists: { compares: SCALARS, about: "Whether it has a value." },
} as const satisfies Record<string, OperatorSpec>;
export type Operator = keyof typeof OPERATORS;

/** The operators that apply to a property. */
export function operatorsOf(property: Property): Operator[] {
  if (!property.filterable) return [];
  if (property.isHiddenCount) return ["equals", "min", "max"];
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
