/** Compares ids and names by their edit distance. */

/** A record that may have been meant. */
export interface SimilarRecord {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  /** The noun of its kind: `moon`. */
  readonly noun: string;
}

/** The number of records shown. */
const SHOWN = 5;
/** With fewer characters, everything is alike. */
const LEAST = 3;

/** Returns the id, its words from the longest on, and its first characters. */
export function partsOf(id: string): string[] {
  const words = id.split("-").sort((a, b) => b.length - a.length);
  const parts = [id, id.slice(0, -1), ...words, id.slice(0, LEAST)].filter((part) => part.length >= LEAST);
  return [...new Set(parts)];
}

/**
 * Returns the records with the smallest edit distance, at most half of the characters, or with all of the id in theirs.
 */
export function mostSimilar(id: string, candidates: readonly SimilarRecord[]): SimilarRecord[] {
  const distanceTo = (record: SimilarRecord) =>
    Math.min(editDistance(id, record.id), editDistance(id, slugOf(record.name)));
  return candidates
    .map((record) => ({ record, distance: distanceTo(record) }))
    .filter(({ record, distance }) => record.id.includes(id) || distance <= Math.max(id.length, record.id.length) / 2)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, SHOWN)
    .map(({ record }) => record);
}

function slugOf(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");
}

/** Returns how many characters to insert, remove or replace (Levenshtein distance). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}
