/** Finds the name that may have been meant by another one. */
import { closest, distance } from "fastest-levenshtein";

/** The longest name for which another one is looked for. */
const LONGEST = 64;

/** Returns the known name that differs in at most a third of the characters, or in their order; undefined if none does. */
function similarName(name: string, known: readonly string[]): string | undefined {
  if (known.length === 0 || name.length > LONGEST) return undefined;
  const given = name.toLowerCase();
  const nearest = closest(given, known);
  const isSimilar = distance(given, nearest) <= Math.max(1, Math.floor(name.length / 3));
  return isSimilar || sortLetters(given) === sortLetters(nearest) ? nearest : undefined;
}

/** Returns a sentence that names it, to append to a message; empty if no known name is similar. */
export function didYouMean(name: string, known: readonly string[]): string {
  const similar = similarName(name, known);
  return similar === undefined ? "" : ` Did you mean ${similar}?`;
}

/** Two names with the same letters differ only by transpositions. */
function sortLetters(name: string): string {
  return Array.from(name).sort().join("");
}
