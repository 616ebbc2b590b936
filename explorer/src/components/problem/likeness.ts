/** How alike ids and names are. */

/** A record that may have been meant. */
export interface Near {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  /** What it is: `moon`. */
  readonly noun: string;
}

/** How many are shown. */
const SHOWN = 5;
/** With fewer characters, everything is alike. */
const LEAST = 3;

/** The id, its words from the longest on, and how it begins. */
export function partsOf(id: string): string[] {
  const words = id.split("-").sort((a, b) => b.length - a.length);
  const parts = [id, id.slice(0, -1), ...words, id.slice(0, LEAST)].filter((part) => part.length >= LEAST);
  return [...new Set(parts)];
}

/** Those that take the fewest changes, at most half of their characters, or have all of the id in theirs. */
export function nearest(id: string, found: readonly Near[]): Near[] {
  const changes = (near: Near) => Math.min(changesBetween(id, near.id), changesBetween(id, slugOf(near.name)));
  return found
    .map((near) => ({ near, far: changes(near) }))
    .filter(({ near, far }) => near.id.includes(id) || far <= Math.max(id.length, near.id.length) / 2)
    .sort((a, b) => a.far - b.far)
    .slice(0, SHOWN)
    .map(({ near }) => near);
}

function slugOf(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");
}

/** How many characters to insert, remove or replace (Levenshtein distance). */
function changesBetween(a: string, b: string): number {
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
