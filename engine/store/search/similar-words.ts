/** Words that may have been meant by others, which no name contains. */
import { fold } from "../../declare/values.ts";
import { countChanges, lettersOf } from "./edit-distance.ts";

/** What separates the words of a name, besides spaces: other white space, the symbols of ASCII, and frequent punctuation. */
export const SEPARATORS = "\t\n\r\u00a0\u2009\u202f\u3000!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~–—‘’“”„«»…·・。、「」（）";

const ESCAPED = SEPARATORS.replace(/[\\\]^-]/g, "\\$&");
const SEPARATOR = new RegExp(`[ ${ESCAPED}]+`);

/** Words of a search with more words stay as they are. */
const MAX_WORDS = 10;

/** Shorter words stay as they are, and so do words with a digit. */
const MIN_LETTERS = 3;
const DIGIT = /\p{N}/u;
/** A word with more letters may differ in two. */
const SHORT = 5;

/** The words of a name. */
export function wordsOfName(name: string): string[] {
  return name.split(SEPARATOR).filter((word) => word !== "");
}

/** A pattern of names that have one of some words. These have no character that is special in a pattern: those separate words. */
export function patternOfWords(words: readonly string[]): RegExp {
  return new RegExp(`(?<![^ ${ESCAPED}])(?:${words.join("|")})(?![^ ${ESCAPED}])`);
}

/** The number of letters in which a word of a name may differ from a word of a search; 0 if it must not, or must be none. */
export function maxChanges(word: string): number {
  const { length } = lettersOf(word);
  if (length < MIN_LETTERS || DIGIT.test(word)) return 0;
  return length <= SHORT ? 1 : 2;
}

/** Whether similar words are tried for words that no name contains. */
export function hasSimilarWords(words: readonly string[]): boolean {
  return words.length <= MAX_WORDS && words.some((word) => maxChanges(word) > 0);
}

/** The words of a name that match those of a search: the first that contains each, otherwise the most similar one. */
export function takenWords(words: readonly string[], name: string): string[] {
  const candidates = wordsOfName(name).map((word) => ({ word, folded: fold(word) }));
  const taken = words.map((word) => {
    const changes = candidates.map(({ folded }) => changesTo(word, folded));
    return candidates[changes.indexOf(Math.min(...changes))]!.word;
  });
  return [...new Set(taken)];
}

/** The number of letters in which a word of a name differs from one of a search, which it may contain; infinite if too many. */
function changesTo(word: string, other: string): number {
  if (other.includes(word)) return 0;
  const most = maxChanges(word);
  if (most === 0 || maxChanges(other) === 0) return Number.POSITIVE_INFINITY;
  const changes = countChanges(lettersOf(word), lettersOf(other), most);
  return changes > most ? Number.POSITIVE_INFINITY : changes;
}
