/** A JSON object, stored as its text. */
import type { Json } from "../declare/values.ts";
import { parseJson } from "../runtime/json.ts";
import type { KindSpec } from "./kind.ts";

export const object = {
  schema: { type: "object" },
  column: "text",
  stored: { encode: (value) => JSON.stringify(value), decode: (stored) => parseJson(stored as string) as Json },
} satisfies KindSpec;
