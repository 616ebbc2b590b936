/** The filter operators. To add one, add it here, and its SQL in `store/read/predicates.ts`. */
import type { Comparison, OrderedComparison } from "./kind.ts";

/** What a filter operator is. */
interface OperatorSpec {
  /** The fields that it applies to. */
  readonly compares: readonly Comparison[];
  /** Explains it in the documentation. */
  readonly about: string;
  /** Whether it holds for two values that are not null, in the form in which they compare. */
  holds?(actual: string, expected: string): boolean;
}

const ORDERED = ["text", "word", "number", "duration", "flag", "date", "moment"] as const satisfies OrderedComparison[];
/** Whatever equals a value. */
const SCALARS: readonly Exclude<Comparison, "array">[] = [...ORDERED, "key"];

/** The operators by the suffixes of query parameters; `equals` has none. */
export const OPERATORS = {
  equals: {
    compares: SCALARS,
    about: "Exact match, case-insensitive on text. On a date-time, a date matches the whole UTC day.",
  },
  min: { compares: ["number", "duration"], about: "At least this value.", holds: (actual, min) => actual >= min },
  max: { compares: ["number", "duration"], about: "At most this value.", holds: (actual, max) => actual <= max },
  after: {
    compares: ["date", "moment"],
    about: "Later than this date or date-time, not equal to it.",
    holds: (actual, time) => actual > time,
  },
  before: {
    compares: ["date", "moment"],
    about: "Earlier than this date or date-time, not equal to it.",
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
  not: { compares: SCALARS, about: "Anything but this value; records without a value match too." },
  not_in: {
    compares: SCALARS.filter((comparison) => comparison !== "flag"),
    about: "None of these values, separated by commas; records without a value match too.",
  },
  exists: { compares: [...ORDERED, "array"], about: "Whether it has a value; an array, an element." },
} as const satisfies Record<string, OperatorSpec>;
export type Operator = keyof typeof OPERATORS;

/** The operators that are the complement of another one. */
export const COMPLEMENTS = { not: "equals", not_in: "in" } as const satisfies Partial<Record<Operator, Operator>>;

/** Whether an operator takes a comma-separated list of values. */
export function takesList(operator: Operator): boolean {
  return operator === "in" || operator === "not_in";
}
