/** The keys of an array's elements, by which lists are filtered: in a column, each is between two line feeds, folded. */
import { fold, type Json } from "../declare/values.ts";
import type { KindSpec } from "./kind.ts";
import { TEXT_QUERY } from "./text.ts";

const SEPARATOR = "\n";

/** A key without the separator. */
function escaped(key: string): string {
  return key.replace(/[\\\n]/g, (character) => (character === SEPARATOR ? "\\n" : "\\\\"));
}

export const key = {
  schema: { type: "string" },
  column: "text",
  query: {
    ...TEXT_QUERY,
    compares: "key",
    parse: (text, { pattern = "" }) => (new RegExp(pattern as string).test(text) ? fold(text) : undefined),
    expected: ({ title = "text" }) => title as string,
    parameter: ({ pattern }) => (pattern ? { schema: { type: "string", pattern } } : TEXT_QUERY.parameter()),
  },
} satisfies KindSpec;

/** Keys as a column holds them; null if there are none. */
export function joinKeys(keys: readonly string[]): Json {
  return keys.length === 0 ? null : SEPARATOR + keys.map((each) => escaped(fold(each)) + SEPARATOR).join("");
}

/**
 * The part of a joined key by which few records are found: the last one, which the fewest have, unless it is too short for an
 * index of three letters in a row.
 */
export function searchedPart(joined: string): string {
  const last = joined.slice(Math.max(joined.lastIndexOf(":"), 0));
  return /[\p{L}\p{N}]{3}/u.test(last) ? last : joined;
}

/** What a column with a key contains. @param folded the key */
export function joinedKey(folded: string): string {
  return SEPARATOR + escaped(folded) + SEPARATOR;
}
