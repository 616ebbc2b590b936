/** `search`: words that must all occur in the texts of a record. */
import { fold } from "../declare/values.ts";
import type { Fault } from "../problem.ts";
import type { Property, View } from "../resource/resource.ts";
import { memoize } from "../runtime/memoize.ts";

/** A condition on the texts of a record: each of the words occurs in at least one of them. */
export interface SearchFilter {
  readonly operator: "search";
  readonly properties: readonly Property[];
  /** The words, folded, each once. If there are none, no record matches. */
  readonly values: readonly string[];
}

/** A word: letters and digits of any script, with the marks that follow them. All other characters separate words. */
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;

/** The most words of one search. */
const MAX_WORDS = 100;

/** The words of a text, folded, each once. */
function wordsOf(text: string): string[] {
  return [...new Set(fold(text).match(WORD))];
}

/** Reads the words of a parameter; a fault if they are too many. */
export function readWords(parameter: string, text: string): readonly string[] | Fault {
  const words = wordsOf(text);
  if (words.length <= MAX_WORDS) return words;
  const message = `${parameter} has ${words.length} words; at most ${MAX_WORDS} are allowed.`;
  return { in: "shape", parameter, code: "too_many_values", message };
}

/** The properties of a view that `search` covers: every text that representations show as it is stored. */
export const searchedProperties = memoize((view: View): readonly Property[] =>
  [...view.properties.values()].filter(
    ({ spec, shown, filterable, computed }) => spec.kind === "text" && shown && filterable && !computed,
  ),
);

/** Reads `search`. Unlike symbols, which find nothing, an empty value is a fault. */
export function readSearch(view: View, text: string): SearchFilter | Fault {
  if (text === "") {
    const message = "search must not be empty: it takes the words to find.";
    return { in: "shape", parameter: "search", code: "invalid_value", message };
  }
  const words = readWords("search", text);
  return "code" in words ? words : { operator: "search", properties: searchedProperties(view), values: words };
}
