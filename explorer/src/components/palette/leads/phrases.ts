/** The names of lists and values within a query. */
import type { View } from "../../../../../kit/description/model.ts";
import { words } from "../../../../../kit/description/words.ts";
import { wordsIn } from "../matches.ts";

/** Words that join others: `moons of Jupiter`, `Jupiter’s moons`. */
const JOINING = new Set([
  ...["a", "about", "an", "and", "at", "by", "during", "for", "from", "in", "is", "of", "on", "s", "that", "the"],
  ...["to", "was", "were", "with"],
]);

/** Returns the words of a text as they are written. */
export function writtenWords(text: string): string[] {
  return text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

/** Returns what a list is called: `moon`, `moons`. Below a record, one that is named for its other side has only the plural. */
export function namesOf({ kind, noun, heading, plural, path }: View): string[] {
  const segment = path.split("/").at(-1)!;
  const one = kind === "reverse" ? [] : [noun, `${noun}s`];
  return [...new Set([...one, heading, words(plural), words(segment)].map((name) => wordsIn(name).join(" ")))];
}

/** Returns the words of a query besides a phrase at its beginning or end, without those that join; undefined if it has none. */
export function wordsBeside(typed: readonly string[], phrases: readonly string[]): string[] | undefined {
  const query = unjoined(typed);
  const rests = phrases.flatMap((phrase) => {
    const { length } = phrase.split(" ");
    const isPhrase = (some: readonly string[]) => wordsIn(some.join(" ")).join(" ") === phrase;
    if (isPhrase(query.slice(0, length))) return [query.slice(length)];
    return isPhrase(query.slice(-length)) ? [query.slice(0, -length)] : [];
  });
  const [shortest] = rests.toSorted((one, other) => one.length - other.length);
  return shortest && unjoined(shortest);
}

/** Removes words that join from both ends. */
export function unjoined(query: readonly string[]): string[] {
  const joins = (word: string) => JOINING.has(word.toLowerCase());
  const first = query.findIndex((word) => !joins(word));
  return first < 0 ? [] : query.slice(first, query.findLastIndex((word) => !joins(word)) + 1);
}
