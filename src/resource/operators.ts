/** The filter operators of the query language: the suffix of the parameter, and the kinds of field that take it. */
import { type Kind, TEXT_KINDS } from "../declare/field-spec.ts";
import type { Property } from "./resource.ts";

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
const TIMES: readonly Kind[] = ["date", "instant"];
const SCALARS: readonly Kind[] = [...TEXT_KINDS, "enum", ...NUMBERS, "boolean", ...TIMES];

/** Each operator with its kinds and what it means, for the documentation. */
export const OPERATORS: Record<Operator, { kinds: readonly Kind[]; about: string }> = {
  equals: {
    kinds: SCALARS,
    about: "Exact match; without regard to case on text, the whole UTC day for a date on a date-time.",
  },
  min: { kinds: NUMBERS, about: "At least this number." },
  max: { kinds: NUMBERS, about: "At most this number." },
  after: { kinds: TIMES, about: "Later than this date or date-time." },
  before: { kinds: TIMES, about: "Earlier than this date or date-time." },
  contains: { kinds: TEXT_KINDS, about: "Contains this literal text." },
  starts_with: { kinds: TEXT_KINDS, about: "Starts with this literal text." },
  ends_with: { kinds: TEXT_KINDS, about: "Ends with this literal text." },
  in: { kinds: SCALARS.filter((kind) => kind !== "boolean"), about: "Equals one of a comma-separated list." },
  exists: { kinds: SCALARS, about: "`true`: has a value; `false`: has none." },
};

/** The operators that a property takes. */
export function operatorsOf(property: Property): Operator[] {
  if (!property.filterable) return [];
  if (property.isHiddenCount) return ["equals", "min", "max"];
  return (Object.keys(OPERATORS) as Operator[]).filter((operator) =>
    OPERATORS[operator].kinds.includes(property.spec.kind),
  );
}

/** The query parameter of an operator on a property. */
export function parameterName(property: string, operator: Operator): string {
  return operator === "equals" ? property : `${property}_${operator}`;
}

/** Parameters that every list answers to, besides its own filters. */
export const LIST_PARAMETERS: readonly string[] = [
  "page",
  "limit",
  "sort",
  "sort_by",
  "order",
  "filter",
  "fields",
  "cursor",
];

/** Names of parameters that no resource may give to a field; a list that is asked for any other of them does not know it. */
export const RESERVED_PARAMETERS: readonly string[] = [...LIST_PARAMETERS, "include", "search", "cascade"];
