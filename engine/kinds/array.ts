/** A JSON array, stored as its text. */
import type { KindSpec } from "./kind.ts";
import { object } from "./object.ts";

export const array = { ...object, schema: { type: "array" } } satisfies KindSpec;
