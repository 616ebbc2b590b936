/** A date-time that the service sets, stored as the number of milliseconds since 1970. */
import { formatTimestamp } from "../runtime/clock.ts";
import { instant, MOMENT_QUERY } from "./instant.ts";
import type { KindSpec } from "./kind.ts";

export const timestamp = {
  schema: instant.schema,
  title: "date-time",
  column: "integer",
  stored: {
    encode: (value) => Date.parse(value as string),
    decode: (stored) => formatTimestamp(stored as number),
  },
  isIndexed: true,
  isPlain: true,
  query: { ...MOMENT_QUERY, isKey: Number.isSafeInteger },
} satisfies KindSpec;
