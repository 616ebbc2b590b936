import type { KindSpec } from "./kind.ts";
import { text } from "./text.ts";

const EXAMPLE = "https://example.com/";

/** An absolute address. */
export const uri = {
  ...text,
  example: () => EXAMPLE,
  fault: (value) => (URL.canParse(value) ? undefined : `An absolute address is required, such as ${EXAMPLE}.`),
} satisfies KindSpec;
