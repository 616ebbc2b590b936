import type { KindSpec } from "./kind.ts";

/** Any JSON. */
export const json = { column: "clip", control: "text", example: () => ({}), isWide: () => true } satisfies KindSpec;
