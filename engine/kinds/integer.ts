/** A whole number that a double holds exactly. */
import type { KindSpec } from "./kind.ts";

const schema = { type: "integer", minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };

export const integer = {
  schema,
  column: "integer",
  query: {
    compares: "number",
    parse: (text) => (/^-?(?:0|[1-9]\d*)$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined),
    expected: () => "an integer",
    parameter: () => ({ name: "Integer", schema }),
    isKey: Number.isSafeInteger,
  },
} satisfies KindSpec;
