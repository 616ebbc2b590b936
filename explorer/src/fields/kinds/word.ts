import { words } from "../../../../kit/description/words.ts";
import type { KindSpec } from "./kind.ts";

/** One word of several: of an enum, or the state of a lifecycle. */
export const word = {
  control: "choices",
  operator: "in",
  text: (value) => words(value),
  example: ({ values }) => values[0],
} satisfies KindSpec;
