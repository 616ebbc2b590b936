/** The id of another record. */
import { ID_QUERY } from "./id.ts";
import type { KindSpec } from "./kind.ts";

export const reference = {
  schema: { type: "string", minLength: 1, maxLength: 64, cleanText: true },
  column: "text",
  isIndexed: true,
  isPlain: true,
  query: ID_QUERY,
} satisfies KindSpec;
