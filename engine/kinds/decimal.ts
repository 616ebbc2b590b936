/** A double (IEEE 754 binary64). */
import type { KindSpec } from "./kind.ts";

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

export const decimal = {
  schema: { type: "number" },
  column: "double",
  query: {
    compares: "number",
    parse: (text) => (NUMBER.test(text) && Number.isFinite(Number(text)) ? Number(text) : undefined),
    expected: () => "a number",
    parameter: () => ({ name: "Number", schema: { type: "number", format: "double" } }),
    isKey: (value) => typeof value === "number",
  },
} satisfies KindSpec;
