import type { KindSpec } from "./kind.ts";

/** Yes or no. */
export const boolean = {
  control: "boolean",
  text: (value) => ({ true: "yes", false: "no" })[value] ?? value,
  example: () => false,
  empty: false,
} satisfies KindSpec;
