import type { KindSpec } from "./kind.ts";

/** The id of a record. */
export const id = { control: "text", example: () => "an-id" } satisfies KindSpec;
