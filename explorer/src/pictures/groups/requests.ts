/** Makes the requests of a picture of groups. */
import type { View } from "../../../../kit/description/model.ts";
import type { Group } from "../../address/groups.ts";
import { filtersIn, type Pair, searchOf } from "../../address/query.ts";
import { MOST_TARGETS, type References } from "../../description/targets.ts";
import type { Shape } from "./numbers/shape.ts";

/** The groups of a query. */
export interface ReadGroups {
  readonly search: string;
  readonly shape: Shape;
  readonly groups: readonly Group[];
}

/** More pages of groups are not read. */
const MOST_PAGES = 10;
const USUAL_LIMIT = 100;
/** Says until when the records of a group are known. */
const CHANGED = "max:updated_at";

/** Returns the request of a page of the groups of a query: all filters stay, and pages are as large as they can be. */
export function pageOfGroups(view: View, path: string, search: string, page: number): string {
  const given = new URLSearchParams(search);
  const kept = ["group_by", "sort", "sort_by", "order"].flatMap((name): Pair[] => {
    const value = given.get(name);
    return value === null ? [] : [[name, value]];
  });
  const measures = [...(given.get("measure")?.split(",") ?? []), ...(view.measures.includes(CHANGED) ? [CHANGED] : [])];
  const pairs: Pair[] = [
    ...filtersIn(search),
    ...kept,
    ...(measures.length > 0 ? [["measure", [...new Set(measures)].join(",")] satisfies Pair] : []),
    ["limit", String(view.maxLimit ?? USUAL_LIMIT)],
    ...(page > 1 ? [["page", String(page)] satisfies Pair] : []),
  ];
  return `${path}${searchOf(new URLSearchParams(pairs))}`;
}

/** Returns how many pages have all groups; undefined if these are too many to be read. */
export function pagesNeeded({ maxLimit = USUAL_LIMIT }: View, total: number): number | undefined {
  const pages = Math.ceil(total / maxLimit);
  return pages > MOST_PAGES ? undefined : pages;
}

/** Returns the request that counts the records of a part of a period. */
export function countRequest(path: string, search: string, bounds: readonly Pair[]): string {
  return `${path}${searchOf(new URLSearchParams([...filtersIn(search), ...bounds, ["limit", "1"]]))}`;
}

/** Returns the records that groups are named by. */
export function referencesIn({ shape, groups }: ReadGroups): References[] {
  return [shape.along, ...(shape.color ? [shape.color] : [])].flatMap(({ field }) => {
    if (field.kind !== "reference") return [];
    const ids = [...new Set(groups.flatMap((group): string[] => group[field.name] ?? []))];
    return Array.from({ length: Math.ceil(ids.length / MOST_TARGETS) }, (_, index) => ({
      field,
      ids: ids.slice(index * MOST_TARGETS, (index + 1) * MOST_TARGETS),
    }));
  });
}
