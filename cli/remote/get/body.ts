/** What a body is: a list with items, or one record. */
import { lastSegment } from "../../../kit/description/paths.ts";

/** Any record. */
export type Item = Readonly<Record<string, unknown>>;

/** The parts of a list that are shown. */
export interface ListBody {
  readonly items: readonly Item[];
  /** The number of items on all pages, if the service says so. */
  readonly total: number | undefined;
  /** The path of the next page. */
  readonly next: string | undefined;
}

/** The items of lists that are not those of one collection: `group_by`, `/api/search`. */
const OTHER_ITEMS = ["groups", "results"];

/** The list in a body; undefined if it is a record. The items are under the name of the list, the last part of its path. */
export function listIn(body: Item): ListBody | undefined {
  const links = (body._links ?? {}) as Record<string, string | undefined>;
  const path = (links.self ?? "").replace(/\?.*$/s, "");
  const name = lastSegment(path).replaceAll("-", "_");
  const items = [name, ...OTHER_ITEMS].map((each) => body[each]).find(Array.isArray);
  if (!items || "id" in body) return undefined;
  return { items, total: body.total_count as number | undefined, next: links.next };
}
