/** How a search compares the names of one resource, or a key of its records, as SQL. */
import sql, { join, raw, type Sql } from "sql-template-tag";
import type { KeyQuery, NameQuery } from "../../query/name-search.ts";
import { keyColumn } from "../../resource/column.ts";
import { comparedName } from "../../resource/named.ts";
import type { Resource } from "../../resource/resource.ts";
import type { Dialect } from "../dialect.ts";
import { filterPredicates } from "../read/predicates.ts";
import { startsWith } from "../read/prefixes.ts";
import { quoteIdentifier } from "../tables.ts";
import { requiredTexts } from "./candidates.ts";
import type { RequiredText } from "./trigrams.ts";
import type { SimilarWords } from "./vocabulary.ts";

/** How the names of a resource are compared. */
export interface Comparison {
  readonly resource: Resource;
  /** The records that are found satisfy all of these. */
  readonly predicates: readonly Sql[];
  /** The rank of a record that is found, the lowest first. */
  readonly place: Sql;
  /** Texts that names contain if they are found. */
  readonly required: readonly RequiredText[];
  /** Integer keys that include those of all records found, if known and few. */
  readonly keys?: readonly number[] | undefined;
}

/** Finds names that contain all words: first the whole name, then its beginning, whole words, and parts of words. */
export function compareWords(resource: Resource, { words, phrase }: NameQuery, dialect: Dialect): Comparison {
  const column = comparedName(resource);
  const name = quoteIdentifier(column);
  const hasWords = words.map((word) => dialect.hasWord(name, [word]));
  const place = sql`CASE WHEN ${name} = ${phrase} THEN 0 WHEN ${startsWith(name, phrase)} THEN 1 WHEN ${join(hasWords, " AND ")} THEN 2 ELSE 3 END`;
  return {
    resource,
    predicates: words.map((word) => dialect.contains(name, word)),
    place,
    required: words.map((text) => ({ columns: [column], text })),
  };
}

/** Finds the record that has the text as its id, whatever its name is: it comes first. */
export function compareId(resource: Resource, { words, id }: NameQuery, dialect: Dialect): Comparison[] {
  // The id of a one-to-one is its parent's.
  if (id === undefined || resource.kind !== "collection" || resource.serialIds) return [];
  const name = quoteIdentifier(comparedName(resource));
  const isNamed = join(
    words.map((word) => dialect.contains(name, word)),
    " AND ",
  );
  const hasId = sql`${quoteIdentifier(keyColumn(resource))} = ${id}`;
  return [{ resource, predicates: [hasId, sql`NOT (${isNamed})`], place: sql`-1`, required: [] }];
}

/** Finds the record with a key. */
export function compareKey(resource: Resource, { filters }: KeyQuery, dialect: Dialect): Comparison {
  const filter = [filters.get(resource)!];
  const predicates = filterPredicates(resource, filter, dialect);
  return { resource, predicates, place: sql`0`, required: requiredTexts(filter) };
}

/**
 * Finds names that contain each word, or have a similar one: those with the fewest changes first.
 * @param alternatives the words, each with those of names that are similar
 * @param keys of all records whose names have a similar word
 */
export function compareSimilar(
  resource: Resource,
  alternatives: ReadonlyMap<string, SimilarWords>,
  keys: readonly number[] | undefined,
  dialect: Dialect,
): Comparison {
  const name = quoteIdentifier(comparedName(resource));
  const compared = [...alternatives].map(([word, similar]) => {
    const contains = dialect.contains(name, word);
    const others = [...Map.groupBy(similar.keys(), (other) => similar.get(other)!)];
    const cases = others.map(([changes, same]) => sql`WHEN ${dialect.hasWord(name, same)} THEN ${raw(`${changes}`)}`);
    const predicate =
      similar.size === 0 ? contains : sql`(${contains} OR ${dialect.hasWord(name, [...similar.keys()])})`;
    return { predicate, changes: sql`CASE ${join([sql`WHEN ${contains} THEN 0`, ...cases], " ")} END` };
  });
  return {
    resource,
    predicates: compared.map(({ predicate }) => predicate),
    place: join(
      compared.map(({ changes }) => changes),
      " + ",
    ),
    required: [],
    keys,
  };
}
