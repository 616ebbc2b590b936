/** True or false, stored as 1 or 0. */
import type { KindSpec } from "./kind.ts";

export const boolean = {
  schema: { type: "boolean" },
  column: "flag",
  stored: {
    encode: (value) => (value ? 1 : 0),
    decode: (stored) => stored === 1 || stored === true,
  },
  query: {
    compares: "flag",
    parse: (text) => (text === "true" ? true : text === "false" ? false : undefined),
    expected: () => "true or false",
    parameter: () => ({ name: "Boolean", schema: { type: "boolean" } }),
    isKey: (value) => value === 0 || value === 1,
  },
} satisfies KindSpec;
