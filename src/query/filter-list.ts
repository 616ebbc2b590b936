/** The filters of a list by themselves, where it is followed as it grows instead of being read page by page. */
import type { Fault } from "../problem.ts";
import { UNDERSTOOD } from "../resource/operators.ts";
import type { View } from "../resource/resource.ts";
import type { Condition } from "./filters.ts";
import { readListQuery } from "./list-query.ts";
import type { PageSizes } from "./paging.ts";
import { parseParameters } from "./parameters.ts";

/**
 * Reads a query string that holds nothing but filters.
 * @param found faults of shape in the rest of the request
 * @throws Problem `invalid-request` that lists every fault
 */
export function readFilters(
  view: View,
  query: string,
  sizes: PageSizes,
  found: readonly Fault[] = [],
): readonly Condition[] {
  const names = parseParameters(query).parameters.map(([name]) => name);
  const others = UNDERSTOOD.filter((name) => name !== "filter" && names.includes(name));
  const faults = others.map((parameter): Fault => {
    const message = `A stream takes filters, and no ${parameter}.`;
    return { in: "shape", parameter, code: "unknown_parameter", message };
  });
  return readListQuery(view, query, sizes, undefined, [...found, ...faults]).conditions;
}
