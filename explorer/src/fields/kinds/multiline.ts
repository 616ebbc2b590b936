import type { KindSpec } from "./kind.ts";
import { text } from "./text.ts";

/** A long text, of several lines. */
export const multiline = { ...text, isWide: () => true } satisfies KindSpec;
