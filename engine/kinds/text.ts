/** Text in any script, compared in folded case. */
import { fold, isCleanText, type Json } from "../declare/values.ts";
import type { KindSpec, QuerySpec } from "./kind.ts";

/** Whether a cursor may hold this as the value of a column of text. */
export const isTextKey = (value: unknown): boolean => typeof value === "string" && isCleanText(value);

export const TEXT_QUERY = {
  compares: "text",
  parse: fold,
  expected: () => "text",
  parameter: () => ({ name: "Text", schema: { type: "string" } }),
  isKey: isTextKey,
} satisfies QuerySpec;

/** One line of text, 1 to 200 code points in any script. */
export const text = {
  schema: { type: "string", minLength: 1, maxLength: 200, cleanText: true },
  column: "text",
  query: { ...TEXT_QUERY, comparable: (value: Json) => fold(value as string) },
} satisfies KindSpec;
