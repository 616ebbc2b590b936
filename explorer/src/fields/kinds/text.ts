import type { KindSpec } from "./kind.ts";

/** A text of one line. */
export const text = {
  column: "clip",
  control: "text",
  operator: "contains",
  example: ({ label }) => label,
} satisfies KindSpec;
