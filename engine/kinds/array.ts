/** A JSON array, stored as its text. An array without elements has no value. */
import type { KindSpec } from "./kind.ts";
import { object } from "./object.ts";

export const array = {
  ...object,
  schema: { type: "array" },
  query: {
    compares: "array",
    parse: () => undefined,
    expected: () => "an array",
    parameter: () => ({ schema: { type: "array" } }),
    isKey: () => false,
  },
} satisfies KindSpec;

/** What a column of arrays holds of one without elements. */
export const EMPTY_ARRAY = array.stored.encode([]);
