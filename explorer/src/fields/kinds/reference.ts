import type { KindSpec } from "./kind.ts";

/** The id of another record. */
export const reference = {
  control: "record",
  text: (value, field, nameOf) => nameOf(field, value) ?? value,
  example: () => "an-id",
} satisfies KindSpec;
