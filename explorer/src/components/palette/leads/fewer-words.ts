/** Shorter queries, for when nothing is found. */
import { unjoined, writtenWords } from "./phrases.ts";

/** The most shorter queries that are tried. */
const MOST = 6;

/** Returns the queries with fewer words, those with the most words first; none of a single word. */
export function fewerWords(query: string): string[] {
  const words = unjoined(writtenWords(query));
  if (words.length < 2) return writtenWords(query).length > words.length ? [words.join(" ")].filter(Boolean) : [];
  const withoutOne = words.map((_, at) => unjoined(words.toSpliced(at, 1)).join(" ")).toReversed();
  return [...new Set([...withoutOne, ...words])].slice(0, MOST);
}
