/**
 * The search over all collections: records whose names contain all words, best first; if there are none, those with similar words.
 * Or those with a key.
 */
import type { KeyQuery, NameQuery } from "../../query/name-search.ts";
import type { Paging } from "../../query/paging.ts";
import type { Resource } from "../../resource/resource.ts";
import type { Requester } from "../../runtime/fair-queue.ts";
import { TimeSlice } from "../../runtime/time-slice.ts";
import type { ReadSource } from "../database.ts";
import type { Dialect } from "../dialect.ts";
import { fairQueue, inTurn } from "../slow-reads.ts";
import { type Comparison, compareId, compareKey, compareSimilar, compareWords } from "./comparison.ts";
import { type NamedPage, type NamedRecord, readNamedPage } from "./named-page.ts";
import { hasSimilarWords, takenWords } from "./similar-words.ts";
import type { Vocabularies } from "./vocabularies.ts";
import type { SimilarWords } from "./vocabulary.ts";

/** A record that a search found. */
export interface FoundRecord extends NamedRecord {
  /** The words of its name that matched, if the search is approximate. */
  readonly matched?: readonly string[];
}

/** One page of what a search found. */
export interface FoundPage extends NamedPage {
  readonly records: readonly FoundRecord[];
  /** Whether no name contains all of the words, so that similar words were used. */
  readonly isApproximate: boolean;
}

/** Reads from one database. */
export class NameSearcher {
  private readonly source: ReadSource;
  private readonly dialect: Dialect;
  private readonly vocabularies: Vocabularies;
  /** Words are compared on the event loop: for one search at a time, so that together they take one slice of each tick. */
  private readonly turns = fairQueue(1);
  private readonly timeSlice = new TimeSlice();

  constructor(source: ReadSource, dialect: Dialect, vocabularies: Vocabularies) {
    this.source = source;
    this.dialect = dialect;
    this.vocabularies = vocabularies;
  }

  /**
   * Finds records by their names: first those whose name equals the phrase, then those whose name begins with it, those
   * whose name has every word as a whole word, and the others. If there are none: those with similar words, with the fewest
   * changes first. Then by resource, in the given order, and by id. Or finds them by a key that they have.
   */
  async find(
    resources: readonly Resource[],
    query: NameQuery | KeyQuery,
    paging: Paging,
    requester: Requester,
  ): Promise<FoundPage> {
    if ("filters" in query) {
      const compared = resources.map((resource) => compareKey(resource, query, this.dialect));
      return { ...(await this.read(compared, paging, requester)), isApproximate: false };
    }
    const exact = resources.flatMap((resource) => [
      compareWords(resource, query, this.dialect),
      ...compareId(resource, query, this.dialect),
    ]);
    const page = await this.read(exact, paging, requester);
    if (page.total > 0 || !hasSimilarWords(query.words)) return { ...page, isApproximate: false };
    const approximate = await this.compareSimilar(resources, query.words, requester);
    const similar = await this.read(approximate, paging, requester);
    const records = similar.records.map((record) => ({ ...record, matched: takenWords(query.words, record.name) }));
    return { ...similar, records, isApproximate: similar.total > 0 };
  }

  private read(comparisons: readonly Comparison[], paging: Paging, requester: Requester): Promise<NamedPage> {
    return readNamedPage(comparisons, paging, this.dialect, this.source.slowReader(requester));
  }

  /** The comparisons of the resources whose names have similar words. */
  private async compareSimilar(
    resources: readonly Resource[],
    words: readonly string[],
    requester: Requester,
  ): Promise<Comparison[]> {
    const comparisons: Comparison[] = [];
    for (const resource of resources) {
      const vocabulary = await this.vocabularies.of(resource, requester);
      const alternatives = new Map<string, SimilarWords>();
      await inTurn(this.turns, requester, async () => {
        for (const word of words) alternatives.set(word, await vocabulary.similarTo(word, this.timeSlice));
      });
      const similar = [...alternatives.values().flatMap((each) => each.keys())];
      if (similar.length === 0) continue;
      // Each name that is found has one of these: those that contain all words as they are would have been found before.
      const keys = vocabulary.recordsWith(similar);
      comparisons.push(compareSimilar(resource, alternatives, keys, this.dialect));
    }
    return comparisons;
  }
}
