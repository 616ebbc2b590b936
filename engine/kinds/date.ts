/** A calendar date, `YYYY-MM-DD`, which sorts as text. */
import { isDate } from "../declare/values.ts";
import type { KindSpec } from "./kind.ts";
import { isTextKey } from "./text.ts";

const schema = { type: "string", format: "date" };

export const date = {
  schema,
  column: "text",
  isIndexed: true,
  isPlain: true,
  query: {
    compares: "date",
    parse: (text) => (isDate(text) ? text : undefined),
    expected: () => "a date, YYYY-MM-DD",
    parameter: () => ({ name: "Date", schema }),
    isKey: isTextKey,
  },
} satisfies KindSpec;
