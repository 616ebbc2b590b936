import type { KindSpec } from "./kind.ts";
import { text } from "./text.ts";

/** An absolute address. */
export const uri = {
  ...text,
  example: () => "https://example.com/",
} satisfies KindSpec;
