import { dateText } from "../../units.ts";
import { DAY, dateNotation } from "../dates/typed-date.ts";
import type { KindSpec } from "./kind.ts";

/** A calendar date. */
export const date = {
  column: "day",
  control: "typed",
  operator: "after",
  notation: dateNotation(DAY),
  text: (value) => dateText(value),
  example: () => "2000-01-31",
} satisfies KindSpec;
