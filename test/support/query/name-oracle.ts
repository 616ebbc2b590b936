/** What `/api/search` finds among records in memory: §4.7, as plain loops. */
import { compareCodePoints } from "../http/lists.ts";
import { folded } from "./query-oracle.ts";

/** A record with a name. */
export interface Named {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  /** Its id is that of its parent. */
  readonly isSingle?: boolean;
}

/** A record that is found; `matched` if the search is approximate. */
export interface FoundName extends Named {
  readonly matched?: readonly string[];
}

/** The words of a search. */
export function wordsIn(q: string): string[] {
  return [...new Set(folded(q).match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu))];
}

/** The records that a search finds, in order. */
export function expectedNames(records: readonly Named[], q: string): FoundName[] {
  const exact = containing(records, q);
  return exact.length > 0 ? exact : similar(records, q);
}

/** The words of a name. */
function wordsOf(name: string): string[] {
  return name.split(/[\s\p{P}!-/:-@[-`{-~]+/u).filter((word) => word !== "");
}

/** Orders by numbers, then by kind and id. */
function inOrder<T extends Named>(found: readonly { readonly record: T; readonly place: number }[]): T[] {
  return found
    .toSorted(
      (a, b) =>
        a.place - b.place ||
        compareCodePoints(a.record.kind, b.record.kind) ||
        compareCodePoints(a.record.id, b.record.id),
    )
    .map(({ record }) => record);
}

function containing(records: readonly Named[], q: string): Named[] {
  const words = wordsIn(q);
  const phrase = folded(q.trim().replaceAll(/\s+/g, " "));
  const placeOf = (name: string): number => {
    if (name === phrase) return 0;
    if (name.startsWith(phrase)) return 1;
    return words.every((word) => wordsOf(name).includes(word)) ? 2 : 3;
  };
  const isNamed = ({ name }: Named) => words.every((word) => folded(name).includes(word));
  const identified = records.filter((record) => !isNamed(record) && !record.isSingle && record.id === phrase);
  return inOrder([
    ...identified.map((record) => ({ record, place: -1 })),
    ...records.filter(isNamed).map((record) => ({ record, place: placeOf(folded(record.name)) })),
  ]).map(({ isSingle, ...record }) => record);
}

function similar(records: readonly Named[], q: string): FoundName[] {
  const words = wordsIn(q);
  if (words.length > 10) return [];
  const found = records.flatMap((record) => {
    const taken = words.map((word) => nearest(word, wordsOf(record.name)));
    if (taken.some((each) => each === undefined)) return [];
    const place = taken.reduce((sum, each) => sum + each!.changes, 0);
    return [
      {
        record: {
          kind: record.kind,
          id: record.id,
          name: record.name,
          matched: [...new Set(taken.map((each) => each!.word))],
        },
        place,
      },
    ];
  });
  return inOrder(found);
}

/** The word of a name that is taken for a word of a search: one that contains it, or the first with the fewest changes. */
function nearest(word: string, candidates: readonly string[]): { word: string; changes: number } | undefined {
  let best: { word: string; changes: number } | undefined;
  for (const candidate of candidates) {
    const changes = folded(candidate).includes(word) ? 0 : changesBetween(word, folded(candidate));
    if (changes !== undefined && (!best || changes < best.changes)) best = { word: candidate, changes };
  }
  return best;
}

/** The changes between two words; undefined if they are not similar. */
function changesBetween(word: string, other: string): number | undefined {
  const [a, b] = [Array.from(word), Array.from(other)];
  if ([a, b].some((letters) => letters.length < 3 || letters.some((letter) => /\p{N}/u.test(letter)))) return undefined;
  const changes = alignmentDistance(a, b);
  return changes <= (a.length <= 5 ? 1 : 2) ? changes : undefined;
}

/** The optimal string alignment distance. */
function alignmentDistance(a: readonly string[], b: readonly string[]): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) => [i, ...b.map((_letter, j) => (i === 0 ? j + 1 : 0))]);
  const at = (i: number, j: number): number => table[i]![j]!;
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      table[i]![j] = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + (isSame ? 0 : 1),
        isSwapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
  }
  return at(a.length, b.length);
}
