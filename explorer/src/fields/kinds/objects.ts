import type { KindSpec } from "./kind.ts";

/** A list of objects. */
export const objects = {
  column: "clip",
  control: "text",
  example: () => [],
  empty: [],
  isWide: (value) => (value as unknown[]).length > 0,
} satisfies KindSpec;
