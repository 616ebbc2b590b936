/** The order of a list: that of its address, or else the declared one, which its address does not name. */
import type { View } from "../../../kit/description/model.ts";
import { sortOf } from "../../../kit/description/pages/page.ts";
import { nextSort, type SortKey, sortKeysIn, withSort } from "./query.ts";

/** Parameters with which a list has an order of its own, or none. */
const ORDERED = ["sort", "sort_by", "order", "group_by", "measure", "format", "changed_since"] as const;

/** Returns the order that a request adds to an address, as `sort` has it. */
export function addedSort(view: View, search: string): string | undefined {
  const parameters = new URLSearchParams(search);
  // A cursor belongs to the order in which it was given.
  const hasOwn = ORDERED.some((name) => parameters.has(name)) || Boolean(parameters.get("cursor"));
  return hasOwn ? undefined : sortOf(view);
}

/** Returns the keys by which a list is sorted. */
export function orderIn(view: View, search: string): SortKey[] {
  const added = addedSort(view, search);
  return sortKeysIn(added === undefined ? search : `?sort=${added}`);
}

/** Returns the query after sorting by a field once more. @param keep the other keys of the address stay */
export function sortedBy(view: View, search: string, field: string, keep: boolean): string {
  const keys = orderIn(view, search);
  const next = nextSort(keys, field, keep && addedSort(view, search) === undefined);
  // Without a sort, the list would be as it is.
  const isUsual = next.length === 0 && isSame(keys, orderIn(view, withSort(search, [])));
  return withSort(search, isUsual ? keys.map((key) => ({ ...key, descending: !key.descending })) : next);
}

function isSame(one: readonly SortKey[], other: readonly SortKey[]): boolean {
  return withSort("", one) === withSort("", other);
}
