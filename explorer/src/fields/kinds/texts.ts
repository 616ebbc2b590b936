import { matrixOf } from "../../description/choices.ts";
import type { KindSpec } from "./kind.ts";

/** A list of texts. */
export const texts = {
  column: "clip",
  control: "text",
  example: ({ label }) => [label],
  empty: [],
  isWide: (_, { choices }) => matrixOf(choices) !== undefined,
} satisfies KindSpec;
