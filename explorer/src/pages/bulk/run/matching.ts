/** All records that a list matches, not only those of its page. */

import type { View } from "../../../../../kit/description/model.ts";
import { searchOf } from "../../../address/query.ts";
import { MOST_SELECTED, type Selected, withSelected } from "../../../components/selection/selected.ts";
import type { ApiResponse } from "../../../requests/data.ts";

/** The number of records that are read at once: as many as the service allows. */
const PAGE = "100";

/**
 * Returns the first request of the cursor pages: the filters and the order of a list, and of each record only what it
 * is called.
 */
export function matchingPath(path: string, search: string, name: string): string {
  const parameters = new URLSearchParams(search);
  for (const each of ["page", "include", "format"]) parameters.delete(each);
  parameters.set("fields", name);
  parameters.set("limit", PAGE);
  parameters.set("cursor", "");
  return `${path}${searchOf(parameters)}`;
}

/**
 * Reads all records that a list matches.
 * @param progress is called with how many there are so far
 * @returns undefined if they are more than can be edited at once
 */
export async function readMatching(
  { plural, title }: Pick<View, "plural" | "title">,
  path: string,
  search: string,
  read: (path: string) => Promise<ApiResponse>,
  progress: (count: number) => void,
): Promise<Selected | undefined> {
  let selected: Selected = new Map();
  for (let next: string | undefined = matchingPath(path, search, title); next !== undefined; ) {
    const { data }: ApiResponse = await read(next);
    selected = withSelected(selected, data[plural] ?? [], title, true);
    if (selected.size > MOST_SELECTED) return undefined;
    progress(selected.size);
    next = data._links?.next;
  }
  return selected;
}
