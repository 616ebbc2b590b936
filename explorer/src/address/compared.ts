/** The records that an address puts side by side: `id_in`, in the order of their columns. */
import { elementsOf, joinElements, withParameters } from "./query.ts";

/** The aspect of a list that compares its records. */
export const COMPARE = "compare";
/** The most records side by side. */
export const MOST_COMPARED = 4;

const PARAMETER = "id_in";

/** Returns the ids of the records that a query compares, each once: ids have no case. */
export function comparedIn(search: string): string[] {
  const ids = elementsOf(new URLSearchParams(search).get(PARAMETER) ?? "").map((id) => id.trim());
  return [...new Map(ids.filter((id) => id !== "").map((id) => [id.toLowerCase(), id])).values()];
}

/** Returns the query that compares other records. */
export function withCompared(search: string, ids: readonly string[]): string {
  return withParameters(search, { [PARAMETER]: ids.length === 0 ? undefined : joinElements(ids) });
}

/** Returns whether the API names a record by an id. */
export function isNamedBy(record: { readonly id?: unknown }, id: string): boolean {
  return String(record.id).toLowerCase() === id.toLowerCase();
}

/** Returns ids with one of them a place further left (`by` −1) or right (1). */
export function moved(ids: readonly string[], id: string, by: 1 | -1): string[] {
  const from = ids.indexOf(id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= ids.length) return [...ids];
  const next = ids.filter((each) => each !== id);
  next.splice(to, 0, id);
  return next;
}
