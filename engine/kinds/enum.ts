/** One of some words, which are compared in any case. */
import type { Schema } from "../declare/schema.ts";
import { formatList } from "../problem.ts";
import type { KindSpec } from "./kind.ts";
import { isTextKey } from "./text.ts";

const wordsOf = (schema: Schema): readonly string[] => schema.enum as string[];

export const enumeration = {
  schema: { type: "string" },
  column: "text",
  isIndexed: true,
  query: {
    compares: "word",
    parse: (text, schema) => wordsOf(schema).find((word) => word.toLowerCase() === text.toLowerCase()),
    expected: (schema) => `one of ${formatList(wordsOf(schema))}`,
    parameter: (schema) => ({ schema: { type: "string", enum: schema.enum } }),
    isKey: isTextKey,
  },
} satisfies KindSpec;
