/**
 * Trigram indexes: they find the records whose texts contain all trigrams of a text, which are few more than the records that
 * contain the text itself.
 */
import { hash } from "node:crypto";
import type { Sql } from "sql-template-tag";
import { comparesAs } from "../../kinds/kinds.ts";
import { searchedProperties } from "../../query/search.ts";
import { comparedColumn } from "../../resource/column.ts";
import { isNamed } from "../../resource/named.ts";
import type { Resource } from "../../resource/resource.ts";
import { memoize } from "../../runtime/memoize.ts";

/** The trigram index of a table. */
export interface TrigramIndex {
  readonly name: string;
  readonly table: string;
  /** The columns with the folded texts. */
  readonly columns: readonly string[];
}

/** A text that a record must contain in one of some columns. */
export interface RequiredText {
  readonly columns: readonly string[];
  /** Folded. */
  readonly text: string;
}

/** What it takes to add new records. */
interface IndexSession {
  all(query: Sql): Promise<Record<string, unknown>[]>;
  send(query: Sql): void | Promise<void>;
}

/** How a database creates and reads trigram indexes. */
export interface TrigramIndexes {
  /** Statements that must run before any index is created. */
  readonly preparation: readonly string[];
  /** Statements that create an index, and fill it with the records of its table. */
  create(index: TrigramIndex): string[];
  /** Statements that drop an index by its name; its table exists. */
  drop(name: string): string[];
  /**
   * Adds the records that are new in a transaction, as one of its last steps. Undefined if the database does so by itself.
   * @param lastKey the integer key that was assigned last
   */
  readonly addNew?: (index: TrigramIndex, lastKey: number, session: IndexSession) => Promise<void>;
  /**
   * Selects the integer keys (`n`) of all records that have the required texts, and maybe of others.
   * @returns undefined if the index does not narrow them down
   */
  find(index: TrigramIndex, required: readonly RequiredText[]): Sql | undefined;
}

/** The number of characters (code points) of a trigram. */
const LENGTH = 3;

/**
 * The characters that are part of no trigram: no word of a search has one of them. There are more symbols than those of ASCII,
 * but what Unicode adds would change what an index has.
 */
const SYMBOLS = /[\0-/:-@[-`{-\x7f]+/;

const ASCII = /^[\0-\x7f]*$/;

/** The trigrams of a text, with a space after each; maybe some of them repeatedly, because that is four times as fast. */
export function trigramsIn(text: string): string {
  let trigrams = "";
  for (const run of text.split(SYMBOLS)) {
    if (run.length < LENGTH) continue;
    if (ASCII.test(run)) {
      for (let end = LENGTH; end <= run.length; end += 1) trigrams += `${run.slice(end - LENGTH, end)} `;
    } else {
      const points = Array.from(run);
      for (let end = LENGTH; end <= points.length; end += 1) trigrams += `${points.slice(end - LENGTH, end).join("")} `;
    }
  }
  return trigrams;
}

/** The names of trigram indexes; the digest tells which columns an index has. */
const NAME = /_texts_[0-9a-f]{6}$/;

/** The table of a trigram index. */
export function tableOf(name: string): string {
  return name.replace(NAME, "");
}

/** Whether an index with this name is a trigram index of the service. */
export function isTrigramIndex(name: string): boolean {
  return NAME.test(name);
}

/**
 * The trigram index of a resource; undefined if it has none. Lists of some resources are always below a parent, whose index
 * finds few records, and others are written too often: by the thousand in arrays, or with each change as the event log.
 */
export const trigramIndexOf = memoize((resource: Resource): TrigramIndex | undefined => {
  const { views, table, bulk, serialIds } = resource;
  const isListedWhole = isNamed(resource) || views.some(({ parent }) => parent === undefined);
  const keys = [...views[0]!.properties.values()].filter(({ spec }) => comparesAs(spec.kind, "key"));
  const texts = views.flatMap((view) => searchedProperties(view));
  const columns = [...new Set([...texts, ...keys].map(comparedColumn))];
  if (!isListedWhole || bulk !== undefined || serialIds || columns.length === 0) return undefined;
  return { name: `${table}_texts_${hash("sha1", columns.join(" ")).slice(0, 6)}`, table, columns };
});
