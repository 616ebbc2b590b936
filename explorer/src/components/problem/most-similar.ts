/** Ranks records by how much their ids and names are like an id. */
import { distance } from "fastest-levenshtein";

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
  return candidates
    .map((record) => ({ record, edits: Math.min(distance(id, record.id), distance(id, slugOf(record.name))) }))
    .filter(({ record, edits }) => record.id.includes(id) || edits <= Math.max(id.length, record.id.length) / 2)
    .sort((a, b) => a.edits - b.edits)
    .slice(0, SHOWN)
    .map(({ record }) => record);
}

function slugOf(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");
}
