/** Records whose ids or names are like one that does not exist. */

import { NotFound } from "../../../../client/index.ts";
import type { Description, View } from "../../../../kit/description/model.ts";
import { pathAbove } from "../../../../kit/description/paths.ts";
import { type Data, get } from "../../requests/queries.ts";
import { mostSimilar, partsOf, type SimilarRecord } from "./most-similar.ts";

/** The number of records looked at. */
const LOOKED_AT = 100;

/**
 * Reads the records most like the one at a path that does not exist, or the one above it that does not exist either.
 */
export async function similarTo(path: string, description: Description, signal: AbortSignal): Promise<SimilarRecord[]> {
  const place = description.at(path);
  if (!place) return [];
  const id = (place.ids.at(-1) ?? "").toLowerCase();
  if (place.view.kind === "single") return similarTo(pathAbove(path), description, signal);
  const list = pathAbove(path);
  try {
    const siblings = await idsLike(id, list, place.view, signal);
    const others = siblings.length > 0 ? [] : await namesLike(id, description, signal);
    return mostSimilar(id, [...siblings, ...others]);
  } catch (error) {
    const above = pathAbove(list);
    if (error instanceof NotFound && description.at(above)) return similarTo(above, description, signal);
    throw error;
  }
}

/** Reads records of the same list with a part of the id, the longest part first. */
async function idsLike(id: string, list: string, view: View, signal: AbortSignal): Promise<SimilarRecord[]> {
  for (const part of partsOf(id)) {
    const query = `id_contains=${encodeURIComponent(part)}&fields=${view.title}&limit=${LOOKED_AT}`;
    const { data } = await get(`${list}?${query}`, signal);
    const records: Data[] = data[view.plural] ?? [];
    if (records.length > 0) return records.map((record) => similarOf(record, view.title, view.noun));
  }
  return [];
}

/** Reads records of every kind with a part of the id in their names. */
async function namesLike(id: string, { views }: Description, signal: AbortSignal): Promise<SimilarRecord[]> {
  for (const part of partsOf(id)) {
    const { data } = await get(`/api/search?q=${encodeURIComponent(part)}&limit=${LOOKED_AT}`, signal);
    const results: Data[] = data.results ?? [];
    const nounOf = (kind: string) => views.find(({ one }) => one === kind)?.noun ?? kind;
    if (results.length > 0) return results.map((result) => similarOf(result, "name", nounOf(result.kind)));
  }
  return [];
}

function similarOf(record: Data, title: string, noun: string): SimilarRecord {
  return { id: record.id, name: String(record[title] ?? record.id), path: record._links.self, noun };
}
