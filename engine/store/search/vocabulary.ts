/** The vocabulary of a collection: the words of its names, in memory, to find those that are similar to a word. */
import { fold } from "../../declare/values.ts";
import { NAME } from "../../resource/named.ts";
import type { TimeSlice } from "../../runtime/time-slice.ts";
import type { Followable } from "../changes/kept.ts";
import type { RowChange } from "../changes/row-changes.ts";
import { countChanges, lettersOf } from "./edit-distance.ts";
import { IntegerLists } from "./integer-lists.ts";
import { maxChanges, wordsOfName } from "./similar-words.ts";

/** The most words of a vocabulary, of some 100 bytes each. Those of the oldest records are kept. */
const MAX_WORDS = 250_000;
/** The most records that are kept for one word, and for all words, of 8 bytes each. */
const MAX_RECORDS_OF_WORD = 2_000;
const MAX_RECORDS = 1_000_000;
/** When more names have been added, the vocabulary is read again: words that no name has any more stay until then. */
const MAX_ADDED = 10_000;
/** The most words that are tried instead of a word. */
const MAX_SIMILAR = 100;
/** How many words are compared between two looks at the clock. */
const WORDS_PER_LOOK = 2_000;

/** Words that are similar to a word, each with the number of its letters that differ. */
export type SimilarWords = ReadonlyMap<string, number>;

/** The words of one length. Each has an index. */
interface WordsOfLength {
  /** The index of each word. There is a map for each length, because a large one takes long to grow. */
  readonly indexes: Map<string, number>;
  readonly words: string[];
  /** A bit for each letter of a word: they are compared first, because they are read in sequence. */
  readonly bits: number[];
  /** The list of records of each word. */
  readonly lists: number[];
}

const noWords = (): WordsOfLength => ({ indexes: new Map(), words: [], bits: [], lists: [] });

/** The words of the names of one collection, and maybe of earlier names. */
export class Vocabulary implements Followable {
  version: number;
  /** The words by the number of their letters. */
  private readonly byLength = new Map<number, WordsOfLength>();
  /** The integer keys of the records with each word. */
  private readonly records = new IntegerLists();
  /** The length of each list; infinity if it does not have all records. */
  private readonly counts: number[] = [];
  private added = 0;

  constructor(version: number) {
    this.version = version;
  }

  /** Whether no more words are added. */
  get isFull(): boolean {
    return this.counts.length >= MAX_WORDS;
  }

  /** Adds the words of a name. @param n the integer key of its record @param name folded */
  add(n: number, name: string): void {
    for (const word of wordsOfName(name)) {
      const list = this.listOf(word) ?? this.create(word);
      if (list === undefined) continue;
      const isKept = this.counts[list]! < MAX_RECORDS_OF_WORD && this.records.length < MAX_RECORDS;
      if (isKept) this.records.add(list, n);
      this.counts[list] = isKept ? this.counts[list]! + 1 : Number.POSITIVE_INFINITY;
    }
  }

  follow(changes: readonly RowChange[], version: number): boolean {
    const wasFull = this.isFull;
    for (const { before, after } of changes) {
      if (!after || after[NAME] === null || after[NAME] === before?.[NAME]) continue;
      this.add(after.n, fold(after[NAME] as string));
      this.added += 1;
    }
    this.version = version;
    return this.added <= MAX_ADDED && this.isFull === wasFull;
  }

  /** The words in which a few letters differ from a word: those with the fewest changes, if there are too many. */
  async similarTo(word: string, timeSlice: TimeSlice): Promise<SimilarWords> {
    const [letters, most] = [lettersOf(word), maxChanges(word)];
    const bits = bitsOf(letters);
    let similar: [string, number][] = [];
    let compared = 0;
    await timeSlice.yieldIfOver();
    for (let length = letters.length - most; most > 0 && length <= letters.length + most; length += 1) {
      const { words, bits: allBits } = this.byLength.get(length) ?? noWords();
      for (let index = 0; index < words.length; index += 1) {
        compared += 1;
        if (compared % WORDS_PER_LOOK === 0) await timeSlice.yieldIfOver();
        // A change adds one letter at most, and takes one away.
        if (countBits(bits ^ allBits[index]!) > 2 * most) continue;
        const text = words[index]!;
        const changes = countChanges(letters, lettersOf(text), most);
        // A word that contains the other one is found anyway.
        if (changes > most || text.includes(word)) continue;
        similar.push([text, changes]);
        if (similar.length > 2 * MAX_SIMILAR) similar = mostSimilar(similar);
      }
    }
    return new Map(mostSimilar(similar));
  }

  /** The integer keys of all records with one of some of its words, and maybe of others; undefined if they are too many. */
  recordsWith(words: Iterable<string>): number[] | undefined {
    const keys = new Set<number>();
    for (const word of words) {
      const list = this.listOf(word)!;
      if (this.counts[list] === Number.POSITIVE_INFINITY) return undefined;
      for (const key of this.records.values(list)) keys.add(key);
      if (keys.size > MAX_RECORDS_OF_WORD) return undefined;
    }
    return [...keys];
  }

  private listOf(word: string): number | undefined {
    const { indexes, lists } = this.byLength.get(lettersOf(word).length) ?? noWords();
    const index = indexes.get(word);
    return index === undefined ? undefined : lists[index];
  }

  /** Adds a word that may be similar to others, unless there are too many. Returns its list. */
  private create(word: string): number | undefined {
    if (this.isFull || maxChanges(word) === 0) return undefined;
    const letters = lettersOf(word);
    const ofLength = this.byLength.get(letters.length) ?? noWords();
    this.byLength.set(letters.length, ofLength);
    // A copy, because V8 keeps a long text in memory as long as a part of it.
    const copy = Buffer.from(word).toString();
    const list = this.records.create();
    this.counts.push(0);
    ofLength.indexes.set(copy, ofLength.words.push(copy) - 1);
    ofLength.bits.push(bitsOf(letters));
    ofLength.lists.push(list);
    return list;
  }
}

function mostSimilar(similar: [string, number][]): [string, number][] {
  const compare = ([one, changes]: [string, number], [other, otherChanges]: [string, number]): number =>
    changes - otherChanges || (one < other ? -1 : 1);
  return similar.sort(compare).slice(0, MAX_SIMILAR);
}

/** A bit for each letter; some letters share one. */
function bitsOf(letters: readonly number[]): number {
  return letters.reduce((bits, letter) => bits | (1 << (letter % 30)), 0);
}

function countBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
