/** A date-time as of RFC 3339 that clients write, in UTC and up to nanoseconds. */
import { isDate, type Json, normalizeInstant } from "../declare/values.ts";
import type { KindSpec, QuerySpec } from "./kind.ts";
import { isTextKey } from "./text.ts";

/** Drops the `Z` of a date-time, so that fractions of any length compare as text. */
export const withoutZone = (value: Json): string => (value as string).slice(0, -1);

export const MOMENT_QUERY = {
  compares: "moment",
  parse: (text) => (isDate(text) ? text : normalizeInstant(text)),
  expected: () => "a date, YYYY-MM-DD, or an RFC 3339 date-time (with + written as %2B)",
  parameter: () => ({
    name: "Time",
    schema: {
      anyOf: [
        { type: "string", format: "date" },
        { type: "string", format: "date-time" },
      ],
    },
  }),
  comparable: withoutZone,
  isKey: isTextKey,
} satisfies QuerySpec;

export const instant = {
  schema: { type: "string", format: "date-time" },
  title: "date-time",
  column: "text",
  stored: { encode: withoutZone, decode: (stored) => `${stored}Z` },
  isIndexed: true,
  isPlain: true,
  normalize: (written) => normalizeInstant(written as string) ?? written,
  query: MOMENT_QUERY,
} satisfies KindSpec;
