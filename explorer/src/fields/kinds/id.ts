import type { KindSpec } from "./kind.ts";

const MESSAGE =
  "An id has up to 64 lowercase letters, digits, hyphens, dots and underscores; it begins with a letter or digit.";

/** The id of a record. */
export const id = {
  control: "text",
  example: () => "an-id",
  fault: (value, { schema }) => (new RegExp(String(schema.pattern ?? ""), "u").test(value) ? undefined : MESSAGE),
} satisfies KindSpec;
